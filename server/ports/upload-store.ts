import type { Readable } from 'node:stream';

/** The type of a file is known by so many bytes from its start. */
export const TELLING_BYTES = 4096;

/** What is checked of a file's content. */
export interface UploadContent {
  readonly sha256: string;
  /** Its first bytes, TELLING_BYTES at most. */
  readonly start: Buffer;
}

/** Where the bytes of one request belong. */
export interface UploadPosition {
  readonly id: string;
  /** Bytes that are there already. */
  readonly offset: number;
  /** Bytes of the whole upload, where that is known. */
  readonly size?: number | undefined;
}

export interface Appended {
  /** Bytes that are there now. */
  readonly offset: number;
  /** Of an upload that is whole now, where the store has seen all of it on its way. */
  readonly content?: UploadContent | undefined;
}

/** Takes the bytes of uploads. */
export interface UploadStore {
  /**
   * Adds bytes to an upload, and looks at them on their way, so that a whole file need not be read again. What was added
   * before an error stays. Rejects with STORAGE_FULL, with what broke the bytes off, and with the store's own errors.
   */
  append(bytes: Readable, position: UploadPosition): Promise<Appended>;
}
