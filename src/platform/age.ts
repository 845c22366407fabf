/**
 * How old something on this device is, in one place: the device's clock may be wrong when a time is written down, and
 * wrong or set right when it is read. All times are milliseconds since 1970.
 */

/** Nothing was saved before there was this program: a time before that is one of a clock that had lost its date. */
const EARLIEST = Date.UTC(2026, 0, 1);
/** So far a clock may go ahead and be corrected without anybody having set it. */
const TOLERANCE_MS = 5 * 60_000;
/** No device sleeps longer with a page of ours open, as far as we believe; a clock that gets further was set. */
const LONGEST_SLEEP_MS = 7 * 24 * 60 * 60_000;

/**
 * The time that was written down, or `now` where that cannot be: it lies ahead, or before there was this program. Where
 * the clock stands before that itself, the two fit each other.
 */
export function possibleTime(at: number, now: number): number {
  const isAhead = at > now + TOLERANCE_MS;
  const isTooEarly = at < EARLIEST && now >= EARLIEST;
  return isAhead || isTooEarly ? now : at;
}

/** Milliseconds since then; 0 for a time that cannot be. */
export const ageOf = (at: number, now: number): number => Math.max(0, now - possibleTime(at, now));

/**
 * What a time on this device becomes once the clock was set, at `setAt` by the new clock: it begins then, however late
 * that can be written down (`now`). What was written down since then says how old it is, and stays; so does, by chance,
 * an earlier one that the clock had put between the two.
 */
export function renewedTime(at: number | undefined, setAt: number, now: number): number {
  return at !== undefined && at >= setAt && at <= now ? at : setAt;
}

interface ClockWatch {
  /** Whether the clock was set since the last call: then no time that was written down before says how old anything is. */
  wasSet(): boolean;
}

/**
 * Compares the clock with the time that the page has lived through. Behind: it was set back. Ahead: the device slept, or,
 * where that is too long for any sleep, the clock was set forward.
 */
export function watchClock(): ClockWatch {
  const distance = () => Date.now() - performance.now();
  let before = distance();
  return {
    wasSet() {
      const jump = distance() - before;
      before += jump;
      return jump < -TOLERANCE_MS || jump > LONGEST_SLEEP_MS;
    },
  };
}
