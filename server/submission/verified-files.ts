import { createHash } from 'node:crypto';
import type { FileStore } from '../ports/file-store.ts';
import type { UploadLedger } from '../ports/upload-ledger.ts';
import type { DocumentReference } from './body.ts';

/** What is kept of a document is not what arrived. */
export class ContentChanged extends Error {
  override readonly name = 'ContentChanged';
}

/** The documents of an application as they leave. */
export interface OutgoingDocuments {
  /** Bytes that are there; undefined when it is gone. */
  size(document: DocumentReference): Promise<number | undefined>;
  open(document: DocumentReference): AsyncIterable<Uint8Array>;
}

/**
 * Documents read with suspicion: what goes out is hashed on its way and compared with what arrived, which is what the
 * browser hashed. The last block is held back until then, so that nobody outside ever gets the whole of a document that
 * is another one.
 */
export function verifiedFiles(files: FileStore, uploads: Pick<UploadLedger, 'find'>): OutgoingDocuments {
  return {
    size: ({ uploadId }) => files.size(uploadId),
    open: (document) => verified(files, uploads, document),
  };
}

async function* verified(
  files: FileStore,
  uploads: Pick<UploadLedger, 'find'>,
  { uploadId, sha256 }: DocumentReference,
) {
  const expected = sha256 ?? (await uploads.find(uploadId))?.sha256;
  const hash = createHash('sha256');
  let held: Uint8Array | undefined;
  for await (const block of files.open(uploadId)) {
    if (held) yield held;
    hash.update(block);
    held = block;
  }
  if (expected !== undefined && hash.digest('hex') !== expected) throw new ContentChanged('a document has changed');
  if (held) yield held;
}
