import { createHash } from 'node:crypto';
import { beginsAsPdf, passesForPdf } from '#domain/format/pdf.ts';
import type { FileKind } from '#domain/submission/file-names.ts';
import { AppError } from '../errors.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { UploadLedger, UploadRecord } from '../ports/upload-ledger.ts';
import { TELLING_BYTES, type UploadContent } from '../ports/upload-store.ts';
import { SLOTS } from './slots.ts';

export interface ExamineOptions {
  readonly files: FileStore;
  readonly uploads: UploadLedger;
}

/** `content` where the store has seen all of it, so that it is not read again. */
async function examineUpload(
  { files, uploads }: ExamineOptions,
  upload: UploadRecord,
  announcedSha256?: string,
  content?: UploadContent,
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
    // The bytes first, which no application can have claimed yet: the ledger may be on the disk that fails, and of bytes
    // that stay the same disk says later that it has them.
    await files.remove(id);
    await uploads.take(id).catch(() => undefined);
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

async function read(content: AsyncIterable<Uint8Array>): Promise<UploadContent> {
  const hash = createHash('sha256');
  let start = Buffer.alloc(0);
  for await (const block of content) {
    hash.update(block);
    if (start.length < TELLING_BYTES) start = Buffer.concat([start, block.subarray(0, TELLING_BYTES - start.length)]);
  }
  return { sha256: hash.digest('hex'), start };
}

/**
 * Examines the content of an upload whose last byte has come, and notes its SHA-256, which it resolves with. What does
 * not belong into its slot is removed: rejects with `file-invalid-type` (R5.13), or
 * UPLOAD_MISMATCH where the content is not what the browser announced; with NOT_FOUND where the upload was removed
 * meanwhile.
 */
export type Examine = (upload: UploadRecord, announcedSha256?: string, content?: UploadContent) => Promise<string>;

/**
 * Examines each upload once, and by one at a time: reading and hashing a large one takes most of a second, and whoever
 * asks again (with an empty request, a PUT, or many at once) gets what is known by then.
 */
export function createExamination(options: ExamineOptions): Examine {
  const underWay = new Map<string, Promise<string>>();

  const examine: Examine = async (upload, announcedSha256, content) => {
    // Another request may have come first.
    const known = await options.uploads.find(upload.id);
    if (known === undefined) throw new AppError('NOT_FOUND', { detail: 'There is no such upload.' });
    return known.sha256 ?? (await examineUpload(options, known, announcedSha256, content));
  };
  return (upload, announcedSha256, content) => {
    if (upload.sha256 !== undefined) return Promise.resolve(upload.sha256);
    const joined = underWay.get(upload.id);
    if (joined) return joined;
    const examination = examine(upload, announcedSha256, content).finally(() => underWay.delete(upload.id));
    underWay.set(upload.id, examination);
    return examination;
  };
}

const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Folders that other Office documents have where one of Word has `word/`. */
const OF_OTHER_OFFICE = ['xl/', 'ppt/', 'visio/'];

/**
 * The type of a file by its first bytes; undefined for every type that no form takes, and for a file that is one type
 * by its beginning and passes for a PDF with readers that look further.
 */
export function fileKindOf(start: Buffer): FileKind | undefined {
  if (beginsAsPdf(start)) return 'pdf';
  if (passesForPdf(start)) return undefined;
  if (startsWith(start, OLE)) return 'doc';
  if (startsWith(start, ZIP)) return isWord(start) ? 'docx' : undefined;
  if (startsWith(start, JPEG)) return 'jpg';
  return startsWith(start, PNG) ? 'png' : undefined;
}

/** The names of its first files say what an archive holds. */
function isWord(start: Buffer): boolean {
  if (start.includes('word/')) return true;
  return start.includes('[Content_Types].xml') && !OF_OTHER_OFFICE.some((folder) => start.includes(folder));
}

function startsWith(bytes: Buffer, magic: Buffer): boolean {
  return bytes.subarray(0, magic.length).equals(magic);
}
