import { type FileHandle, open, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { AppError, NOT_STORED, STORAGE_FULL, unavailable } from '../../errors.ts';
import type { UploadWriter } from '../../ports/file-store.ts';

const MB = 1024 * 1024;
/** Left free for the ledger: a twentieth of the disk, within these limits. Uploads stop before applications do. */
const KEPT_FREE = { share: 0.05, least: 16 * MB, most: 64 * MB };

/** Free bytes that uploads may use on a directory's disk. */
export async function roomIn(directory: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(directory);
  const kept = Math.min(Math.max(blocks * bsize * KEPT_FREE.share, KEPT_FREE.least), KEPT_FREE.most);
  return Math.max(0, bavail * bsize - kept);
}

/** Free space is checked again after this many bytes, since other programs write to the disk too. */
const ASK_EVERY = 1024 * 1024;

const NO_ROOM = new Set<unknown>(['ENOSPC', 'EDQUOT']);
const NOT_WRITABLE = new Set<unknown>(['EIO', 'EROFS']);

const full = (cause?: unknown) => new AppError('STORAGE_FULL', { detail: STORAGE_FULL, cause });

/** Throws STORAGE_FULL for a full disk, UNAVAILABLE for one that cannot be written, other errors unchanged. */
function throwStorageError(cause: unknown): never {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (NO_ROOM.has(code)) throw full(cause);
  throw NOT_WRITABLE.has(code) ? unavailable(cause, NOT_STORED) : cause;
}

/** `close` syncs file and name. A file that cannot be synced is removed: a later sync would not fail again. */
export async function writeUpload(file: string): Promise<UploadWriter> {
  const directory = path.dirname(file);
  const handle = await open(file, 'a', 0o600).catch(throwStorageError);
  const begin = await sizeOf(handle);
  let offset = begin;
  let roomLeft = 0;
  const write = async (blocks: readonly Uint8Array[]) => {
    const bytes = blocks.reduce((sum, block) => sum + block.length, 0);
    if (bytes > roomLeft) roomLeft = Math.min(await roomIn(directory), Math.max(ASK_EVERY, bytes));
    if (bytes > roomLeft) throw full();
    const { bytesWritten } = await handle.writev(blocks);
    // The system may write only a part, for example if the disk is nearly full.
    if (bytesWritten < bytes) await handle.appendFile(Buffer.concat(blocks).subarray(bytesWritten));
    for (const block of blocks) release(block);
    roomLeft -= bytes;
    offset += bytes;
  };
  const sync = async () => {
    await handle.sync();
    if (begin === 0) await syncNames(directory);
    // A failed write may have stored a part.
    return (await handle.stat()).size;
  };
  return {
    get offset() {
      return offset;
    },
    write: (blocks) => write(blocks).catch(throwStorageError),
    close: async () => {
      try {
        return await sync();
      } catch (error) {
        await rm(file, { force: true });
        return throwStorageError(error);
      } finally {
        await handle.close();
      }
    },
  };
}

/** The size of a file; closes it if that fails. */
async function sizeOf(handle: FileHandle): Promise<number> {
  try {
    return (await handle.stat()).size;
  } catch (error) {
    await handle.close();
    return throwStorageError(error);
  }
}

/** Frees a block's memory now: the garbage collector would wait for a hundred megabytes more. */
function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

async function syncNames(directory: string): Promise<void> {
  const handle = await open(directory);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
