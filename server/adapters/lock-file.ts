import { closeSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes this process the owner of a data directory by a file that names it; the answer gives it up. Throws with a
 * clear message when a living process owns it; a lock whose process is gone is taken over. SQLite itself is not
 * locked, so that tools can read beside the server.
 */
export function lockDirectory(directory: string): () => void {
  const file = path.join(directory, 'server.lock');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (take(file)) return () => release(file);
    const owner = ownerOf(file);
    if (owner !== undefined && isAlive(owner)) {
      throw new Error(`DATA_DIR ${directory} is in use by another server (process ${owner.pid}); stop it first`);
    }
    release(file);
  }
  throw new Error(`DATA_DIR ${directory} could not be locked`);
}

interface Owner {
  readonly pid: number;
  /** When the process started, in the kernel's count: a number given again to another process differs here. */
  readonly started: string;
}

function take(file: string): boolean {
  try {
    const handle = openSync(file, 'wx', 0o600);
    writeSync(handle, JSON.stringify({ pid: process.pid, started: startOf(process.pid) ?? '' } satisfies Owner));
    closeSync(handle);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function release(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // Gone already.
  }
}

function ownerOf(file: string): Owner | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value !== 'object' || value === null || !('pid' in value) || typeof value.pid !== 'number')
      return undefined;
    return { pid: value.pid, started: 'started' in value ? String(value.started) : '' };
  } catch {
    return undefined;
  }
}

function isAlive({ pid, started }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const now = startOf(pid);
  return now === undefined || started === '' || now === started;
}

/** Field 22 of /proc/<pid>/stat where there is such a thing. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
