import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { NOT_STORED, unavailable } from '../../errors.ts';
import { RowsMissing, UniqueViolation } from '../sql/store.ts';

/** A tuple, since it is copied to the thread. `mustChange`: the required number of changed rows. */
export type Statement = readonly [sql: string, parameters: readonly unknown[], mustChange?: number | undefined];

/** A message to the thread: the statements of one write, or a command. */
export type Task = readonly Statement[] | 'truncate log' | 'close';

/** Whether the first statement of a write changed a row, or why nothing was written. */
export type Outcome = boolean | { readonly message: string; readonly kind: 'taken' | 'missing' | 'disk' | 'other' };

/** Enough for the queued writes. Without a limit the heap grows with the machine's memory. */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 64 };

/** Characters that may wait for the disk: about 1,000 large applications. The thread has memory for twice as many. */
const MOST_WAITING = 16 * 1024 * 1024;

export interface Writer {
  /**
   * Resolves once it is on the disk, to whether the first statement changed a row; if not, the rest is skipped. Rejects
   * with UNAVAILABLE if the disk cannot be written, or if too many writes are queued.
   */
  write(statements: readonly Statement[]): Promise<boolean>;
  /** Empties the write-ahead log after the queued writes, unless a reader needs it. */
  truncateLog(): Promise<void>;
  close(): Promise<void>;
}

interface Waiting {
  readonly size: number;
  resolve(isWritten: boolean): void;
  reject(error: Error): void;
}

/** Writes a database in its own thread, in the order of the calls. If the thread crashes, the process ends. */
export function openWriter(file: string): Writer {
  const thread = new Worker(new URL('./writer-thread.ts', import.meta.url), {
    workerData: file,
    resourceLimits: LIMITS,
  });
  const ended = once(thread, 'exit');
  const waiting: Waiting[] = [];
  let waitingSize = 0;
  thread.on('message', (outcomes: readonly Outcome[]) => {
    for (const [i, asked] of waiting.splice(0, outcomes.length).entries()) {
      waitingSize -= asked.size;
      settle(asked, outcomes[i]);
    }
  });
  const ask = (task: Task, size: number) =>
    new Promise<boolean>((resolve, reject) => {
      waiting.push({ size, resolve, reject });
      waitingSize += size;
      thread.postMessage(task);
    });
  return {
    write: async (statements) => {
      const size = sizeOf(statements);
      if (waiting.length > 0 && waitingSize + size > MOST_WAITING) {
        throw unavailable(new Error('too many writes wait for the disk of the ledger'), NOT_STORED);
      }
      return ask(statements, size);
    },
    truncateLog: async () => {
      await ask('truncate log', 0);
    },
    close: async () => {
      thread.postMessage('close' satisfies Task);
      await ended;
    },
  };
}

/** In characters, roughly: texts are nearly all of it. */
const sizeOf = (statements: readonly Statement[]): number =>
  statements
    .flatMap(([, parameters]) => parameters)
    .reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);

function settle({ resolve, reject }: Waiting, outcome: Outcome | undefined): void {
  if (typeof outcome === 'boolean') resolve(outcome);
  else if (outcome?.kind === 'taken') reject(new UniqueViolation(outcome.message));
  else if (outcome?.kind === 'missing') reject(new RowsMissing(outcome.message));
  else {
    const error = new Error(`the ledger could not be written: ${outcome?.message}`);
    reject(outcome?.kind === 'disk' ? unavailable(error, NOT_STORED) : error);
  }
}
