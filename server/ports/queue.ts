/** `lost` aborts if the job was given to another node: then the work must end as soon as it can. */
export type WorkHandler = (id: string, lost: AbortSignal) => Promise<void>;

/** A quarter of an hour with jitter. A longer wait means that the clock was set back, and counts as over. */
export const LONGEST_WAIT_MS = 20 * 60_000;

export interface Unfinished {
  readonly id: string;
  readonly retryAt?: string;
}

/** One id is never worked on twice at once, in any process. `add` is for what the ledger's writes did not add. */
export interface Queue {
  /** Now, or at a time, `LONGEST_WAIT_MS` ahead at most: then the handler is called too early, and says when again. Adding an id that is being worked on has it worked on once more afterwards. */
  add(id: string, at?: Date): Promise<void>;
  /** Unfinished submissions that are not in the queue. Absent if the queue is empty at each start. */
  forgotten?(): Promise<readonly Unfinished[]>;
  /** Begins to work. A handler that throws is logged. */
  start(handler: WorkHandler): void;
  /** Takes no more work and waits for what is running, at most so many milliseconds. */
  drain(ms: number): Promise<void>;
}
