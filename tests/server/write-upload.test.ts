import { open } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { writeUpload } from '#server/adapters/disk/write-upload.ts';

vi.mock('node:fs/promises', async (original) => ({ ...(await original<object>()), open: vi.fn() }));

test('an upload whose size cannot be read is refused, and its file is closed', async () => {
  const actual = await vi.importActual<typeof import('node:fs/promises')>('node:fs/promises');
  const handle = await actual.open(import.meta.filename);
  vi.spyOn(handle, 'stat').mockRejectedValue(Object.assign(new Error('i/o error, fstat'), { code: 'EIO' }));
  const close = vi.spyOn(handle, 'close');
  vi.mocked(open).mockResolvedValueOnce(handle);
  await expect(writeUpload('/uploads/a')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(close).toHaveBeenCalledOnce();
});
