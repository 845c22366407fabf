import { useEffect } from 'react';
import { styled } from '#components/styled.ts';
import type { Answers, FormContext } from '#domain/form/form.ts';
import { reviewSections } from '#domain/form/review.ts';
import { validate } from '#domain/form/validate.ts';
import { visibleAnswers } from '#domain/form/visible.ts';
import { studentDocuments } from '#domain/student/documents.ts';
import { studentForm } from '#domain/student/form.ts';
import { lostSlots } from '#domain/submission/submission.ts';
import { focusDocument } from '#features/documents/use-documents.ts';
import { type Draft, studentName } from '#features/drafts/draft.ts';
import { nextPaint } from '#platform/scheduling.ts';
import { ReviewModal } from './review-modal.tsx';
import { AcceptedNotice, heldMessage, isDelivering, SubmissionModal } from './submission-modal.tsx';
import { useDraftSubmission, useLostDocuments } from './use-submission.tsx';

const Above = styled('div', { base: { marginBottom: '4' } });

export interface SubmissionState {
  readonly busy: boolean;
  /** The answers can no longer be edited. */
  readonly accepted: boolean;
  /** Slots of documents that the server has lost and the applicant can attach again, joined by commas. */
  readonly lost: string;
}

interface SubmissionFlowProps {
  readonly draft: Draft;
  readonly context: FormContext;
  /** The answers under review; undefined while the form is edited. */
  readonly answers: Answers | undefined;
  /** The review was closed or confirmed. */
  readonly onReviewed: () => void;
  /** The answers are no longer valid, since midnight passed during the review. */
  readonly onOutdated: () => void;
  readonly onStateChange: (state: SubmissionState) => void;
  /** Goes to a field of the form, or to the top of a step. */
  readonly onEdit: (place: { readonly field: string } | { readonly stepId: string }) => void;
}

/** Review, confirmation, progress and receipt (R2.19). */
export function SubmissionFlow(props: SubmissionFlowProps) {
  const { draft, context, answers, onReviewed, onOutdated, onStateChange, onEdit } = props;
  const { progress, documents, notice, done } = useDraftSubmission(draft.id, 'student');
  const { busy, accepted, submission } = progress;
  // A retry of the server may have succeeded during the review.
  const isDone = progress.status === 'processed';
  const lost = lostSlots(submission?.stages ?? []).join();
  useEffect(() => onStateChange({ busy, accepted, lost }), [onStateChange, busy, accepted, lost]);

  const confirm = (confirmed: Answers) => {
    onReviewed();
    // Answers that the records already have are sent unchanged, even after midnight.
    if (!accepted && Object.keys(validate(studentForm, confirmed, context)).length > 0) return onOutdated();
    progress.start({
      variant: context.variant ?? 'direct',
      values: visibleAnswers(studentForm, confirmed, context),
      applicant: studentName(confirmed),
      documents: documents.list(confirmed),
      sections: reviewSections(studentForm, confirmed, context),
    });
  };
  const { answers: kept } = draft;
  useLostDocuments(draft.id, progress.submission, documents.engine, () => confirm(kept));
  const documentLabel = (name: string) => studentDocuments.find(({ slot }) => slot === name)?.label(kept);
  const fix = (name: string) => {
    if (documentLabel(name) === undefined) return onEdit({ field: name });
    onEdit({ stepId: studentForm.steps.at(-1)?.id ?? '' });
    void nextPaint().then(() => focusDocument(name));
  };
  return (
    <>
      {accepted && !progress.shown && (
        <Above>
          <AcceptedNotice
            held={heldMessage(submission)}
            isDelivering={isDelivering(submission)}
            onShow={progress.show}
          />
        </Above>
      )}
      {answers && !isDone && (
        <ReviewModal
          draftId={draft.id}
          form={studentForm}
          answers={answers}
          context={context}
          documents={documents.list(answers)}
          onClose={onReviewed}
          onConfirm={() => confirm(answers)}
          onShow={(place) => {
            onReviewed();
            fix(place);
          }}
          onEdit={
            accepted
              ? undefined
              : (stepId) => {
                  onReviewed();
                  onEdit({ stepId });
                }
          }
        />
      )}
      <SubmissionModal
        progress={progress}
        pending={documents.pending(draft.answers)}
        notice={notice}
        onDone={() => void done()}
        labelOf={(name) => studentForm.fields.find((field) => field.name === name)?.label ?? documentLabel(name)}
        onFixField={fix}
      />
    </>
  );
}
