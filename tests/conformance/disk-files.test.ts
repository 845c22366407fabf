import { type FileHandle, mkdtemp, open, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDiskFiles } from '#server/adapters/disk/files.ts';
import type { FileStore } from '#server/ports/file-store.ts';
import { add, describeFileStore } from './file-store.ts';

describeFileStore('a directory', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'files-'));
  return {
    files: createDiskFiles(directory),
    dispose: () => rm(directory, { recursive: true, force: true }),
  };
});

let directory: string;
let files: FileStore;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'files-'));
  files = createDiskFiles(directory);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(directory, { recursive: true });
});

const [A, B, C] = ['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32)];
const inDirectory = (name: string) => path.join(directory, name);

/** The methods of all open files. */
async function handles(): Promise<Pick<FileHandle, 'sync'>> {
  const any = await open(directory);
  await any.close();
  return Object.getPrototypeOf(any);
}
const broken = () => Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });

describe('an upload on a disk', () => {
  test('is synced with its name before its writer reports it', async () => {
    const sync = vi.spyOn(await handles(), 'sync');
    const writer = await files.append({ id: A, size: 10 });
    await writer.write([Buffer.from('01234')]);
    expect(sync).not.toHaveBeenCalled();
    await writer.close();
    expect(sync).toHaveBeenCalledTimes(2);
    await add(files, A, 10, Buffer.from('56789'));
    expect(sync).toHaveBeenCalledTimes(3);
    expect(await readFile(inDirectory(A), 'latin1')).toBe('0123456789');
  });

  test('is removed if its sync fails, although its bytes could still be read', async () => {
    await add(files, A, 10, Buffer.from('01234'));
    vi.spyOn(await handles(), 'sync').mockRejectedValueOnce(broken());
    await expect(add(files, A, 10, Buffer.from('56789'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await files.size(A)).toBeUndefined();
  });
});

describe('a directory that is full', () => {
  test('refuses with STORAGE_FULL and keeps earlier bytes', async () => {
    await writeFile(inDirectory(A), 'kept');
    await symlink('/dev/full', inDirectory(B));
    const writer = await files.append({ id: B, size: 1 });
    await expect(writer.write([Buffer.from('x')])).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    expect(await readFile(inDirectory(A), 'utf8')).toBe('kept');
    expect(await files.room?.()).toBeGreaterThan(0);
  });
});

test('lists its uploads once each, including descriptions of earlier releases, and no other file', async () => {
  const names = [A, `${A}.json`, B, `${C}.json`, 'notes.txt'];
  await Promise.all(names.map((name) => writeFile(inDirectory(name), 'x')));
  const listed: string[] = [];
  for await (const id of files.list?.() ?? []) listed.push(id);
  expect(listed.sort()).toEqual([A, B, C]);
});
