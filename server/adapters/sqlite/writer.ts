import { Worker } from 'node:worker_threads';
import { NOT_STORED, unavailable } from '../../errors.ts';
import { RowsMissing, UniqueViolation } from '../sql/store.ts';

/** A tuple, because it is copied to the thread. `mustChange`: it fails if it changes another number of rows. */
export type Statement = readonly [sql: string, parameters: readonly unknown[], mustChange?: number | undefined];

/** What the thread receives: writes to be committed together, each of which is some statements. */
export type Task = readonly (readonly Statement[])[] | 'truncate log' | 'close';

/** What the thread answers to writes, and to `truncate log`. */
export type Answer = readonly WriteOutcome[] | 'truncated';

/** Whether the first statement changed a row, or why nothing was written. */
export type WriteOutcome =
  | boolean
  | { readonly message: string; readonly kind: 'taken' | 'missing' | 'disk' | 'other' };

/** Enough for the writes of a moment. Without limits the heap grows with the machine's memory. */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 64 };

/** Characters that may wait for the disk: about 1,000 large applications. The thread has memory for twice as many. */
const MOST_WAITING = 16 * 1024 * 1024;

export interface Writer {
  /**
   * Resolves when it is on the disk, with whether the first statement changed a row; the rest is left out if not.
   * Rejects with UNAVAILABLE where the disk does not take it, and where too much waits for the disk already.
   */
  write(statements: readonly Statement[]): Promise<boolean>;
  /** Empties the write-ahead log after the writes that were asked for before; leaves it where a reader needs it. */
  truncateLog(): Promise<void>;
  /** When all that was asked for is written. */
  close(): Promise<void>;
}

interface QueuedWrite {
  readonly statements: readonly Statement[];
  resolve(isWritten: boolean): void;
  reject(error: Error): void;
}

/**
 * Writes a database in its own thread, one transaction after another. Writes that arrive during a transaction share the
 * next one (group commit). If the thread dies, the process ends.
 */
export function openWriter(file: string): Writer {
  const thread = new Worker(new URL('./writer-thread.ts', import.meta.url), {
    workerData: file,
    resourceLimits: LIMITS,
  });
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
  let waiting: QueuedWrite[] = [];
  let waitingSize = 0;
  const truncations: (() => void)[] = [];
  let underWay: readonly QueuedWrite[] | undefined;
  let whenIdle: (() => void) | undefined;
  const next = () => {
    underWay = waiting.length > 0 ? waiting : undefined;
    waiting = [];
    waitingSize = 0;
    if (underWay) thread.postMessage(underWay.map(({ statements }) => statements) satisfies Task);
    else whenIdle?.();
  };
  thread.on('message', (outcomes: Answer) => {
    if (outcomes === 'truncated') {
      truncations.shift()?.();
      return;
    }
    const answered = underWay ?? [];
    next();
    for (const [i, asked] of answered.entries()) settle(asked, outcomes[i]);
  });
  return {
    write: (statements) =>
      new Promise((resolve, reject) => {
        waitingSize += sizeOf(statements);
        if (waiting.length > 0 && waitingSize > MOST_WAITING) {
          waitingSize -= sizeOf(statements);
          reject(unavailable(new Error('too many writes wait for the disk of the ledger'), NOT_STORED));
          return;
        }
        waiting.push({ statements, resolve, reject });
        // Other writes of this turn of the event loop go with it.
        if (waiting.length === 1 && underWay === undefined) setImmediate(() => underWay ?? next());
      }),
    truncateLog: () =>
      new Promise((resolve) => {
        truncations.push(resolve);
        thread.postMessage('truncate log' satisfies Task);
      }),
    close: async () => {
      if (underWay || waiting.length > 0) await new Promise<void>((resolve) => (whenIdle = resolve));
      thread.postMessage('close' satisfies Task);
      await ended;
    },
  };
}

/** In characters, roughly: texts are nearly all of it. */
function sizeOf(statements: readonly Statement[]): number {
  let size = 0;
  for (const [sql, parameters] of statements) {
    size += sql.length;
    for (const value of parameters) size += typeof value === 'string' ? value.length : 8;
  }
  return size;
}

function settle({ resolve, reject }: QueuedWrite, outcome: WriteOutcome | undefined): void {
  if (typeof outcome === 'boolean') resolve(outcome);
  else if (outcome?.kind === 'taken') reject(new UniqueViolation(outcome.message));
  else if (outcome?.kind === 'missing') reject(new RowsMissing(outcome.message));
  else {
    const error = new Error(`the ledger could not be written: ${outcome?.message}`);
    reject(outcome?.kind === 'disk' ? unavailable(error, NOT_STORED) : error);
  }
}
