import type { Metrics } from './adapters/prometheus.ts';
import { type Chore, every } from './chores.ts';
import type { Clock } from './ports/clock.ts';
import type { Log } from './ports/log.ts';
import type { Share } from './ports/upkeep.ts';
import type { Storage } from './storage.ts';
import { createRemovalBrake } from './submission/removal-brake.ts';
import { UPLOAD_LIFE_MS } from './submission/slots.ts';
import { graceEnded, removeExpired, sweepUnknown, sweepUploads, unknownFiles } from './submission/upkeep.ts';

const SWEEP_EVERY_MS = 10 * 60_000;
/** Lists every file. Only crashes leave unknown ones, and each start lists them, too. */
const LIST_FILES_EVERY_MS = 6 * 3_600_000;
/** Ended transfers can no longer be read; their bytes stay on the disk at most this much longer. */
const TRANSFERS_EVERY_MS = 60_000;
const DAY_MS = 86_400_000;
/** The interval between two sweeps is shorter than this, unless the clock was set or the machine slept. */
const ORDINARY_MS = 2 * SWEEP_EVERY_MS;
const NONE: Share = { removing: 0, kept: 0 };

export type SweptStorage = Pick<Storage, 'ledger' | 'uploads' | 'files' | 'upkeep' | 'notes'>;

export interface SweptTransfers {
  sweep(): Promise<unknown>;
}

export interface Sweeps {
  /** Starts with everything that expired while no server ran; resolves when that is removed or stopped. */
  start(): Promise<void>;
  /** Sweeps once more, without waiting for its time. */
  now(): Promise<void>;
  stop(): Promise<void>;
}

export interface SweepsOptions {
  readonly storage: SweptStorage;
  readonly transfers?: SweptTransfers | undefined;
  readonly retentionDays: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** A removal that the staff allow on the command line is carried out within this. */
  readonly lookEveryMs: number;
  /** Files that its ledger does not know stay: they may be real applications'. */
  readonly isDemo?: boolean | undefined;
  /** How many items may always be removed. Default: the brake's number. */
  readonly mostItems?: number | undefined;
}

/** Everything that is removed for its age, unless the brake stops it (docs/decisions/0005-clocks-and-removal.md). */
export function createSweeps(options: SweepsOptions): Sweeps {
  const { storage, transfers, retentionDays, clock, log, metrics, lookEveryMs, isDemo, mostItems } = options;
  const { ledger, uploads, files, upkeep, notes } = storage;
  const brake = createRemovalBrake({ notes, retentionDays, log, metrics, mostItems });
  let isStopping = false;
  let lastAllowed = Number.NEGATIVE_INFINITY;
  let lastListed = Number.NEGATIVE_INFINITY;
  let unknown = 0;

  const ago = (now: Date, ms: number) => new Date(now.getTime() - ms);
  /** The time; undefined if the brake stops the removal. */
  const allowedAt = async (): Promise<Date | undefined> => {
    const now = clock.now();
    // Since the last sweep no more can have expired than once came in within minutes, even if that was a crowd.
    const isOrdinary = Math.abs(now.getTime() - lastAllowed) <= ORDINARY_MS;
    const [submissions, unclaimed] = isOrdinary
      ? [NONE, NONE]
      : await Promise.all([
          upkeep.countExpired(ago(now, retentionDays * DAY_MS)),
          upkeep.countUnclaimed(ago(now, UPLOAD_LIFE_MS)),
        ]);
    if (!(await brake.allows({ submissions, uploads: unclaimed, files: unknown }, now))) return undefined;
    lastAllowed = now.getTime();
    return now;
  };
  const listFiles = async () => {
    if (isDemo || clock.monotonic() - lastListed < LIST_FILES_EVERY_MS) return;
    let count = 0;
    for await (const _id of unknownFiles({ uploads, files })) count += 1;
    if (count > 0) log.warn({ files: count }, 'there are files that the ledger does not know: they are kept for a day');
    unknown = count;
    lastListed = clock.monotonic();
  };
  const expire = async (at: Clock) => {
    const parts = { ledger, upkeep, uploads, files, clock: at };
    const removed = await removeExpired(parts, retentionDays, () => isStopping);
    if (removed > 0) log.info({ removed }, 'personal data removed, its retention has ended');
  };
  const removeUnknown = async (now: Date) => {
    if (unknown === 0) return;
    // The staff have looked: what they have allowed needs no grace.
    const before = brake.isReleased() ? now : await graceEnded(notes, now);
    if (before === undefined) return;
    const removed = await sweepUnknown({ uploads, files, before });
    await notes.remove('unknown-files-since');
    unknown = 0;
    if (removed > 0) log.info({ removed }, 'files removed that the ledger does not know');
  };
  const sweep = async () => {
    // Even if removal is stopped: these are only counts, and otherwise a client's day would not end.
    const aDayAgo = ago(clock.now(), DAY_MS);
    await uploads.forgetClients(aDayAgo);
    await ledger.forgetClients(aDayAgo);
    await listFiles();
    const now = await allowedAt();
    if (now === undefined) return;
    const at = { ...clock, now: () => now };
    const parts: readonly (() => Promise<unknown> | undefined)[] = [
      () => transfers?.sweep(),
      () => sweepUploads({ uploads, files, clock: at, lifeMs: UPLOAD_LIFE_MS }),
      () => expire(at),
      () => removeUnknown(now),
    ];
    let isDone = true;
    for (const part of parts) {
      try {
        await part();
      } catch (err) {
        // An unavailable bucket must not prevent other removals.
        log.error({ err }, 'a sweep failed');
        isDone = false;
      }
    }
    if (isDone && !isStopping) await brake.done();
  };
  const sweepTransfers = async () => {
    // While removal is stopped, the longer sweeps check whether it still must be.
    if (!brake.isStopped() && (await allowedAt())) await transfers?.sweep();
  };
  let chores: readonly Chore[] = [];
  const sweepNow = async () => void (await chores[0]?.now());
  const awaitStaff = async () => {
    if (brake.isStopped() && (await notes.read('removal-allowed')) !== undefined) await sweepNow();
  };
  return {
    start: () => {
      const at = { clock, log };
      chores = [
        every(SWEEP_EVERY_MS, sweep, at),
        every(TRANSFERS_EVERY_MS, sweepTransfers, at),
        every(lookEveryMs, awaitStaff, at),
      ];
      return sweepNow();
    },
    now: sweepNow,
    stop: async () => {
      isStopping = true;
      await Promise.all(chores.map((chore) => chore.stop()));
    },
  };
}
