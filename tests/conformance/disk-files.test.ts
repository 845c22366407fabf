import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { Upload } from '@tus/server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDiskFiles } from '#server/adapters/disk/files.ts';
import { describeFileStore } from './file-store.ts';

const openOn = (directory: string) => createDiskFiles({ directory, lifeMs: 86_400_000 });

describeFileStore('a directory', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'files-'));
  const [one, other] = [openOn(directory), openOn(directory)];
  return {
    ...one,
    again: () => other.tus,
    dispose: async () => {
      await Promise.all([one.close(), other.close()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
});

describe('writing on a disk', () => {
  let directory: string;
  let disk: ReturnType<typeof createDiskFiles>;
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'files-'));
    disk = openOn(directory);
  });
  afterEach(async () => {
    await disk.close();
    await rm(directory, { recursive: true });
  });
  const contentOf = (id: string) => readFile(path.join(directory, id), 'latin1');
  const begin = (id: string, size: number) => disk.tus.create(new Upload({ id, size, offset: 0, metadata: {} }));

  test('keeps what had come before the bytes broke off, tells why, and goes on behind it', async () => {
    const id = 'd'.repeat(32);
    await begin(id, 10);
    const breaking = new Readable({ read: () => undefined });
    const appended = disk.tus.append(breaking, { id, offset: 0, size: 10 });
    breaking.push('01234');
    await expect.poll(() => contentOf(id)).toBe('01234');
    breaking.destroy(new Error('the cable was pulled'));
    await expect(appended).rejects.toThrow('the cable was pulled');
    const { offset, content } = await disk.tus.append(Readable.from([Buffer.from('56789')]), {
      id,
      offset: 5,
      size: 10,
    });
    expect(offset).toBe(10);
    expect(content?.sha256).toBe(createHash('sha256').update('0123456789').digest('hex'));
  });

  test('an upload that is longer than it was to be is gone, so that it is sent anew', async () => {
    const id = 'e'.repeat(32);
    await begin(id, 4);
    await writeFile(path.join(directory, id), '01234');
    await expect(disk.tus.getUpload(id)).rejects.toMatchObject({ status_code: 410 });
  });

  test('one that fails fails alone, and is not read to its end', async () => {
    const ids = [1, 2, 3, 4].map((digit) => String(digit).repeat(32));
    for (const id of ids) await begin(id, 1_000_000);
    const [missing = '', ...others] = ids;
    await disk.files.remove(missing);
    const endless = new Readable({
      read() {
        this.push(Buffer.alloc(1000));
      },
    });
    const failed = disk.tus.append(endless, { id: missing, offset: 0 });
    const written = others.map((id) =>
      disk.tus.append(Readable.from([Buffer.alloc(1_000_000, id)]), { id, offset: 0 }),
    );
    await expect(failed).rejects.toMatchObject({ code: 'ENOENT' });
    expect(endless.destroyed).toBe(true);
    expect((await Promise.all(written)).map(({ offset }) => offset)).toEqual([1_000_000, 1_000_000, 1_000_000]);
    for (const id of others) expect(await contentOf(id)).toBe(id.repeat(31_250));
  });
});

describe('a directory that is full', () => {
  test('refuses with STORAGE_FULL and leaves what was written before', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'files-'));
    const { tus, files } = openOn(directory);
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
    const { files } = openOn(directory);
    const [whole, bare, described] = ['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32)];
    const names = [whole, `${whole}.json`, bare, `${described}.json`, 'notes.txt'];
    await Promise.all(names.map((name) => writeFile(path.join(directory, name), 'x')));
    const listed: string[] = [];
    for await (const id of files.list?.() ?? []) listed.push(id);
    expect(listed.sort()).toEqual([whole, bare, described]);
    await rm(directory, { recursive: true });
  });
});
