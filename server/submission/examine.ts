import { createHash } from 'node:crypto';
import { beginsAsPdf, opensAsPdf } from '#domain/format/pdf.ts';
import type { FileKind } from '#domain/submission/file-names.ts';
import { AppError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import { type FileStore, SNIFF_BYTES, type UploadContent } from '../ports/file-store.ts';
import type { UploadLedger, UploadRecord } from '../ports/upload-ledger.ts';
import { SLOTS } from './slots.ts';

export interface ExamineOptions {
  readonly files: FileStore;
  readonly uploads: UploadLedger;
  readonly clock: Pick<Clock, 'now'>;
}

async function examineUpload({ files, uploads, clock }: ExamineOptions, upload: UploadRecord, content?: UploadContent) {
  const { id, slot, announcedSha256 } = upload;
  const { sha256, start } = content ?? (await readKept(files, upload));
  const problem = problemWith(slot, start, announcedSha256 === undefined || announcedSha256 === sha256);
  if (problem !== undefined) {
    if (await uploads.deleteIfUnclaimed(id)) await files.remove(id);
    throw problem;
  }
  if (await uploads.finish(id, sha256, clock.now())) return sha256;
  throw new AppError('NOT_FOUND', { detail: 'There is no such upload.' });
}

/** Syncs first: a SHA-256 in the ledger means that a power cut loses nothing (docs/decisions/0008-uploads.md). */
async function readKept(files: FileStore, upload: UploadRecord): Promise<UploadContent> {
  const writer = await files.append(upload);
  await writer.close();
  const hash = createHash('sha256');
  let start = Buffer.alloc(0);
  for await (const block of files.open(upload.id)) {
    hash.update(block);
    if (start.length < SNIFF_BYTES) start = Buffer.concat([start, block.subarray(0, SNIFF_BYTES - start.length)]);
  }
  return { sha256: hash.digest('hex'), start };
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

/**
 * Checks the content of a complete upload, saves its SHA-256 and resolves to it. `content` is set if all of it passed
 * through this process and is synced. A wrong file is removed: rejects with `file-invalid-type` (R5.13), with
 * UPLOAD_MISMATCH if it differs from what the browser announced, or with NOT_FOUND if the upload is gone.
 */
export type Examine = (upload: UploadRecord, content?: UploadContent) => Promise<string>;

/** Calls for the same upload share one examination. */
export function createExamination(options: ExamineOptions): Examine {
  const examinations = new Map<string, Promise<string>>();
  return (upload, content) => {
    if (upload.sha256 !== undefined) return Promise.resolve(upload.sha256);
    const joined = examinations.get(upload.id);
    if (joined) return joined;
    const examination = examineUpload(options, upload, content).finally(() => examinations.delete(upload.id));
    examinations.set(upload.id, examination);
    return examination;
  };
}

const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Folders of other Office documents; Word has `word/`. */
const OF_OTHER_OFFICE = ['xl/', 'ppt/', 'visio/'];

/** The type by the first bytes. Undefined if no form accepts it, or if the file could also be opened as a PDF. */
export function fileKindOf(start: Buffer): FileKind | undefined {
  if (beginsAsPdf(start)) return 'pdf';
  if (opensAsPdf(start)) return undefined;
  if (startsWith(start, OLE)) return 'doc';
  if (startsWith(start, ZIP)) return isWord(start) ? 'docx' : undefined;
  if (startsWith(start, JPEG)) return 'jpg';
  return startsWith(start, PNG) ? 'png' : undefined;
}

/** Recognizes an archive by the names of its first files. */
function isWord(start: Buffer): boolean {
  if (start.includes('word/')) return true;
  return start.includes('[Content_Types].xml') && !OF_OTHER_OFFICE.some((folder) => start.includes(folder));
}

function startsWith(bytes: Buffer, magic: Buffer): boolean {
  return bytes.subarray(0, magic.length).equals(magic);
}
