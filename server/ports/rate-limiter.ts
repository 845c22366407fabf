/** Counts what clients use up in a minute. */
export interface RateLimiter {
  /** How many points a key has for each minute. */
  readonly points: number;
  /** Takes points from a key; rejects with the library's RateLimiterRes, which says how long to wait, when too few are left. */
  consume(key: string, points?: number): Promise<unknown>;
}
