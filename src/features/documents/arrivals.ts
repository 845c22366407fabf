import type { DocumentReference } from '#contract/applications.ts';
import type { DocumentDescriptor, DraftDocuments } from './documents-slice.ts';

/** A document as the applicant has confirmed it; `size` in bytes. */
export interface ConfirmedFile {
  readonly slot: string;
  readonly size: number;
  /** Absent if it was not known yet, or if the browser cannot compute it. */
  readonly sha256?: string | undefined;
  /** The attachment that was confirmed. Absent if an earlier version of the page stored the confirmation. */
  readonly attachment?: string | undefined;
}

/** What a submission waits for: the documents as its PUT names them, or the slots of those that cannot be uploaded. */
export type Arrivals =
  | { readonly ok: true; readonly documents: readonly DocumentReference[] }
  | { readonly ok: false; readonly slots: readonly string[] };

/**
 * How the confirmed documents of a draft stand; undefined while they may still arrive. Whatever else was attached since
 * then does not count, and one that took the place of a confirmed one is not sent.
 */
export function arrivalsOf(confirmed: readonly ConfirmedFile[], documents: DraftDocuments): Arrivals | undefined {
  // A file that was chosen again is known by its content, once that was read.
  if (confirmed.some(({ slot }) => documents[slot]?.state === 'checking')) return undefined;
  const changed = confirmed.filter((one) => !isConfirmed(one, documents[one.slot]));
  if (changed.length > 0) return { ok: false, slots: changed.map(({ slot }) => slot) };
  const unfinished = confirmed.filter(({ slot }) => documents[slot]?.state !== 'uploaded');
  if (unfinished.length === 0) return { ok: true, documents: confirmed.flatMap((one) => toReference(one, documents)) };
  // Reported at once, without waiting for the others: it cannot be sent without these.
  const failed = unfinished.filter(({ slot }) => documents[slot]?.state === 'failed');
  return failed.length > 0 ? { ok: false, slots: failed.map(({ slot }) => slot) } : undefined;
}

/** Whether it is the file that was confirmed, not another one that took its place. */
function isConfirmed(
  { size, sha256, attachment }: ConfirmedFile,
  document: DocumentDescriptor | undefined,
): document is DocumentDescriptor {
  if (document?.size !== size) return false;
  if (attachment === document.attachment) return true;
  if (sha256 && document.sha256) return sha256 === document.sha256;
  // The version before stored neither if the person confirmed while the file was being read.
  return attachment === undefined;
}

/** A document as a PUT names it (R11.4). */
function toReference({ slot }: ConfirmedFile, { [slot]: document }: DraftDocuments): DocumentReference[] {
  if (document?.uploadId === undefined) return [];
  const { uploadId, name, size, sha256 } = document;
  return [{ slot, uploadId, name, size, ...(sha256 && { sha256 }) }];
}
