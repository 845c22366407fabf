import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { syncPath } from './sync-path.ts';

/** The random id of a directory, made at the first call. A copy of the directory has the same one. */
export function directoryId(directory: string): string {
  const file = path.join(directory, 'directory.id');
  try {
    writeFileSync(file, randomUUID(), { mode: 0o600, flag: 'wx', flush: true });
    syncPath(directory);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(file, 'utf8');
}
