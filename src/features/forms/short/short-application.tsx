import { controlId } from '#components/field/field-frame.tsx';
import type { Answers } from '#domain/form/form.ts';
import { SHORT_DOCUMENTS } from '#domain/short/documents.ts';
import { shortForm } from '#domain/short/form.ts';
import { focusDocument } from '#features/documents/use-documents.ts';
import { type Draft, studentName } from '#features/drafts/draft.ts';
import { SubmissionModal } from '#features/submission/submission-modal.tsx';
import { useDraftSubmission, useLostDocuments } from '#features/submission/use-submission.tsx';
import { focusField } from '../kit/controls.ts';
import { useProgressToasts } from './progress-toasts.ts';
import { ShortApplicationDocuments } from './short-application-documents.tsx';
import { answersToSend, ShortForm } from './short-form.tsx';

/** One draft of the short application: its form, its documents, and its submission. */
export function ShortApplication({ draft }: { readonly draft: Draft }) {
  const { progress, documents, notice, done } = useDraftSubmission(draft.id, 'short');
  useProgressToasts(progress);
  const listed = SHORT_DOCUMENTS.flatMap(({ slot, label }) => {
    const document = documents.bySlot[slot];
    return document ? [{ ...document, slot, label }] : [];
  });
  const send = (values: Answers) =>
    progress.start({
      variant: 'short',
      values,
      applicant: studentName(values),
      documents: listed,
    });
  useLostDocuments(draft.id, progress.submission, documents.engine, () => send(answersToSend(draft.answers)));
  const documentLabel = (name: string) => SHORT_DOCUMENTS.find(({ slot }) => slot === name)?.label;
  return (
    <>
      <ShortForm
        answers={draft.answers}
        documents={<ShortApplicationDocuments draftId={draft.id} />}
        submitting={progress.busy}
        onSend={send}
      />
      <SubmissionModal
        progress={progress}
        pending={listed.filter(({ state }) => state !== 'uploaded')}
        notice={notice}
        onDone={() => void done()}
        labelOf={(name) => shortForm.fields.find((field) => field.name === name)?.label ?? documentLabel(name)}
        onFixField={(name) => (documentLabel(name) ? focusDocument(name) : focusQuestion(name))}
      />
    </>
  );
}

/** Moves the focus to a question of the short form, anywhere on the page. */
function focusQuestion(name: string): void {
  const form = document.querySelector(`form [name="${CSS.escape(name)}"]`)?.closest('form');
  if (form) focusField(form, name, controlId(name));
}
