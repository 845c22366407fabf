import { createHash } from 'node:crypto';
import { AppError } from '../errors.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { UploadLedger, UploadRecord } from '../ports/upload-ledger.ts';
import { type Content, TELLING_BYTES } from '../ports/upload-store.ts';
import { fileKindOf } from './file-kinds.ts';
import { SLOTS } from './slots.ts';

export interface ExamineOptions {
  readonly files: FileStore;
  readonly uploads: UploadLedger;
}

/**
 * Judges the content of an upload whose last byte has come, and notes its SHA-256. What does not belong into its slot
 * is removed: throws `file-invalid-type` (contract §7 "Drafts and uploads"), or UPLOAD_MISMATCH where the content is
 * not what the browser announced. `content` where the store has seen all of it, so that it is not read again.
 */
export async function examineUpload(
  { files, uploads }: ExamineOptions,
  upload: UploadRecord,
  announcedSha256?: string,
  content?: Content,
): Promise<string> {
  const { sha256, start } = content ?? (await read(files.open(upload.id)));
  const problem = problemWith(upload.slot, start, announcedSha256 === undefined || announcedSha256 === sha256);
  if (problem !== undefined) {
    if (await uploads.take(upload.id)) await files.remove(upload.id);
    throw problem;
  }
  await keep({ files, uploads }, upload);
  await uploads.finish(upload.id, sha256);
  return sha256;
}

/**
 * A SHA-256 in the register says that the document survives a power cut (docs/decisions/uploads-on-the-disk.md). What
 * the disk did not take is removed, since it could be read until then: the page sends it again.
 */
async function keep({ files, uploads }: ExamineOptions, { id }: UploadRecord): Promise<void> {
  try {
    await files.sync?.(id);
  } catch (error) {
    if (await uploads.take(id)) await files.remove(id);
    throw error;
  }
}

function problemWith(slot: string, start: Buffer, isAsAnnounced: boolean): AppError | undefined {
  const rules = SLOTS.get(slot);
  const kind = fileKindOf(start);
  if (rules === undefined || kind === undefined || !rules.kinds.has(kind)) {
    return new AppError('file-invalid-type', { detail: rules?.typeMessage ?? 'This file type is not accepted' });
  }
  if (isAsAnnounced) return undefined;
  return new AppError('UPLOAD_MISMATCH', {
    detail: `The content of ${slot} changed on its way. Please attach it again.`,
  });
}

async function read(content: AsyncIterable<Uint8Array>): Promise<Content> {
  const hash = createHash('sha256');
  let start = Buffer.alloc(0);
  for await (const block of content) {
    hash.update(block);
    if (start.length < TELLING_BYTES) start = Buffer.concat([start, block.subarray(0, TELLING_BYTES - start.length)]);
  }
  return { sha256: hash.digest('hex'), start };
}
