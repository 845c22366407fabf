import type { ApplicationBody, DocumentReference } from '#contract/applications.ts';
import { AGENT_INTRODUCTION } from '#domain/agency/introduction.ts';
import type { Answers } from '#domain/form/form.ts';
import { SHORT_DOCUMENTS } from '#domain/short/documents.ts';
import { studentDocuments } from '#domain/student/documents.ts';
import { DOCUMENT_CHANGED, DOCUMENT_MISSING } from '#domain/submission/lost-documents.ts';
import type { StageIssue } from '#domain/submission/submission.ts';
import { StageRejected } from './stage.ts';
import type { LostDocument, OutgoingDocuments } from './verified-files.ts';

/**
 * A stage stops because documents are lost on our side: it waits until they are brought again. It says nothing about a
 * call that was made before and not answered.
 */
export class DocumentsLost extends StageRejected {}

const WHY: Readonly<Record<LostDocument['how'], Omit<StageIssue, 'field'>>> = {
  missing: {
    message: 'This document was lost on our side. Please attach the same file again.',
    technical: DOCUMENT_MISSING,
  },
  changed: {
    message: 'This document was damaged on our side. Please attach the same file again.',
    technical: DOCUMENT_CHANGED,
  },
};

/**
 * Throws DocumentsLost where documents of these are gone or are shorter or longer than they were; after a failure that
 * says that one has changed, also where their content is another one. `messageOf` makes the stage's message of the detail.
 */
export async function assertNoneLost(
  files: Pick<OutgoingDocuments, 'lost'>,
  { values, documents: all }: Pick<ApplicationBody, 'values' | 'documents'>,
  documents: readonly DocumentReference[],
  { byContent = false, messageOf }: { readonly byContent?: boolean; readonly messageOf: (detail: string) => string },
): Promise<void> {
  const lost = await files.lost(documents, byContent);
  if (lost.length === 0) return;
  const isAll = lost.length === all.length;
  const labels = lost.map(({ slot }) => labelOf(slot, values)).join(', ');
  const detail = isAll ? 'No valid files to submit' : `Please attach these documents again: ${labels}`;
  throw new DocumentsLost({
    code: isAll ? 'NO_FILES_ERROR' : 'UNKNOWN_ERROR',
    message: messageOf(detail),
    detail,
    errors: lost.map(({ slot, how }) => ({ field: slot, ...WHY[how] })),
  });
}

const LABELS = new Map<string, string>(
  [...SHORT_DOCUMENTS, AGENT_INTRODUCTION].map(({ slot, label }) => [slot, label]),
);

/** What a slot is called on its form. */
export function labelOf(slot: string, answers: Answers): string {
  return studentDocuments.find((one) => one.slot === slot)?.label(answers) ?? LABELS.get(slot) ?? slot;
}
