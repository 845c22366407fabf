import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { FileStore as TusFileStore } from '@tus/file-store';
import type { FileStore } from '../ports/file-store.ts';

/** Upload ids are made by us (32 hex digits): nothing else reaches the file system. */
const OWN_ID = /^[0-9a-f]{32}$/;

/**
 * Uploads as files of one directory: `tus` writes them, `files` reads them. An upload's life is counted from its last
 * byte, so that is the moment that tus is told of.
 */
export function createDiskFiles(options: { readonly directory: string; readonly lifeMs: number }): {
  readonly tus: TusFileStore;
  readonly files: FileStore;
} {
  const { directory, lifeMs } = options;
  const tus = new AgingFileStore({ directory, expirationPeriodInMilliseconds: lifeMs });
  const pathOf = (id: string) => {
    if (!OWN_ID.test(id)) throw new Error('not an upload id');
    return path.join(directory, id);
  };
  const statsOf = (id: string) =>
    OWN_ID.test(id) ? stat(pathOf(id)).catch(() => undefined) : Promise.resolve(undefined);
  const files: FileStore = {
    size: async (id) => (await statsOf(id))?.size,
    lastByteAt: async (id) => (await statsOf(id))?.mtime,
    open: (id) => createReadStream(pathOf(id), { highWaterMark: 256 * 1024 }),
    remove: async (id) => {
      if (!OWN_ID.test(id)) return;
      await rm(pathOf(id), { force: true });
      await rm(`${pathOf(id)}.json`, { force: true });
    },
  };
  return { tus, files };
}

class AgingFileStore extends TusFileStore {
  override async getUpload(id: string) {
    const upload = await super.getUpload(id);
    const { mtime } = await stat(path.join(this.directory, id));
    upload.creation_date = mtime.toISOString();
    return upload;
  }
}
