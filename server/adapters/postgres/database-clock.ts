import type pg from 'pg';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { systemClock } from '../system-clock.ts';

/** So often a node asks what time it is; in between its monotonic clock counts on. */
const ASK_EVERY_MS = 30_000;
/** A machine's clock that is further off is worth a line in the log. */
const FAR_MS = 60_000;

export interface DatabaseClock {
  /** The database's time of day; durations, timers and chance are the machine's own. */
  readonly clock: Clock;
  stop(): void;
}

/**
 * One time of day for all nodes: what is kept for days is dated and removed by it, so a node whose own clock was set
 * neither makes others' data old nor its own (docs/decisions/clocks.md). Where the database cannot be asked, the last
 * answer counts on. Rejects when the first question fails.
 */
export async function followDatabaseClock(
  pool: Pick<pg.Pool, 'query'>,
  { clock: own = systemClock, log }: { readonly clock?: Clock | undefined; readonly log: Pick<Log, 'warn'> },
): Promise<DatabaseClock> {
  /** Its time when our monotonic clock was at zero. */
  let beganAt = 0;
  let isFarOff = false;
  const ask = async () => {
    const asked = own.monotonic();
    const { rows } = await pool.query<{ ms: string }>('select extract(epoch from clock_timestamp()) * 1000 as ms');
    const answered = own.monotonic();
    // Somewhere between question and answer.
    beganAt = Number(rows[0]?.ms) - (asked + answered) / 2;
    const offMs = own.now().getTime() - (beganAt + answered);
    const wasFarOff = isFarOff;
    isFarOff = Math.abs(offMs) > FAR_MS;
    if (isFarOff && !wasFarOff) {
      log.warn({ offMs: Math.round(offMs) }, 'this machine’s clock differs from the database’s, which is believed');
    }
  };
  await ask();
  let callOff: () => void;
  const arm = () => {
    callOff = own.after(ASK_EVERY_MS, () => {
      arm();
      ask().catch((err) => log.warn({ err }, 'the database’s time cannot be asked'));
    });
  };
  arm();
  return {
    clock: { ...own, now: () => new Date(beganAt + own.monotonic()) },
    stop: () => callOff(),
  };
}
