import { mkdtemp, open, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeUpload } from '#server/adapters/disk/write-upload.ts';

/** The files that this process has open. */
async function openFiles(): Promise<readonly string[]> {
  const descriptors = await readdir('/proc/self/fd');
  return Promise.all(descriptors.map((one) => readlink(`/proc/self/fd/${one}`).catch(() => '')));
}

test('an upload whose size cannot be read is refused, and its file is closed', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'upload-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = path.join(directory, 'a');
  await writeFile(file, '');
  const handle = await open(file);
  const stat = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'stat');
  onTestFinished(() => stat.mockRestore());
  expect(await openFiles()).toContain(file);
  await handle.close();
  stat.mockRejectedValueOnce(Object.assign(new Error('i/o error, fstat'), { code: 'EIO' }));
  await expect(writeUpload(file)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await openFiles()).not.toContain(file);
});
