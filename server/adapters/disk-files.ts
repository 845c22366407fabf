import {
  closeSync,
  createReadStream,
  createWriteStream,
  fstatSync,
  openSync,
  readFileSync,
  statSync,
  type WriteStream,
} from 'node:fs';
import { opendir, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { finished, type Readable } from 'node:stream';
import { FileStore as TusFileStore } from '@tus/file-store';
import { AppError, STORAGE_FULL } from '../errors.ts';
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
  // Microseconds on a local disk, where a turn in the pool of threads costs a submission under load a millisecond.
  const statsOf = (id: string) => (OWN_ID.test(id) ? statSync(pathOf(id), { throwIfNoEntry: false }) : undefined);
  const files: FileStore = {
    size: async (id) => statsOf(id)?.size,
    lastByteAt: async (id) => statsOf(id)?.mtime,
    open: (id) => read(pathOf(id)),
    remove: async (id) => {
      if (!OWN_ID.test(id)) return;
      await rm(pathOf(id), { force: true });
      await rm(`${pathOf(id)}.json`, { force: true });
    },
    room: () => roomIn(directory),
    list: () => idsIn(directory),
  };
  return { tus, files };
}

/** Up to so many bytes a file is read at once: it takes less time than asking another thread for it. */
const SMALL_FILE = 64 * 1024;

/** A multiple of three: base64 then needs no copy to join what is left of one block with the next. */
const READ_BYTES = 3 * 64 * 1024;

async function* read(file: string): AsyncGenerator<Uint8Array> {
  const handle = openSync(file, 'r');
  if (fstatSync(handle).size > SMALL_FILE) {
    yield* createReadStream(file, { fd: handle, highWaterMark: READ_BYTES });
    return;
  }
  try {
    yield readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Kept free for the ledger and for what else is on that disk: a twentieth of it, 64 MB at most. */
const KEPT_FREE = { share: 0.05, most: 64 * 1024 * 1024 };

async function roomIn(directory: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return Math.max(0, bavail * bsize - Math.min(blocks * bsize * KEPT_FREE.share, KEPT_FREE.most));
}

/** An upload is its bytes, or its description, or both: a crash may have left one without the other. */
async function* idsIn(directory: string): AsyncGenerator<string> {
  const seen = new Set<string>();
  for await (const { name } of await opendir(directory)) {
    const id = name.replace(/\.json$/, '');
    if (OWN_ID.test(id) && !seen.has(id)) yield id;
    seen.add(id);
  }
}

/**
 * `pipeline(content, file)` that gives the memory of a block back as soon as it is written: the collector would come for
 * it a hundred megabytes later, and fresh memory is slower than what was used just now. So the blocks end here.
 */
function pour(content: Readable, file: WriteStream): Promise<void> {
  content.on('data', (block: Buffer) => {
    if (!file.write(block, () => giveBack(block))) content.pause();
  });
  file.on('drain', () => content.resume());
  finished(content, (error) => (error ? file.destroy(error) : file.end()));
  return new Promise((resolve, reject) => {
    file.once('close', resolve).once('error', (error) => {
      content.destroy();
      reject(error);
    });
  });
}

/** Only of a buffer that shares its memory with none. */
function giveBack({ length, buffer }: Buffer): void {
  if (length === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);

class AgingFileStore extends TusFileStore {
  /** Writes from that offset on; what was written before an error stays. The number of bytes that are there then. */
  override async write(content: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(path.join(this.directory, id), {
      flags: 'r+',
      start: offset,
      highWaterMark: 64 * 1024,
    });
    try {
      await pour(content, file);
    } catch (cause) {
      const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
      throw NO_ROOM.has(code) ? new AppError('STORAGE_FULL', { detail: STORAGE_FULL, cause }) : cause;
    }
    return offset + file.bytesWritten;
  }

  override async getUpload(id: string) {
    const upload = await super.getUpload(id);
    const { mtime } = await stat(path.join(this.directory, id));
    upload.creation_date = mtime.toISOString();
    return upload;
  }
}
