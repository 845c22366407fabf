import type { UploadRecord } from './upload-ledger.ts';

/** The type of a file is known by so many bytes from its start. */
export const SNIFF_BYTES = 4096;

export interface UploadContent {
  readonly sha256: string;
  /** Its first bytes, SNIFF_BYTES at most. */
  readonly start: Buffer;
}

/** Adds bytes to one upload. The caller must be its only writer. */
export interface UploadWriter {
  /** Bytes of the upload that are there, those written here included. */
  readonly offset: number;
  /** The blocks are the writer's from then on. Rejects with STORAGE_FULL, UNAVAILABLE or the store's own error. */
  write(blocks: readonly Uint8Array[]): Promise<void>;
  /**
   * Resolves with the number of bytes that are there once a power cut leaves them all. Call it after a failed write as
   * well. Rejects where the store did not keep them; what was lost is then not given back as if it were there.
   */
  close(): Promise<number>;
}

export interface FileStore {
  /** Bytes that are there; undefined when the file is gone, or has not begun. */
  size(id: string): Promise<number | undefined>;
  /** Time of the last byte; undefined when the file is gone. */
  lastByteAt(id: string): Promise<Date | undefined>;
  /** Its content, from a byte on where it is given; fails while reading when the file is gone. */
  open(id: string, from?: number): AsyncIterable<Uint8Array>;
  /** Opens an upload to add to it. `isNew`: nothing has come of it, so that the store need not be asked. */
  append(upload: Pick<UploadRecord, 'id' | 'size'>, isNew?: boolean): Promise<UploadWriter>;
  remove(id: string): Promise<void>;
  /** Bytes that may still come before the disk counts as full; left out if there is no such limit. */
  room?(): Promise<number>;
  /** Rejects when nothing can be written, or nothing more has room: it tries. Left out for those who write nothing. */
  assertWritable?(): Promise<void>;
  /** Ids of everything that is kept, finished or not; one may come twice. */
  list?(): AsyncIterable<string>;
}
