import { type FileHandle, open } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { writeUpload } from '#server/adapters/disk/write-upload.ts';

vi.mock('node:fs/promises', async (original) => ({ ...(await original<object>()), open: vi.fn() }));

test('an upload whose size cannot be read is refused, and its file is closed', async () => {
  const stat = () => Promise.reject(Object.assign(new Error('i/o error, fstat'), { code: 'EIO' }));
  const close = vi.fn(async () => undefined);
  vi.mocked(open).mockResolvedValueOnce({ stat, close } as unknown as FileHandle);
  await expect(writeUpload('/uploads/a')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(close).toHaveBeenCalledOnce();
});
