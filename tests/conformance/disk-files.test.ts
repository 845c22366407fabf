import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDiskFiles } from '#server/adapters/disk-files.ts';
import { describeFileStore } from './file-store.ts';

describeFileStore('a directory', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'files-'));
  const disk = createDiskFiles({ directory, lifeMs: 86_400_000 });
  return { ...disk, dispose: () => rm(directory, { recursive: true, force: true }) };
});
