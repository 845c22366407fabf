import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../sql/schema.ts';

/** Under load the disk is waited for at most a third of the time: so much longer than a commit lasts, others gather. */
const GATHER = 2;
const LONGEST_GATHER_MS = 15;

/** Runs something in a transaction; resolves with what it gave when that is on the disk. */
export type Transact = <T>(work: (trx: Transaction<Tables>) => Promise<T>) => Promise<T>;

/**
 * One transaction, and so one wait for the disk, for all writes that are asked for in one turn of the event loop or
 * while the ones before are written. Each resolves only when its transaction has ended. When one fails, nothing of the
 * group is written, and each is then written for itself, so that no write fails for another's fault; what is given must
 * therefore do nothing but SQL.
 */
export function groupCommits(db: Kysely<Tables>): Transact {
  let waiting: Write[] = [];
  let isWriting = false;
  const write = async () => {
    const group = waiting;
    waiting = [];
    const began = performance.now();
    if (group.length > 0) await commit(db, group);
    const took = performance.now() - began;
    // Who writes alone is not made to wait; where there are many, more of them share the next wait for the disk.
    if (waiting.length > 0 || group.length > 1) setTimeout(write, Math.min(took * GATHER, LONGEST_GATHER_MS));
    else isWriting = false;
  };
  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push(prepared(work, resolve, reject));
      if (isWriting) return;
      isWriting = true;
      setImmediate(write);
    });
}

interface Write {
  /** Does the work; the answer tells the one who waits. */
  run(trx: Transaction<Tables>): Promise<() => void>;
  fail(error: unknown): void;
}

function prepared<T>(
  work: (trx: Transaction<Tables>) => Promise<T>,
  resolve: (value: T) => void,
  fail: (error: unknown) => void,
): Write {
  const run = async (trx: Transaction<Tables>) => {
    const value = await work(trx);
    return () => resolve(value);
  };
  return { run, fail };
}

/** Never rejects. */
async function commit(db: Kysely<Tables>, group: readonly Write[]): Promise<void> {
  try {
    const told = await db.transaction().execute(async (trx) => {
      const done: (() => void)[] = [];
      for (const { run } of group) done.push(await run(trx));
      return done;
    });
    for (const tell of told) tell();
  } catch (error) {
    if (group.length === 1) group[0]?.fail(error);
    else for (const write of group) await commit(db, [write]);
  }
}
