import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { TimeMarks } from '../ports/time-marks.ts';

/** A clock so far from what the ledger saw last was set, or nobody has run a server meanwhile: both look the same. */
const UNSEEN_MS = 86_400_000;
/** Time services correct seconds; somebody who sets a clock means hours. */
const SET_MS = 3_600_000;

/** Says whether the time of day may be used to remove anything. */
export interface ClockWatch {
  /** The time, where it is believed; undefined while it is in doubt. Notes what it found in the ledger. */
  believed(): Promise<Date | undefined>;
  /** What is known at this moment, without asking the ledger. */
  isInDoubt(): boolean;
}

export interface ClockWatchOptions {
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly marks: TimeMarks;
  readonly log: Pick<Log, 'error' | 'info'>;
  readonly metrics: Pick<Metrics, 'clockInDoubt'>;
}

/**
 * Compares the time of day with what the ledger saw last, and with the monotonic clock since the last look. After a jump
 * it is in doubt, for every server on this ledger and after restarts, until the staff confirm the time
 * (docs/decisions/clocks.md).
 */
export function createClockWatch({ clock, marks, log, metrics }: ClockWatchOptions): ClockWatch {
  const reading = () => clock.now().getTime() - clock.monotonic();
  let last = reading();
  let isDoubted = false;
  /** It was believed at the last look: since then the monotonic clock tells more than a ledger that was out of reach. */
  let isFollowed = false;
  let looking: Promise<Date | undefined> | undefined;
  const wasSet = () => Math.abs(reading() - last) > SET_MS;

  const look = async () => {
    const now = clock.now();
    const { seenAt, doubtedAt } = await marks.read();
    const apartMs = seenAt === undefined || isFollowed ? 0 : now.getTime() - Date.parse(seenAt);
    const isJump = wasSet() || Math.abs(apartMs) > UNSEEN_MS;
    if (isJump) await marks.doubt(now);
    // From here on the ledger has the doubt.
    last = reading();
    const wasDoubted = isDoubted;
    isDoubted = isJump || doubtedAt !== undefined;
    isFollowed = !isDoubted;
    metrics.clockInDoubt(isDoubted);
    if (isDoubted) {
      log.error(
        { now: now.toISOString(), seenAt },
        'the clock is in doubt: nothing that has expired is removed until npm run submissions -- confirm-clock',
      );
      return undefined;
    }
    if (wasDoubted) log.info({ now: now.toISOString() }, 'the clock is confirmed: what has expired is removed again');
    await marks.see(now);
    return now;
  };
  return {
    believed: () => {
      looking ??= look().finally(() => {
        looking = undefined;
      });
      return looking;
    },
    isInDoubt: () => isDoubted || wasSet(),
  };
}
