/**
 * Work on one submission. `lost` aborts when the job was given to another node, which took this process for
 * dead: then the work must end at the next opportunity.
 */
export type WorkHandler = (id: string, lost: AbortSignal) => Promise<void>;

/**
 * The longest wait for a retry: a quarter of an hour and its spread. A longer one means that the clock was set back; treat
 * it as due.
 */
export const LONGEST_WAIT_MS = 20 * 60_000;

/** What the server has to work on, now or at a time; ISO date-time. */
export interface Unfinished {
  readonly id: string;
  readonly retryAt?: string;
}

/**
 * Work by submission id. One id is never worked on twice at the same time, in any process. What the ledger writes
 * is added with it; `add` is for what may have been forgotten.
 */
export interface Queue {
  /** Now, or at a time, `LONGEST_WAIT_MS` ahead at most: then the handler is called too early, and says when again. Adding an id that is being worked on has it worked on once more afterwards. */
  add(id: string, at?: Date): Promise<void>;
  /** What is unfinished and not in the queue. Left out if the queue is empty at each start. */
  forgotten?(): Promise<readonly Unfinished[]>;
  /** Begins to work. A handler that throws is logged. */
  start(handler: WorkHandler): void;
  /** Takes no more work and waits for what is running, at most so many milliseconds. */
  drain(ms: number): Promise<void>;
}
