import type { ApplicationBody } from '#contract/applications.ts';
import { lostSlots } from '#domain/submission/lost-documents.ts';
import { AppError } from '../errors.ts';
import type { SubmissionRecord } from '../ports/ledger.ts';
import { type AcceptedBody, hasSameAnswers } from './body.ts';
import { type JudgeOptions, judgeDocuments } from './judge.ts';
import { labelOf } from './lost-documents.ts';

/** What a PUT is to an application that has stopped because the server lost documents of it. */
export type Bringing =
  /** The same application with the same documents under other upload ids: `body` takes the place of what is stored. */
  | { readonly kind: 'same'; readonly body: AcceptedBody }
  /** Answers or documents are others. */
  | { readonly kind: 'other'; readonly slots: readonly string[] };

/**
 * Judges the documents that are brought again by the SHA-256 of what was accepted. Throws UPLOAD_MISMATCH where one that the PUT names is not here.
 */
export async function judgeBringing(
  options: Pick<JudgeOptions, 'files' | 'uploads'>,
  record: SubmissionRecord,
  stored: AcceptedBody,
  body: ApplicationBody,
): Promise<Bringing> {
  const slotsOf = ({ documents }: ApplicationBody) =>
    documents
      .map(({ slot }) => slot)
      .sort()
      .join();
  if (!hasSameAnswers(stored, body) || slotsOf(stored) !== slotsOf(body)) return { kind: 'other', slots: [] };
  const brought = await judgeDocuments(options, record.id, record.kind, body.documents);
  const bySlot = new Map(brought.map((document) => [document.slot, document]));
  const known = await Promise.all(stored.documents.map((document) => withSum(options, document)));
  const slots = known.filter(({ slot, sha256 }) => bySlot.get(slot)?.sha256 !== sha256).map(({ slot }) => slot);
  if (slots.length > 0) return { kind: 'other', slots };
  // Everything else stays as it was, the file's name too: a call that is repeated is the same, byte for byte.
  const documents = known.map((document) => ({
    ...document,
    uploadId: bySlot.get(document.slot)?.uploadId ?? document.uploadId,
  }));
  return { kind: 'same', body: { ...stored, documents } };
}

/** Bodies of earlier releases may lack it; the register has known it since the upload was whole. */
async function withSum({ uploads }: Pick<JudgeOptions, 'uploads'>, document: ApplicationBody['documents'][number]) {
  const sha256 = document.sha256 ?? (await uploads.find(document.uploadId))?.sha256;
  return { ...document, sha256 };
}

/** Whether a submission waits for documents that the server lost. */
export const waitsForDocuments = ({ status, stages, purgedAt }: SubmissionRecord): boolean =>
  status === 'error' && purgedAt === undefined && lostSlots(stages).length > 0;

/** Refuses documents that are not the ones that were accepted, naming them. */
export function otherContent(slots: readonly string[], { values }: ApplicationBody): AppError {
  const labels = slots.map((slot) => labelOf(slot, values));
  return new AppError('UPLOAD_MISMATCH', {
    detail: `This is not the file that was submitted: ${labels.join(', ')}. Please attach the same file again.`,
    fieldErrors: Object.fromEntries(slots.map((slot) => [slot, 'This is not the file that was submitted.'])),
  });
}
