/** The bytes of uploads, by upload id. */
export interface FileStore {
  /** Bytes that are there; undefined when the file is gone. */
  size(id: string): Promise<number | undefined>;
  /** Time of the last byte; undefined when the file is gone. */
  lastByteAt(id: string): Promise<Date | undefined>;
  /** Its content, from a byte on where it is given; fails while reading when the file is gone. */
  open(id: string, from?: number): AsyncIterable<Uint8Array>;
  /**
   * Resolves when all bytes that came are where a power cut leaves them; left out where none is acknowledged before.
   * Rejects with STORAGE_FULL and with the disk's own errors; then the bytes may be lost though they can be read.
   */
  sync?(id: string): Promise<void>;
  /** Removes it; no error when it is gone already. */
  remove(id: string): Promise<void>;
  /** Bytes that may still come before the disk counts as full; left out where there is no such end. */
  room?(): Promise<number>;
  /** Rejects when nothing can be written, or nothing more has room: it tries. Left out for those who write nothing. */
  assertWritable?(): Promise<void>;
  /** Ids of everything that is kept, finished or not; one may come twice. */
  list?(): AsyncIterable<string>;
}
