import { useEffect, useEffectEvent, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '#components/button.tsx';
import { Modal } from '#components/modal.tsx';
import { styled } from '#components/styled.ts';
import type { FormContext } from '#domain/form/form.ts';
import { reviewSections } from '#domain/form/review.ts';
import { visibleAnswers } from '#domain/form/visible.ts';
import { studentForm } from '#domain/student/form.ts';
import { useDocuments } from '#features/documents/use-documents.ts';
import { type Draft, studentName } from '#features/drafts/draft.ts';
import { confirmApplication } from '#features/submission/outbox/outbox.ts';
import { ReviewModal } from '#features/submission/review-modal.tsx';
import type { SubmissionDispatch } from '#features/submission/submission-services.ts';
import type { DeskStudent } from './desk-students.ts';
import { releaseDraft, takeForReview, whyNotNow } from './take-draft.ts';

interface SubmitAllProps {
  /** Those that are complete, in the order of their reviews. */
  readonly students: readonly DeskStudent[];
  readonly context: FormContext;
  readonly onEnd: () => void;
  /** Leads to the form of one. */
  readonly onEdit: (id: string) => void;
}

/** How the review of one student ended. */
interface Reviewed {
  readonly id: string;
  readonly name: string;
  /** Undefined if it was confirmed. */
  readonly why?: string;
}

/**
 * Submits several students, each after a review of its own that is confirmed: one after the other, and none without.
 * What cannot be submitted now is passed over and named at the end with its reason.
 */
export function SubmitAll({ students, context, onEnd, onEdit }: SubmitAllProps) {
  const dispatch = useDispatch<SubmissionDispatch>();
  const [outcomes, setOutcomes] = useState<readonly Reviewed[]>([]);
  const [draft, setDraft] = useState<Draft>();
  const student = students[outcomes.length];

  const settle = (outcome: Pick<Reviewed, 'why'>) => {
    if (draft) dispatch(releaseDraft(draft.id));
    setDraft(undefined);
    setOutcomes((before) => [...before, { id: student?.id ?? '', name: student?.name ?? '', ...outcome }]);
  };
  const stop = () => {
    if (draft) dispatch(releaseDraft(draft.id));
    setDraft(undefined);
    const left = students.slice(outcomes.length).map((one) => ({ id: one.id, name: one.name, why: 'Not reviewed' }));
    setOutcomes((before) => [...before, ...left]);
  };
  const begin = useEffectEvent(async (id: string, isGone: () => boolean) => {
    const taken = await dispatch(takeForReview(id, context));
    if (isGone()) {
      if (typeof taken !== 'string') dispatch(releaseDraft(id));
    } else if (typeof taken === 'string') settle({ why: taken });
    else setDraft(taken);
  });
  const id = student?.id;
  useEffect(() => {
    if (id === undefined) return;
    let isGone = false;
    void begin(id, () => isGone);
    return () => {
      isGone = true;
    };
  }, [id]);

  if (student === undefined) return <Summary outcomes={outcomes} onClose={onEnd} />;
  if (draft?.id !== student.id) return null;
  return (
    <OneReview
      key={draft.id}
      draft={draft}
      context={context}
      name={student.name}
      words={`Student ${outcomes.length + 1} of ${students.length}: ${student.name}`}
      onConfirmed={(why) => settle(why === undefined ? {} : { why })}
      onSkip={() => settle({ why: 'Skipped' })}
      onStop={stop}
      onEdit={() => {
        dispatch(releaseDraft(draft.id));
        onEnd();
        onEdit(draft.id);
      }}
    />
  );
}

interface OneReviewProps {
  readonly draft: Draft;
  readonly context: FormContext;
  readonly name: string;
  readonly words: string;
  /** It was confirmed; or could not be, for this reason. */
  readonly onConfirmed: (why?: string) => void;
  readonly onSkip: () => void;
  readonly onStop: () => void;
  readonly onEdit: () => void;
}

function OneReview({ draft, context, name, words, onConfirmed, onSkip, onStop, onEdit }: OneReviewProps) {
  const dispatch = useDispatch<SubmissionDispatch>();
  const { id, answers } = draft;
  const documents = useDocuments(id);
  const confirm = () => {
    // Midnight may have passed, or another tab may have removed a document.
    const why = whyNotNow(answers, Object.keys(documents.bySlot), context);
    if (why !== undefined) return onConfirmed(why);
    void dispatch(
      confirmApplication(id, {
        variant: 'agent',
        values: visibleAnswers(studentForm, answers, context),
        applicant: studentName(answers),
        documents: documents.list(answers),
        sections: reviewSections(studentForm, answers, context),
      }),
    );
    onConfirmed();
  };
  return (
    <ReviewModal
      draftId={id}
      form={studentForm}
      answers={answers}
      context={context}
      documents={documents.list(answers)}
      onClose={onStop}
      onConfirm={confirm}
      onShow={onEdit}
      oneOf={{ words, name, onSkip, onBack: onEdit }}
    />
  );
}

const Results = styled('ul', {
  base: { display: 'grid', gap: '1', marginTop: '2', overflowWrap: 'anywhere', '& strong': { fontWeight: 'medium' } },
});

/** The outcome of each, with those that were skipped. */
function Summary({ outcomes, onClose }: { readonly outcomes: readonly Reviewed[]; readonly onClose: () => void }) {
  const confirmed = outcomes.filter(({ why }) => why === undefined).length;
  return (
    <Modal
      open
      title={`${confirmed} of ${outcomes.length} confirmed`}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p>
        We are sending what you confirmed. You can continue to work. The list shows the progress of each application.
      </p>
      <Results>
        {outcomes.map(({ id, name, why }) => (
          <li key={id}>
            <strong translate="no">{name}</strong>
            <span>{`: ${why ?? 'Confirmed'}`}</span>
          </li>
        ))}
      </Results>
    </Modal>
  );
}
