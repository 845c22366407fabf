/** Time and chance, so that tests can hold both. */
export interface Clock {
  now(): Date;
  /** Milliseconds. */
  sleep(ms: number): Promise<void>;
  /** From 0 up to, not including, 1. */
  random(): number;
}
