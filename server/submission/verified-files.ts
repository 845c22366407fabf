import { createHash, hash } from 'node:crypto';
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
  /** All of it at once, where it is small. */
  read(document: DocumentReference): Promise<Buffer>;
}

/**
 * Documents read with suspicion: what goes out is hashed on its way and compared with what arrived, which is what the
 * browser hashed. The last block is held back until then, so that nobody outside ever gets the whole of a document that
 * is another one.
 */
export function verifiedFiles(files: FileStore, uploads: Pick<UploadLedger, 'find'>): OutgoingDocuments {
  const verify = async ({ uploadId, sha256 }: DocumentReference, found: string) => {
    const expected = sha256 ?? (await uploads.find(uploadId))?.sha256;
    if (expected !== undefined && found !== expected) throw new ContentChanged('a document has changed');
  };
  return {
    size: ({ uploadId }) => files.size(uploadId),
    open: async function* (document) {
      const hash = createHash('sha256');
      let held: Uint8Array | undefined;
      for await (const block of files.open(document.uploadId)) {
        if (held) yield held;
        hash.update(block);
        held = block;
      }
      await verify(document, hash.digest('hex'));
      if (held) yield held;
    },
    read: async (document) => {
      const content = await files.read(document.uploadId);
      await verify(document, hash('sha256', content));
      if (content.length !== document.size) throw new Error('a document is not as long as it was');
      return content;
    },
  };
}
