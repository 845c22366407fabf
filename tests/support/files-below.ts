import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Reads every file below a directory, as latin1 by its path. Another process copies them: if this process closed a
 * SQLite file, it would release the locks of a server in it. The next process that opens the ledger would then truncate
 * what that server has mapped (SIGBUS).
 */
export async function filesBelow(directory: string): Promise<Map<string, string>> {
  const copy = await mkdtemp(path.join(tmpdir(), 'copy-'));
  await run('cp', ['-a', `${directory}/.`, copy]);
  const entries = await readdir(copy, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const texts = await Promise.all(
    files.map(
      async (file) => [path.join(directory, path.relative(copy, file)), await readFile(file, 'latin1')] as const,
    ),
  );
  await rm(copy, { recursive: true });
  return new Map(texts);
}

/** All files with their paths, as one text. */
export const everythingIn = async (directory: string): Promise<string> =>
  [...(await filesBelow(directory))].flat().join('\n');
