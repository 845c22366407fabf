import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Locked while its process runs. The process must not open it twice: closing any handle would release the lock. */
const LOCK = 'server.lock.sqlite';
/** The process id of the owner, only for the message. */
const OWNER = 'server.lock';
/** The locks of a killed process are released within this time. */
const TIMEOUT_MS = 1_000;
const SQLITE_BUSY = 5;
/** Kept from the garbage collector, which would close them. */
const held = new Set<DatabaseSync>();

/**
 * Makes this process the owner of a data directory. Throws if another process owns it. SQLite locks through the operating
 * system, so the lock ends with its process. The ledger is not locked: commands can read it beside the server
 * (docs/decisions/0021-operations.md).
 * @returns a function that releases the lock
 */
export function lockDirectory(directory: string): () => void {
  const file = new DatabaseSync(path.join(directory, LOCK), { timeout: TIMEOUT_MS });
  const owner = path.join(directory, OWNER);
  try {
    file.exec('begin exclusive');
  } catch (error) {
    file.close();
    if (!(error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)) throw error;
    const name = `process ${ownerIn(owner)}`;
    throw new Error(`DATA_DIR ${directory} is in use by another server (${name}); stop it first`);
  }
  held.add(file);
  ignoreFailure(() => writeFileSync(owner, `${process.pid}\n`, { mode: 0o600 }));
  return () => {
    // A second call must not remove the files of the next owner.
    if (!held.delete(file)) return;
    ignoreFailure(() => rmSync(owner, { force: true }));
    file.close();
  };
}

function ownerIn(file: string): string {
  try {
    return /\d+/.exec(readFileSync(file, 'utf8'))?.[0] ?? 'unknown';
  } catch {
    return 'unknown';
  }
}

/** Never throws: the file is only for a message, and a disk that cannot be written must not prevent the end. */
function ignoreFailure(work: () => void): void {
  try {
    work();
  } catch {}
}
