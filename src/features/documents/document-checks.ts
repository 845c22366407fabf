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

/** What the person reads about a file that is not a PDF (R5.2). */
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
  const reject = (code: DropCode | 'file-unreadable', message: string) => ({ name: file.name, code, message });
  if (file.size === 0) return reject('file-too-small', limits.pdf ? EMPTY_FILE : dropMessage('file-too-small', limits));
  if (limits.maxBytes !== undefined && file.size > limits.maxBytes)
    return reject('file-too-large', dropMessage('file-too-large', limits));
  const rejected = checkTotal(file, others, limits);
  if (rejected) return rejected;
  if (!limits.pdf) return undefined;
  const pdf = await isPdf(file).catch(() => undefined);
  if (pdf === undefined) return reject('file-unreadable', UNREADABLE_FILE);
  return pdf ? undefined : reject('file-invalid-type', PDF_ONLY_ALERT);
}

/** Checks a file's size together with the draft's other documents. Undefined if there is room for it. */
export function checkTotal(
  { name, size }: File,
  others: DraftDocuments,
  { totalBytes }: Pick<SlotLimits, 'totalBytes'>,
): RejectedFile | undefined {
  const used = Object.values(others).reduce((sum, other) => sum + other.size, 0);
  if (used + size <= totalBytes) return undefined;
  const message =
    `Total size exceeds ${formatSize(totalBytes).replace(' ', '')} limit: this file has ${formatSize(size)}, ` +
    `your other documents have ${formatSize(used)}. Please choose a smaller file`;
  return { name, code: 'FILE_SIZE_ERROR', message };
}

/** What reading a chosen file as a whole gave. `sha256` is lower-case hex. */
export type WholeFile =
  | { readonly kind: 'read'; readonly bytes: ArrayBuffer; readonly sha256: string | undefined }
  /** It was moved, deleted or changed since it was chosen, or its device or cloud is not there any more. */
  | { readonly kind: 'unreadable' }
  /** This device has not enough memory for the whole of it. Parts of it can be read. */
  | { readonly kind: 'too-large' };

/**
 * Reads a chosen file once, so that the bytes that are kept are the bytes that were hashed. They are in memory as a whole,
 * which is at most the 100 MB of all documents. Never rejects.
 */
export async function readWhole(file: Blob): Promise<WholeFile> {
  const bytes = await file.arrayBuffer().catch(() => undefined);
  // Browsers give the same error for a file that is gone and for one that is too large for the memory.
  if (bytes === undefined) return { kind: (await isReadable(file, 0, 1)) ? 'too-large' : 'unreadable' };
  // Some browsers read a file that has changed without an error.
  if (bytes.byteLength !== file.size) return { kind: 'unreadable' };
  return { kind: 'read', bytes, sha256: await sha256(bytes) };
}

/** Whether a part of a file, from one byte to before another, can be read now. Never rejects. */
export const isReadable = (file: Blob, from: number, to: number): Promise<boolean> =>
  file
    .slice(from, to)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/** Computed off the main thread. Undefined if the page has no secure context. The checksum is optional (R5.11). */
async function sha256(bytes: ArrayBuffer): Promise<string | undefined> {
  const digest = await globalThis.crypto?.subtle?.digest('SHA-256', bytes).catch(() => undefined);
  return digest && Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
