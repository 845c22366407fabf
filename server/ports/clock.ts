/** Time and chance, so that tests can hold both. */
export interface Clock {
  /** The time of day, for what is told or kept. Somebody may set it, forward or back. */
  now(): Date;
  /** Milliseconds since some moment in the past, for durations: it goes on evenly, whatever `now` does. */
  monotonic(): number;
  sleep(ms: number): Promise<void>;
  /** Calls `work` after so many milliseconds. Only `keepsAlive` keeps the process alive. Returns the cancellation. */
  after(ms: number, work: () => void, options?: { readonly keepsAlive?: boolean }): () => void;
  random(): number;
}
