import { createHash } from 'node:crypto';
import type { DocumentReference } from '#contract/applications.ts';
import { type FileKind, outgoingNames } from '#domain/submission/file-names.ts';
import type { OutgoingFile } from '../adapters/bodies.ts';
import { type FileStore, SNIFF_BYTES } from '../ports/file-store.ts';
import type { UploadLedger } from '../ports/upload-ledger.ts';
import { fileKindOf } from './examine.ts';
import { onlyKindOf } from './slots.ts';

class ContentChanged extends Error {
  override readonly name = 'ContentChanged';
}

export interface LostDocument {
  readonly slot: string;
  readonly how: 'missing' | 'changed';
}

export interface OutgoingDocuments {
  /** Reads all of these; returns those that are gone, changed or unreadable. Rejects if that is unknown. */
  lost(documents: readonly DocumentReference[]): Promise<readonly LostDocument[]>;
  /** The documents as files, in the same order, with unique names. */
  files(documents: readonly DocumentReference[]): Promise<readonly (OutgoingFile & { readonly slot: string })[]>;
}

/** Verifies documents while they are sent. The last block is delayed, so that no service gets a wrong document whole. */
export function outgoingDocuments(
  files: Pick<FileStore, 'open' | 'size'>,
  uploads: Pick<UploadLedger, 'find'>,
): OutgoingDocuments {
  const sumOf = async ({ uploadId, sha256 }: DocumentReference) => sha256 ?? (await uploads.find(uploadId))?.sha256;
  const open = async function* (document: DocumentReference) {
    const hash = createHash('sha256');
    let held: Uint8Array | undefined;
    let bytes = 0;
    for await (const block of files.open(document.uploadId)) {
      if (held) yield held;
      hash.update(block);
      bytes += block.length;
      held = block;
      if (bytes > document.size) break;
    }
    const expected = await sumOf(document);
    const isSame = bytes === document.size && (expected === undefined || hash.digest('hex') === expected);
    if (!isSame) throw new ContentChanged('a document has changed');
    if (held) yield held;
  };
  /** The type by content; undefined if it is gone, or no form accepts it. */
  const kindOf = async ({ uploadId, slot }: DocumentReference): Promise<FileKind | undefined> => {
    const only = onlyKindOf(slot);
    if (only !== undefined) return only;
    return startOf(files.open(uploadId)).then(fileKindOf, async (error) => {
      if ((await files.size(uploadId)) === undefined) return undefined;
      throw error;
    });
  };
  const lossOf = async (document: DocumentReference): Promise<LostDocument['how'] | undefined> => {
    const size = await files.size(document.uploadId);
    if (size === undefined) return 'missing';
    return size === document.size && (await isIntact(open(document))) ? undefined : 'changed';
  };
  return {
    lost: async (documents) => {
      const lost: LostDocument[] = [];
      for (const document of documents) {
        const how = await lossOf(document);
        if (how) lost.push({ slot: document.slot, how });
      }
      return lost;
    },
    files: async (documents) => {
      const named = documents.map(async (document) => ({ name: document.name, kind: await kindOf(document) }));
      const names = outgoingNames(await Promise.all(named));
      const sums = await Promise.all(documents.map(sumOf));
      return documents.map((document, i) => {
        const filename = names[i] ?? '';
        const { slot, size } = document;
        return { slot, filename, type: mediaTypeOf(filename), size, sha256: sums[i], open: () => open(document) };
      });
    },
  };
}

/** Reads all of it. A read error of the disk counts as changed. */
async function isIntact(blocks: AsyncIterable<Uint8Array>): Promise<boolean> {
  try {
    for await (const _block of blocks);
    return true;
  } catch (error) {
    if (error instanceof ContentChanged || (error instanceof Error && 'code' in error && error.code === 'EIO'))
      return false;
    throw error;
  }
}

async function startOf(blocks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  let start = Buffer.alloc(0);
  for await (const block of blocks) {
    start = Buffer.concat([start, block.subarray(0, SNIFF_BYTES - start.length)]);
    if (start.length >= SNIFF_BYTES) break;
  }
  return start;
}

/** Media types of the documents that the forms take, by extension (R9.16). */
const TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
};

function mediaTypeOf(filename: string): string {
  const extension = filename.slice(filename.lastIndexOf('.') + 1).toLowerCase();
  return TYPES[extension] ?? 'application/octet-stream';
}
