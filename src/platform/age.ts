/**
 * How old something on this device is, in one place, since the device's clock may be wrong. All times are milliseconds
 * since 1970.
 */

export const DAY_MS = 24 * 60 * 60 * 1000;

/** Before our first release. An earlier time comes from a clock that had lost its date. */
const EARLIEST = Date.UTC(2026, 0, 1);
/** A clock may be this far ahead and be corrected. */
const TOLERANCE_MS = 5 * 60_000;

/** Returns `at`, or `now` if `at` is in the future or before our first release (unless the clock is, too). */
export function possibleTime(at: number, now: number): number {
  const isAhead = at > now + TOLERANCE_MS;
  const isTooEarly = at < EARLIEST && now >= EARLIEST;
  return isAhead || isTooEarly ? now : at;
}

/** Milliseconds since `at`; 0 if that time is impossible. */
export const ageOf = (at: number, now: number): number => Math.max(0, now - possibleTime(at, now));
