import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createDiskFiles } from '#server/adapters/disk-files.ts';
import { describeFileStore } from './file-store.ts';

describeFileStore('a directory', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'files-'));
  const disk = createDiskFiles({ directory, lifeMs: 86_400_000 });
  return { ...disk, dispose: () => rm(directory, { recursive: true, force: true }) };
});

describe('a directory that is full', () => {
  test('refuses with STORAGE_FULL and leaves what was written before', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'files-'));
    const { tus, files } = createDiskFiles({ directory, lifeMs: 86_400_000 });
    const [kept, full] = ['a'.repeat(32), 'b'.repeat(32)];
    await writeFile(path.join(directory, kept), 'kept');
    await symlink('/dev/full', path.join(directory, full));
    await expect(tus.write(Readable.from([Buffer.from('x')]), full, 0)).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    expect(await readFile(path.join(directory, kept), 'utf8')).toBe('kept');
    expect(await files.room?.()).toBeGreaterThan(0);
    await rm(directory, { recursive: true });
  });

  test('lists what it keeps, once each, and nothing that is none of ours', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'files-'));
    const { files } = createDiskFiles({ directory, lifeMs: 86_400_000 });
    const [whole, bare, described] = ['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32)];
    const names = [whole, `${whole}.json`, bare, `${described}.json`, 'notes.txt'];
    await Promise.all(names.map((name) => writeFile(path.join(directory, name), 'x')));
    const listed: string[] = [];
    for await (const id of files.list?.() ?? []) listed.push(id);
    expect(listed.sort()).toEqual([whole, bare, described]);
    await rm(directory, { recursive: true });
  });
});
