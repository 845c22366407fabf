import { chmodSync, statSync } from 'node:fs';
import path from 'node:path';

const OTHERS = 0o077;

/** Makes every file of this process private, regardless of its umask. Call it first. */
export function makeOnlyPrivateFiles(): void {
  process.umask(OTHERS);
}

/** Other users cannot reach files in a closed directory. Returns the directories that belong to another user and stay open. */
export function closeToOthers(dataDir: string): readonly string[] {
  return [dataDir, path.join(dataDir, 'uploads')].filter((directory) => !close(directory));
}

/** Whether it is closed now. Throws the file system's error if that cannot be known. */
function close(directory: string): boolean {
  const { mode } = statSync(directory);
  if ((mode & OTHERS) === 0) return true;
  try {
    chmodSync(directory, mode & 0o700);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'EPERM' || error.code === 'EROFS')) return false;
    throw error;
  }
}
