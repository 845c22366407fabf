import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { FileStore as TusFileStore } from '@tus/file-store';
import { ERRORS } from '@tus/server';
import { AppError, NOT_STORED, STORAGE_FULL, unavailable } from '../../errors.ts';
import type { Appended, UploadPosition, UploadStore } from '../../ports/upload-store.ts';
import { startDiskWriter } from './writer.ts';

const NO_ROOM = new Set<unknown>(['ENOSPC', 'EDQUOT']);

/** A disk that broke, or that can only be read any more. */
const NOT_WRITABLE = new Set<unknown>(['EIO', 'EROFS']);

/** Throws STORAGE_FULL for an error of a disk that is full, UNAVAILABLE for one that takes no write, any other as it is. */
export function throwStorageError(cause: unknown): never {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (NO_ROOM.has(code)) throw new AppError('STORAGE_FULL', { detail: STORAGE_FULL, cause });
  throw NOT_WRITABLE.has(code) ? unavailable(cause, NOT_STORED) : cause;
}

/** The tus store on a disk: writes in a thread of its own, and counts an upload's life from its last byte. */
export class AgingFileStore extends TusFileStore implements UploadStore {
  readonly #writer = startDiskWriter();

  async append(bytes: Readable, position: UploadPosition): Promise<Appended> {
    const file = path.join(this.directory, position.id);
    const { offset, content } = await this.#writer.append(bytes, file, position).catch(throwStorageError);
    return { offset, content: content && { ...content, start: Buffer.from(content.start) } };
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    return (await this.append(bytes, { id, offset })).offset;
  }

  override async getUpload(id: string) {
    const upload = await super.getUpload(id);
    const { mtime } = await stat(path.join(this.directory, id));
    upload.creation_date = mtime.toISOString();
    // What is longer than it was to be is none of what was sent: it is to be sent anew.
    if (upload.size !== undefined && upload.offset > upload.size) throw ERRORS.FILE_NO_LONGER_EXISTS;
    return upload;
  }

  /** Ends its thread. */
  close = (): Promise<void> => this.#writer.close();
}
