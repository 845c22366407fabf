import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Held as long as its process lives. Nothing else may open it there: closing any handle would give up the lock. */
const LOCK = 'server.lock.sqlite';
/** Says who holds it, for the message alone. */
const OWNER = 'server.lock';
/** A process that was just killed gives up its locks within this. */
const PATIENCE_MS = 1_000;
const SQLITE_BUSY = 5;
/** Out of reach of the garbage collector, which would close them. */
const held = new Set<DatabaseSync>();

/**
 * Makes this process the owner of a data directory; the answer gives it up. Throws with a clear message when another
 * one owns it. The lock is the operating system's, through SQLite: it ends with its process, however that ends, and
 * holds between containers that see nothing of each other's processes. The ledger itself is not locked, so that tools
 * can read beside the server.
 */
export function lockDirectory(directory: string): () => void {
  const owner = path.join(directory, OWNER);
  const lock = new DatabaseSync(path.join(directory, LOCK), { timeout: PATIENCE_MS });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (!(error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)) throw error;
    throw new Error(`DATA_DIR ${directory} is in use by another server (process ${nameOf(owner)}); stop it first`);
  }
  held.add(lock);
  writeFileSync(owner, `${process.pid}\n`, { mode: 0o600 });
  return () => {
    // Given up once: then both files are the next one's.
    if (!held.delete(lock)) return;
    rmSync(owner, { force: true });
    lock.close();
  };
}

function nameOf(owner: string): string {
  try {
    return /\d+/.exec(readFileSync(owner, 'utf8'))?.[0] ?? 'unknown';
  } catch {
    return 'unknown';
  }
}
