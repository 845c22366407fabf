import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';

/** Skips files that are missing, and those that may not be read, which the operating system syncs later. */
const LEFT_OUT = new Set<unknown>(['ENOENT', 'EACCES']);

/** Forces a file, or the names in a directory, onto the disk. Throws the error of the file system. */
export function syncPath(file: string): void {
  const handle = openExisting(file);
  if (handle === undefined) return;
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function openExisting(file: string): number | undefined {
  try {
    return openSync(file, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && LEFT_OUT.has(error.code)) return undefined;
    throw error;
  }
}

/**
 * Creates a directory and its missing parents, and syncs their names to the disk, since a file is lost with its directory.
 * Names up to `top` are synced even if nothing was missing, since a killed process may have just created them.
 */
export function makeLastingDirectory(directory: string, top = directory): void {
  const made = mkdirSync(directory, { recursive: true });
  const highest = path.dirname(path.resolve(made ?? top));
  let current = path.resolve(directory);
  while (current !== highest && current !== path.dirname(current)) {
    current = path.dirname(current);
    syncPath(current);
  }
}
