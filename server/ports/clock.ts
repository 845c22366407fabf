/** Time and chance, so that tests can hold both. */
export interface Clock {
  /** The time of day, for what is told or kept. Somebody may set it, forward or back. */
  now(): Date;
  /** Milliseconds since some moment in the past, for durations: it goes on evenly, whatever `now` does. */
  monotonic(): number;
  /** Milliseconds. */
  sleep(ms: number): Promise<void>;
  /**
   * Calls `work` once when so many milliseconds have passed, whatever `now` does; the timers of a machine may be up to a
   * millisecond early by `monotonic`. No process stays alive for it, unless it `keepsAlive`. The answer calls it off.
   */
  after(ms: number, work: () => void, options?: { readonly keepsAlive?: boolean }): () => void;
  /** From 0 up to, not including, 1. */
  random(): number;
}
