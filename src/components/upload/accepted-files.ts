import { beginsAsPdf, PDF_HEADER_WITHIN } from '#domain/format/pdf.ts';
import { LANGUAGE } from '#domain/institute.ts';

/** Media type to file name endings, as react-dropzone takes them. */
export type AcceptedTypes = Readonly<Record<string, readonly string[]>>;

export const PDF_TYPE = 'application/pdf';
/** A PDF that was made here, as the file that a person would have chosen. */
export const pdfFile = (pdf: Blob, name: string): File => new File([pdf], name, { type: PDF_TYPE });
export const PDF_ONLY: AcceptedTypes = { [PDF_TYPE]: ['.pdf'] };

/** What the generic upload control takes when nothing else is said (R5.8). */
export const GENERIC_TYPES: AcceptedTypes = {
  'application/pdf': ['.pdf'],
  'application/msword': ['.doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
};
export const GENERIC_MAX_BYTES = 10_485_760;
export const GENERIC_MAX_FILES = 5;

/** The endings of a set of types, for people: `['.pdf', '.doc', …]`. */
export const endingsOf = (types: AcceptedTypes): readonly string[] => Object.values(types).flat();

const SYSTEM_FILES: ReadonlySet<string> = new Set(['.DS_Store', 'Thumbs.db']);

/** Files that operating systems leave in folders; they are passed over without a word (R5.8). */
export const isSystemFile = (file: { readonly name: string }): boolean => SYSTEM_FILES.has(file.name);

/** Why a file was not taken (R5.9). */
export type DropCode = 'file-invalid-type' | 'file-too-large' | 'file-too-small' | 'too-many-files';

/** What a drop area takes; sizes in bytes. */
export interface DropLimits {
  readonly types: AcceptedTypes;
  readonly maxBytes?: number | undefined;
}

/** A file that was not taken, and why. */
export interface RejectedFile {
  readonly name: string;
  readonly code: string;
  readonly message: string;
  readonly file?: File;
}

/** A file in the cloud is empty until its bytes have come to the device. */
export const EMPTY_FILE =
  'This file is empty. If the file is in OneDrive, Google Drive or iCloud, open it once, then choose it again';

export const UNREADABLE_FILE = 'We could not read the file. Please choose it again';

/** Something was dropped that gives no file: an entry of a ZIP, a message of a mail program, a link. */
export const NOT_A_FILE: RejectedFile = {
  name: 'No file',
  code: 'file-unreadable',
  message: 'We cannot use a file from there. Save the file on this device first, then choose it here',
};

const list = new Intl.ListFormat(LANGUAGE, { type: 'disjunction' });

/**
 * The message of a drop code (R5.9): sizes in bytes.
 * `other` is the answer for a code that is not ours.
 */
export function dropMessage(code: string, limits: DropLimits, other = 'We could not add the file'): string {
  switch (code) {
    case 'file-invalid-type':
      return `File type must be ${list.format(endingsOf(limits.types))}`;
    case 'file-too-large':
      return `File is larger than ${limits.maxBytes} bytes`;
    case 'file-too-small':
      return `File is smaller than 1 bytes. ${EMPTY_FILE}`;
    case 'too-many-files':
      return 'Too many files';
    default:
      return other;
  }
}

/**
 * Whether a file is a PDF by its content, not its name or type (R5.2), as the server will decide.
 * Reads the first kilobyte only. Rejects when the file cannot be read any more.
 */
export async function isPdf(file: Blob): Promise<boolean> {
  return beginsAsPdf(new Uint8Array(await file.slice(0, PDF_HEADER_WITHIN).arrayBuffer()));
}
