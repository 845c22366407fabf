import { open, opendir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from '../../ports/file-store.ts';
import { roomIn, writeUpload } from './write-upload.ts';

/** Our upload ids have 32 hex digits. Nothing else may reach the file system. */
const OWN_ID = /^[0-9a-f]{32}$/;

export function createDiskFiles(directory: string): FileStore {
  const within = directory + path.sep;
  const pathOf = (id: string) => {
    if (!OWN_ID.test(id)) throw new Error('not an upload id');
    return within + id;
  };
  const statsOf = async (id: string) => (OWN_ID.test(id) ? await stat(pathOf(id)).catch(ignoreMissing) : undefined);
  return {
    size: async (id) => (await statsOf(id))?.size,
    lastByteAt: async (id) => (await statsOf(id))?.mtime,
    open: (id, from) => blocksOf(pathOf(id), from),
    append: async ({ id }) => writeUpload(pathOf(id)),
    remove: async (id) => {
      if (!OWN_ID.test(id)) return;
      await rm(pathOf(id), { force: true });
      await rm(`${pathOf(id)}.json`, { force: true });
    },
    room: () => roomIn(directory),
    assertWritable: () => assertWritable(directory),
    list: () => idsIn(directory),
  };
}

/** Writes like an upload. Fails if the disk has only room for the ledger. */
async function assertWritable(directory: string): Promise<void> {
  const probe = path.join(directory, 'probe');
  await writeFile(probe, Buffer.alloc(4096), { mode: 0o600, flush: true });
  await rm(probe);
  if ((await roomIn(directory)) === 0) throw new Error('there is no room for uploads');
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}

/** A multiple of three, so that base64 need not join the rest of one block with the next. */
const BLOCK_BYTES = 3 * 32 * 1024;
/** For small documents: a large block for each of them would cost a tenth of the throughput. */
const FIRST_BLOCK_BYTES = 3 * 4 * 1024;

async function* blocksOf(file: string, from = 0): AsyncGenerator<Uint8Array> {
  const handle = await open(file);
  let at = from;
  try {
    for (let isMore = true, bytes = FIRST_BLOCK_BYTES; isMore; bytes = BLOCK_BYTES) {
      const block = Buffer.allocUnsafe(bytes);
      const { bytesRead } = await handle.read(block, 0, bytes, at);
      if (bytesRead > 0) yield block.subarray(0, bytesRead);
      at += bytesRead;
      isMore = bytesRead === bytes;
    }
  } finally {
    await handle.close();
  }
}

/** Earlier releases kept a description (`.json`) beside the bytes; a crash may have left one without the other. */
async function* idsIn(directory: string): AsyncGenerator<string> {
  const seen = new Set<string>();
  for await (const { name } of await opendir(directory)) {
    const id = name.replace(/\.json$/, '');
    if (OWN_ID.test(id) && !seen.has(id)) yield id;
    seen.add(id);
  }
}
