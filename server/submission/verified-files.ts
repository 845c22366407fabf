import { createHash, hash } from 'node:crypto';
import type { FileKind } from '#domain/submission/file-names.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { UploadLedger } from '../ports/upload-ledger.ts';
import { TELLING_BYTES } from '../ports/upload-store.ts';
import type { DocumentReference } from './body.ts';
import { fileKindOf } from './file-kinds.ts';
import { onlyKindOf } from './slots.ts';

/** What is kept of a document is not what arrived. */
export class ContentChanged extends Error {
  override readonly name = 'ContentChanged';
}

/** The documents of an application as they leave. */
export interface OutgoingDocuments {
  /** Bytes that are there; undefined when it is gone. */
  size(document: DocumentReference): Promise<number | undefined>;
  /** What it is by its content; undefined when it is gone, or is nothing that a form takes. */
  kind(document: DocumentReference): Promise<FileKind | undefined>;
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
    kind: async ({ uploadId, slot }) => {
      const only = onlyKindOf(slot);
      if (only !== undefined || (await files.size(uploadId)) === undefined) return only;
      return fileKindOf(await startOf(files.open(uploadId)));
    },
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

/** The first bytes of a file; the rest is not read. */
async function startOf(blocks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  let start = Buffer.alloc(0);
  for await (const block of blocks) {
    start = Buffer.concat([start, block.subarray(0, TELLING_BYTES - start.length)]);
    if (start.length >= TELLING_BYTES) break;
  }
  return start;
}
