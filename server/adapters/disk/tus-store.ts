import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { FileStore as TusFileStore } from '@tus/file-store';
import { AppError, STORAGE_FULL } from '../../errors.ts';
import type { Appended, Place, UploadStore } from '../../ports/upload-store.ts';
import { startDiskWriter, WriteFailed } from './writer.ts';

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);

/** The tus store on a disk: writes in a thread of its own, and counts an upload's life from its last byte: that is the
 * moment that tus is told of. */
export class AgingFileStore extends TusFileStore implements UploadStore {
  readonly #writer = startDiskWriter();

  async append(bytes: Readable, place: Place): Promise<Appended> {
    try {
      const { offset, content } = await this.#writer.append(bytes, path.join(this.directory, place.id), place);
      return { offset, content: content && { ...content, start: Buffer.from(content.start) } };
    } catch (cause) {
      const isFull = cause instanceof WriteFailed && NO_ROOM.has(cause.code);
      throw isFull ? new AppError('STORAGE_FULL', { detail: STORAGE_FULL, cause }) : cause;
    }
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    return (await this.append(bytes, { id, offset })).offset;
  }

  override async getUpload(id: string) {
    const upload = await super.getUpload(id);
    const { mtime } = await stat(path.join(this.directory, id));
    upload.creation_date = mtime.toISOString();
    return upload;
  }

  /** Ends its thread. */
  close = (): Promise<void> => this.#writer.close();
}
