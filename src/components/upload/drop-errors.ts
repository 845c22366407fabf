import { type AcceptedTypes, endingsOf } from './file-types.ts';

/** Why a file was not taken (spec §8 "Drop codes"). */
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
}

const list = new Intl.ListFormat('en-AU', { type: 'disjunction' });

/**
 * The message of a drop code (spec §5 "Drop messages"): sizes in bytes, as the specification words them.
 * `other` is the answer for a code that is not ours.
 */
export function dropMessage(code: string, limits: DropLimits, other = 'The file could not be added'): string {
  switch (code) {
    case 'file-invalid-type':
      return `File type must be ${list.format(endingsOf(limits.types))}`;
    case 'file-too-large':
      return `File is larger than ${limits.maxBytes} bytes`;
    case 'file-too-small':
      return 'File is smaller than 1 bytes: it is empty';
    case 'too-many-files':
      return 'Too many files';
    default:
      return other;
  }
}
