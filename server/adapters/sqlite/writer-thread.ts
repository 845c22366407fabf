import { parentPort, workerData } from 'node:worker_threads';
import { BUSY_TIMEOUT_MS, openDatabase } from './database.ts';
import type { Answer, Statement, Task, WriteOutcome } from './writer.ts';

/** SQLite's own numbers of a unique column and of a primary key that are taken. */
const UNIQUE = new Set([2067, 1555]);

/** SQLite's own classes of errors of the disk: locked, out of memory, read-only, input and output, full, not to be opened. */
const DISK = new Set([5, 6, 7, 8, 10, 13, 14]);

/** Rows that a statement must change are not there. */
class Missing extends Error {}

/** The thread that writes: one transaction, and so one wait for the disk, for all writes of a task. */
const database = openDatabase(String(workerData));

/** Longer than an ordinary read; a backup takes longer. */
const READERS_MS = 100;

parentPort?.on('message', (task: Task) => {
  if (task === 'close') {
    database.close();
    parentPort?.close();
    return;
  }
  if (task === 'truncate log') truncateLog();
  const answer: Answer = task === 'truncate log' ? 'truncated' : commit(task);
  parentPort?.postMessage(answer);
});

/** Leaves the log as it is while a reader needs it or the disk fails. The next sweep tries again. */
function truncateLog(): void {
  try {
    database.exec(`pragma busy_timeout = ${READERS_MS}; pragma wal_checkpoint(truncate);`);
  } catch {
  } finally {
    database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

/**
 * If one write fails, the transaction is rolled back and each write is made on its own, so that none fails for another.
 * Never throws.
 */
function commit(writes: readonly (readonly Statement[])[]): WriteOutcome[] {
  try {
    database.exec('begin immediate');
    const outcomes = writes.map(write);
    database.exec('commit');
    return outcomes;
  } catch (error) {
    rollBack();
    const [only] = writes;
    if (only === undefined || writes.length === 1) return [failure(error)];
    return writes.flatMap((one) => commit([one]));
  }
}

function write([first, ...rest]: readonly Statement[]): boolean {
  if (first === undefined || run(first) === 0) return false;
  for (const statement of rest) run(statement);
  return true;
}

/** How many rows it changed; throws Missing where that is another number than it must. */
function run([sql, parameters, mustChange]: Statement): number {
  const changed = database.run(sql, parameters);
  if (mustChange !== undefined && changed !== mustChange)
    throw new Missing(`${changed} rows in place of ${mustChange}`);
  return changed;
}

function rollBack(): void {
  try {
    database.exec('rollback');
  } catch {
    // No transaction is open.
  }
}

function failure(error: unknown): WriteOutcome {
  const message = error instanceof Error ? error.message : String(error);
  const number = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
  return { message, kind: error instanceof Missing ? 'missing' : kindOf(number) };
}

function kindOf(number: number): 'taken' | 'disk' | 'other' {
  if (UNIQUE.has(number)) return 'taken';
  return DISK.has(number & 0xff) ? 'disk' : 'other';
}
