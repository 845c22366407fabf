import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { BUSY_TIMEOUT_MS, openDatabase } from './database.ts';
import type { Outcome, Statement, Task } from './writer.ts';

/** SQLite's error codes for a duplicate unique column and primary key. */
const UNIQUE = new Set([2067, 1555]);

/** SQLite's error codes: locked, out of memory, read-only, input or output error, full, cannot open. */
const DISK = new Set([5, 6, 7, 8, 10, 13, 14]);

/** Longer than an ordinary read; a backup takes longer. */
const READERS_MS = 100;

class Missing extends Error {}

const database = openDatabase(String(workerData));

/** Writes that arrived during a transaction share the next one, and so one wait for the disk (group commit). */
parentPort?.on('message', (first: Task) => {
  const outcomes: Outcome[] = [];
  let writes: (readonly Statement[])[] = [];
  const commitAll = () => {
    if (writes.length > 0) outcomes.push(...commit(writes));
    writes = [];
  };
  for (let task: Task | undefined = first; task !== undefined; task = nextTask()) {
    if (typeof task === 'object') writes.push(task);
    else {
      commitAll();
      if (task === 'close') return close(outcomes);
      outcomes.push(truncateLog());
    }
  }
  commitAll();
  parentPort?.postMessage(outcomes);
});

function close(outcomes: readonly Outcome[]): void {
  database.close();
  parentPort?.postMessage(outcomes);
  parentPort?.close();
}

const nextTask = (): Task | undefined => parentPort && receiveMessageOnPort(parentPort)?.message;

/** Leaves the log as it is while a reader needs it or the disk fails. The next sweep tries again. */
function truncateLog(): boolean {
  try {
    database.run(`pragma busy_timeout = ${READERS_MS}`);
    database.rows('pragma wal_checkpoint(truncate)');
    return true;
  } catch {
    return false;
  } finally {
    database.run(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

/** If one write fails, all are rolled back and repeated one by one. Never throws. */
function commit(writes: readonly (readonly Statement[])[]): Outcome[] {
  try {
    database.run('begin immediate');
    const outcomes = writes.map(write);
    database.run('commit');
    return outcomes;
  } catch (error) {
    rollBack();
    return writes.length === 1 ? [failure(error)] : writes.flatMap((one) => commit([one]));
  }
}

function write([first, ...rest]: readonly Statement[]): boolean {
  if (first === undefined || run(first) === 0) return false;
  for (const statement of rest) run(statement);
  return true;
}

/** Returns the number of changed rows; throws Missing if it is not the required one. */
function run([sql, parameters, mustChange]: Statement): number {
  const changed = database.run(sql, parameters);
  if (mustChange !== undefined && changed !== mustChange)
    throw new Missing(`${changed} rows in place of ${mustChange}`);
  return changed;
}

function rollBack(): void {
  try {
    database.run('rollback');
  } catch {
    // No transaction is open.
  }
}

function failure(error: unknown): Outcome {
  const message = error instanceof Error ? error.message : String(error);
  const number = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
  return { message, kind: error instanceof Missing ? 'missing' : kindOf(number) };
}

function kindOf(number: number): 'taken' | 'disk' | 'other' {
  if (UNIQUE.has(number)) return 'taken';
  return DISK.has(number & 0xff) ? 'disk' : 'other';
}
