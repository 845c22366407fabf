import { useEffect, useMemo, useRef, useState } from 'react';
import { useSelector, useStore } from 'react-redux';
import { Skeleton } from '#components/skeleton.tsx';
import { styled } from '#components/styled.ts';
import { toast } from '#components/toasts.tsx';
import { todayOf } from '#domain/form/calendar.ts';
import type { Answers, FormContext, Variant } from '#domain/form/form.ts';
import { studentDocuments } from '#domain/student/documents.ts';
import { DocumentsSection } from '#features/documents/documents-section.tsx';
import { type DocumentsRoot, selectDraftDocuments } from '#features/documents/documents-slice.ts';
import { documentsComplete } from '#features/documents/use-documents.ts';
import type { Draft } from '#features/drafts/draft.ts';
import { selectDraft } from '#features/drafts/drafts-slice.ts';
import { startingAnswers } from '#features/drafts/starting-answers.ts';
import { LatePassportCheck } from '#features/passport/late-passport-check.tsx';
import { SubmissionFlow, type SubmissionState } from '#features/submission/submission-flow.tsx';
import type { MissingDocument } from './error-summary.tsx';
import type { Lists } from './lists.ts';
import type { WizardHandle } from './step-navigation.ts';
import { type ReaderStep, Wizard } from './wizard.tsx';

/** If a draft is to be restored, a skeleton replaces the prerendered step 1 (build/inline-script.js). */
const Restorable = styled('div', {
  base: {
    display: 'contents',
    '& > [data-part=waiting]': { display: 'none' },
    'html[data-restoring] &': { '& > [data-part=waiting]': { display: 'block' }, '& form': { display: 'none' } },
  },
});

interface ApplicationFormProps {
  readonly variant: Variant;
  readonly lists: Lists;
  readonly reading: ReaderStep | undefined;
}

/** Renders again only if id, step or completed steps change, because the form holds its own answers. */
const sameForm = (one: Draft | null, other: Draft | null): boolean =>
  one?.id === other?.id && one?.step === other?.step && one?.completedSteps === other?.completedSteps;

/** The context of validation. The date is read each time, because a page may be open past midnight. */
function contextNow(variant: Variant, lists: Lists): FormContext {
  return {
    variant,
    lists,
    get today() {
      return todayOf(new Date());
    },
  };
}

/** The required documents without one of these slots. */
const missingOf = (slots: readonly string[], answers: Answers): readonly MissingDocument[] =>
  studentDocuments
    .filter(({ slot, required }) => required && !slots.includes(slot))
    .map(({ slot, label }) => ({ slot, label: label(answers) }));

/** The wizard of the open draft with the parts of other features: agents, documents, review and submission. */
export function ApplicationForm({ variant, lists, reading }: ApplicationFormProps) {
  const store = useStore<DocumentsRoot>();
  const draft = useSelector(selectDraft, sameForm);
  // A reader neither uploads documents nor follows the submission. The tab that owns the draft does.
  const owned = reading === undefined;
  const wizard = useRef<WizardHandle>(null);
  const [reviewed, setReviewed] = useState<Answers>();
  const [{ busy, accepted, lost }, setSubmissionState] = useState<SubmissionState>({
    busy: false,
    accepted: false,
    lost: '',
  });
  const context = useMemo(() => contextNow(variant, lists), [variant, lists]);

  const attachedSlots = useSelector((state: DocumentsRoot) =>
    Object.keys(selectDraftDocuments(state, draft?.id ?? '')).join(),
  );
  // The draft that the person has asked to submit. From then on, its missing documents are errors.
  const [askedOf, setAskedOf] = useState<string>();
  const isAsked = draft !== null && askedOf === draft.id;
  const missing = useMemo(
    () => (isAsked && draft ? missingOf(attachedSlots.split(','), draft.answers) : []),
    [isAsked, attachedSlots, draft],
  );
  useEffect(() => {
    if (isAsked && missing.length === 0) toast.dismiss('documents');
  }, [isAsked, missing]);

  const review = (answers: Answers) => {
    if (draft === null) return;
    const attached = Object.keys(selectDraftDocuments(store.getState(), draft.id));
    if (documentsComplete(attached, answers)) setReviewed(answers);
  };
  const passport = draft && owned && !accepted && (
    <LatePassportCheck draftId={draft.id} onFill={(changes) => wizard.current?.fill(changes)} />
  );
  return (
    <Restorable>
      <div data-part="waiting">
        <Skeleton label="Opening your application" rows={6} />
      </div>
      {draft && owned && (
        <SubmissionFlow
          draft={draft}
          context={context}
          answers={reviewed}
          onReviewed={() => setReviewed(undefined)}
          onOutdated={() => wizard.current?.submit()}
          onStateChange={setSubmissionState}
          onEdit={(place) => wizard.current?.show(place)}
        />
      )}
      <Wizard
        ref={wizard}
        draft={draft}
        context={context}
        variant={variant}
        initialAnswers={startingAnswers(variant)}
        documents={
          draft &&
          owned && (
            <DocumentsSection
              draftId={draft.id}
              answers={draft.answers}
              isAsked={isAsked}
              changeable={accepted ? lost.split(',') : undefined}
              below={(slot) => slot === 'passport' && passport}
            />
          )
        }
        before={passport}
        submitting={busy}
        reading={reading}
        locked={accepted}
        missing={missing}
        onTry={() => setAskedOf(draft?.id)}
        onSubmit={review}
      />
    </Restorable>
  );
}
