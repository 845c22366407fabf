import type { UploadRecord } from './upload-ledger.ts';

/** How many first bytes decide the type of a file. */
export const SNIFF_BYTES = 4096;

export interface UploadContent {
  readonly sha256: string;
  /** Its first bytes, SNIFF_BYTES at most. */
  readonly start: Buffer;
}

/** Adds bytes to one upload. The caller must be its only writer. */
export interface UploadWriter {
  /** Stored bytes of the upload, including those written here. */
  readonly offset: number;
  /** The writer then owns the blocks. Rejects with STORAGE_FULL, UNAVAILABLE or the store's error. */
  write(blocks: readonly Uint8Array[]): Promise<void>;
  /**
   * Resolves to the number of stored bytes once they survive a power cut. Call it after a failed write too. Rejects if the
   * store lost bytes, which then cannot be read as if they existed.
   */
  close(): Promise<number>;
}

export interface FileStore {
  /** Stored bytes; undefined if there is no file. */
  size(id: string): Promise<number | undefined>;
  /** Time of the last byte; undefined if there is no file. */
  lastByteAt(id: string): Promise<Date | undefined>;
  /** Its content, from an offset if given; fails during reading if there is no file. */
  open(id: string, from?: number): AsyncIterable<Uint8Array>;
  /** Opens an upload for writing. `isNew`: it has no bytes yet, so that the store need not be asked. */
  append(upload: Pick<UploadRecord, 'id' | 'size'>, isNew?: boolean): Promise<UploadWriter>;
  remove(id: string): Promise<void>;
  /** Free bytes before the disk counts as full; absent without a limit. */
  room?(): Promise<number>;
  /** Tries to write; rejects if that fails or there is no space. Absent in read-only stores. */
  assertWritable?(): Promise<void>;
  /** Ids of all uploads, complete or not; one may occur twice. */
  list?(): AsyncIterable<string>;
}
