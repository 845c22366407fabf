/** Time and randomness, so that tests can control both. */
export interface Clock {
  /** The time of day, to show or store. It may be set forward or back. */
  now(): Date;
  /** Milliseconds since some moment in the past, for durations: it runs evenly, independent of `now`. */
  monotonic(): number;
  sleep(ms: number): Promise<void>;
  /** Calls `work` after so many milliseconds. Only `keepsAlive` keeps the process alive. Returns the cancellation. */
  after(ms: number, work: () => void, options?: { readonly keepsAlive?: boolean }): () => void;
  random(): number;
}
