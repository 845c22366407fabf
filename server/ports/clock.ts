/** Time and chance, so that tests can hold both. */
export interface Clock {
  now(): Date;
  /** Milliseconds; ends early, without an error, when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** From 0 up to, not including, 1. */
  random(): number;
}
