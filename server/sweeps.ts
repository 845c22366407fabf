import { type Chore, every } from './chores.ts';
import type { Clock } from './ports/clock.ts';
import type { Log } from './ports/log.ts';
import type { Metrics } from './ports/metrics.ts';
import type { Storage } from './storage.ts';
import { createClockWatch } from './submission/clock-watch.ts';
import { UPLOAD_LIFE_MS } from './submission/slots.ts';
import { removeExpired, sweepUnknown, sweepUploads } from './submission/upkeep.ts';

const SWEEP_EVERY_MS = 10 * 60_000;
/** A look at everything that is kept: only crashes leave anything to find, and each start looks, too. */
const ORPHANS_EVERY_MS = 6 * 3_600_000;
const RETENTION_EVERY_MS = 3_600_000;
/** What is over cannot be asked for any more; it lies on the disk at most so much longer. */
const RELAYS_EVERY_MS = 60_000;
/** So long it is known who sent what, to be counted. */
const CLIENTS_KEPT_MS = 24 * 3_600_000;

/** Where what expires is kept. */
export type SweptStorage = Pick<Storage, 'ledger' | 'uploads' | 'files' | 'upkeep' | 'marks'>;

/** What is on its way between two devices. */
export interface SweptRelays {
  /** Removes what is over. */
  sweep(): Promise<unknown>;
}

/** The work that removes what has expired. */
export interface Sweeps {
  /** Begins with all of it at once: what a crash left, and what has become too old while nobody was there. */
  start(): void;
  /** Resolves when nothing is being removed any more. */
  stop(): Promise<void>;
}

/** Everything that is removed for its age, and only by a clock that is believed (docs/decisions/clocks.md). */
export function createSweeps(options: {
  readonly storage: SweptStorage;
  readonly relays?: SweptRelays | undefined;
  readonly retentionDays: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** What the staff say of the clock on the command line is taken up within this. */
  readonly lookEveryMs: number;
}): Sweeps {
  const { storage, relays, retentionDays, clock, log, metrics, lookEveryMs } = options;
  const { ledger, uploads, files, upkeep, marks } = storage;
  const watch = createClockWatch({ clock, marks, log, metrics });
  const byBelievedTime = (work: (at: Clock) => Promise<unknown>) => async () => {
    const now = await watch.believed();
    if (now) await work({ ...clock, now: () => now });
  };
  const sweepBelieved = byBelievedTime((at) => sweepUploads({ uploads, files, clock: at, lifeMs: UPLOAD_LIFE_MS }));
  const sweep = async () => {
    // By whatever clock there is: nobody loses anything by it, and a client's day would never end while it is in doubt.
    const aDayAgo = new Date(clock.now().getTime() - CLIENTS_KEPT_MS);
    await uploads.forgetClients(aDayAgo);
    await ledger.forgetClients(aDayAgo);
    await sweepBelieved();
  };
  const sweepRelaysBelieved = byBelievedTime(async () => relays?.sweep());
  const sweepRelays = async () => {
    // Each look at a clock in doubt is a line of the log, and the others look often enough.
    if (!watch.isInDoubt()) await sweepRelaysBelieved();
  };
  const sweepOrphans = byBelievedTime(() => sweepUnknown({ uploads, files }));
  let isStopping = false;
  const expire = byBelievedTime(async (at) => {
    const parts = { ledger, upkeep, uploads, files, clock: at };
    const removed = await removeExpired(parts, retentionDays, () => isStopping);
    if (removed > 0) log.info({ removed }, 'personal data removed, its retention has ended');
  });
  let chores: readonly Chore[] = [];
  const sweepAll = () => {
    for (const chore of chores) void chore.now();
  };
  let waiting: Chore | undefined;
  const awaitStaff = async () => {
    if (!watch.isInDoubt()) return;
    const { doubtedAt } = await marks.read();
    if (doubtedAt === undefined) sweepAll();
  };
  return {
    start: () => {
      const at = { clock, log };
      chores = [
        every(SWEEP_EVERY_MS, sweep, at),
        every(ORPHANS_EVERY_MS, sweepOrphans, at),
        every(RETENTION_EVERY_MS, expire, at),
        every(RELAYS_EVERY_MS, sweepRelays, at),
      ];
      waiting = every(lookEveryMs, awaitStaff, at);
      sweepAll();
    },
    stop: async () => {
      isStopping = true;
      await waiting?.stop();
      await Promise.all(chores.map((chore) => chore.stop()));
    },
  };
}
