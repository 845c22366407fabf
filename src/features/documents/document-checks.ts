import type { AcceptedTypes } from '#components/upload/accepted-files.ts';
import {
  type DropCode,
  dropMessage,
  EMPTY_FILE,
  isPdf,
  type RejectedFile,
  UNREADABLE_FILE,
} from '#components/upload/accepted-files.ts';
import { formatSize } from '#domain/format/size.ts';
import type { DraftDocuments } from './documents-slice.ts';

/** What the person reads about a file that is no PDF (R5.2). */
export const PDF_ONLY_ALERT = 'File validation error: Only PDF files are supported. Please upload PDF documents only';

export interface SlotLimits {
  readonly types: AcceptedTypes;
  /** Whether the content must be a PDF, too. */
  readonly pdf: boolean;
  /** Bytes of one file. */
  readonly maxBytes?: number;
  /** Bytes of all documents of a draft. */
  readonly totalBytes: number;
}

/**
 * Checks size and content of a file that was chosen for a slot; the drop area has checked its name and type. `others` are
 * the draft's other documents. Resolves to undefined when the file is in order.
 */
export async function checkFile(
  file: File,
  others: DraftDocuments,
  limits: SlotLimits,
): Promise<RejectedFile | undefined> {
  const reject = (code: DropCode | 'FILE_SIZE_ERROR' | 'file-unreadable', message: string) => ({
    name: file.name,
    code,
    message,
  });
  if (file.size === 0) return reject('file-too-small', limits.pdf ? EMPTY_FILE : dropMessage('file-too-small', limits));
  if (limits.maxBytes !== undefined && file.size > limits.maxBytes)
    return reject('file-too-large', dropMessage('file-too-large', limits));
  const used = Object.values(others).reduce((sum, { size }) => sum + size, 0);
  if (used + file.size > limits.totalBytes) return reject('FILE_SIZE_ERROR', overTotal(file, used, limits.totalBytes));
  if (!limits.pdf) return undefined;
  const pdf = await isPdf(file).catch(() => undefined);
  if (pdf === undefined) return reject('file-unreadable', UNREADABLE_FILE);
  return pdf ? undefined : reject('file-invalid-type', PDF_ONLY_ALERT);
}

const overTotal = (file: File, used: number, total: number): string =>
  `Total size exceeds ${formatSize(total).replace(' ', '')} limit: this file has ${formatSize(file.size)}, ` +
  `your other documents have ${formatSize(used)}. Please choose a smaller file`;

/**
 * SHA-256 of a file, as lower-case hex. The browser computes it off the main thread and needs the whole file in memory,
 * which is at most the 100 MB of all documents. Resolves to undefined where the page has no secure context or not enough
 * memory: the checksum is optional (R5.11).
 */
async function sha256(file: Blob): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    return undefined;
  }
}

/** Hashes one file after the other, so that several are not in memory together. */
export function makeHasher(): (file: Blob) => Promise<string | undefined> {
  let last: Promise<unknown> = Promise.resolve();
  return (file) => {
    const next = last.then(() => sha256(file));
    last = next;
    return next;
  };
}
