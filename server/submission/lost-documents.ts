import type { ApplicationBody, DocumentReference } from '#contract/applications.ts';
import { documentLabel } from '#domain/submission/document-label.ts';
import type { StageIssue } from '#domain/submission/submission.ts';
import { DOCUMENT_CHANGED, DOCUMENT_MISSING, lostSlots } from '#domain/submission/submission.ts';
import { AppError } from '../errors.ts';
import { CallFailure } from '../ports/call-failure.ts';
import type { SubmissionRecord } from '../ports/ledger.ts';
import { type AcceptedBody, hasSameAnswers } from './body.ts';
import { type CheckOptions, checkDocuments } from './check-application.ts';
import type { LostDocument, OutgoingDocuments } from './outgoing-documents.ts';
import { StageRejected } from './stage.ts';

/** Waits until the documents are attached again. An earlier unanswered call stays unknown. */
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

/** Throws DocumentsLost if the call failed since documents are gone or changed. `messageOf` makes the detail. */
export async function awaitSending<T>(
  sending: Promise<T>,
  files: Pick<OutgoingDocuments, 'lost'>,
  { values, documents: all }: Pick<ApplicationBody, 'values' | 'documents'>,
  documents: readonly DocumentReference[],
  messageOf: (detail: string) => string,
): Promise<T> {
  try {
    return await sending;
  } catch (failure) {
    const lost = failure instanceof CallFailure ? [] : await files.lost(documents);
    if (lost.length === 0) throw failure;
    const isAll = lost.length === all.length;
    const labels = lost.map(({ slot }) => documentLabel(slot, values) ?? slot).join(', ');
    const detail = isAll ? 'No valid files to submit' : `Please attach these documents again: ${labels}`;
    throw new DocumentsLost({
      code: isAll ? 'NO_FILES_ERROR' : 'UNKNOWN_ERROR',
      message: messageOf(detail),
      detail,
      errors: lost.map(({ slot, how }) => ({ field: slot, ...WHY[how] })),
    });
  }
}

/** The relation of a PUT with other upload ids to a stopped application. */
export type Reattachment =
  /** The same application with the same documents under other upload ids: `body` replaces what is stored. */
  | { readonly kind: 'same'; readonly body: AcceptedBody }
  | { readonly kind: 'other'; readonly slots: readonly string[] };

/** Compares documents attached again by SHA-256. Throws UPLOAD_MISMATCH if one is missing. */
export async function compareReattached(
  options: Pick<CheckOptions, 'files' | 'uploads' | 'examine'>,
  record: SubmissionRecord,
  stored: AcceptedBody,
  body: ApplicationBody,
): Promise<Reattachment> {
  const slotsOf = ({ documents }: ApplicationBody) =>
    documents
      .map(({ slot }) => slot)
      .sort()
      .join();
  if (!hasSameAnswers(stored, body) || slotsOf(stored) !== slotsOf(body)) return { kind: 'other', slots: [] };
  // The ledger was wrong about this application once, so check the store too.
  const reattached = await checkDocuments(options, record.kind, body.documents, { inStore: true });
  const bySlot = new Map(reattached.map((document) => [document.slot, document]));
  // Bodies of earlier releases may lack the SHA-256; the upload's record has it.
  const sums = new Map(options.uploads.map(({ id, sha256 }) => [id, sha256]));
  const known = stored.documents.map((one) => ({ ...one, sha256: one.sha256 ?? sums.get(one.uploadId) }));
  const slots = known.filter(({ slot, sha256 }) => bySlot.get(slot)?.sha256 !== sha256).map(({ slot }) => slot);
  if (slots.length > 0) return { kind: 'other', slots };
  // File names do not change, since a repeated call must have the same bytes.
  const documents = known.map((document) => ({
    ...document,
    uploadId: bySlot.get(document.slot)?.uploadId ?? document.uploadId,
  }));
  return { kind: 'same', body: { ...stored, documents } };
}

/** Whether a submission has stopped and waits for documents that the server lost. */
export const waitsForDocuments = ({ status, stages }: SubmissionRecord): boolean =>
  status === 'error' && lostSlots(stages).length > 0;

/** Refuses documents that are not the ones that were accepted, naming them. */
export function otherContent(slots: readonly string[], { values }: ApplicationBody): AppError {
  const labels = slots.map((slot) => documentLabel(slot, values) ?? slot);
  return new AppError('UPLOAD_MISMATCH', {
    detail: `This is not the file that was submitted: ${labels.join(', ')}. Please attach the same file again.`,
    fieldErrors: Object.fromEntries(slots.map((slot) => [slot, 'This is not the file that was submitted.'])),
  });
}
