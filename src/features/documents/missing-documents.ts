import { toast } from '#components/toast.ts';
import type { Answers } from '#domain/form/form.ts';
import { missingDocuments, studentDocuments } from '#domain/student/documents.ts';

const TOAST_MS = 6000;

/**
 * The guard before the review: true when every required document is there. Otherwise says which are missing, in the
 * words of the specification (§8 "Toasts"), and takes the person to the first of them.
 */
export function documentsComplete(slots: readonly string[], answers: Answers): boolean {
  const missing = missingDocuments(slots, answers);
  if (missing.length === 0) return true;
  toast.error(`Missing required documents: ${missing.join(', ')}`, { id: 'documents', duration: TOAST_MS });
  const first = studentDocuments.find(({ slot, required }) => required && !slots.includes(slot));
  if (first) focusDocument(first.slot);
  return false;
}

/** Takes the person to the place of a document on the form. */
export function focusDocument(slot: string): void {
  const place = document.querySelector(`[data-document="${CSS.escape(slot)}"]`);
  // What is folded away cannot take the focus.
  place?.closest('details')?.setAttribute('open', '');
  place?.querySelector('button')?.focus();
}
