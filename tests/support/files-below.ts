import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Every file below a directory by its path, byte for byte as latin1. Another process copies them: if this one closed a
 * file of SQLite, the locks of a server that runs here would be released, and the next process that opens the ledger
 * would truncate what that server has mapped (SIGBUS).
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

/** All of it with the paths, as one text. */
export const everythingIn = async (directory: string): Promise<string> =>
  [...(await filesBelow(directory))].flat().join('\n');
