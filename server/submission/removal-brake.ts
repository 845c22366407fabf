import * as v from 'valibot';
import type { Metrics } from '../adapters/prometheus.ts';
import type { LedgerNotes } from '../ports/ledger-notes.ts';
import type { Log } from '../ports/log.ts';
import type { Share } from '../ports/upkeep.ts';

/** More than both of these is never removed without the staff (docs/decisions/0005-clocks-and-removal.md). */
const MOST_ITEMS = 20;
const MOST_SHARE = 0.05;

const ShareNote = v.object({ removing: v.number(), kept: v.number() });
const RemovalNote = v.object({
  submissions: ShareNote,
  /** Uploads that no submission has claimed within their life. */
  uploads: ShareNote,
  /** Files that the ledger does not know. In ordinary operation there are none, so their share does not matter. */
  files: v.number(),
});
const StoppedNote = v.object({
  /** The server's clock, and its RETENTION_DAYS, when it last found the removal too large. */
  now: v.string(),
  retentionDays: v.number(),
  ...RemovalNote.entries,
});

/** The number of items that sweeps would remove now. */
export type Removal = v.InferOutput<typeof RemovalNote>;

/** A stopped removal, saved for the staff. */
export type StoppedRemoval = v.InferOutput<typeof StoppedNote>;

const NONE: Share = { removing: 0, kept: 0 };
const NOTHING: Removal = { submissions: NONE, uploads: NONE, files: 0 };

/** Stops sweeps that would remove unusually much, until the staff allow it. */
export interface RemovalBrake {
  /** Whether that many items may be removed. If not, saves it for the staff, logs an error and sets the metric. */
  allows(removal: Removal, now: Date): Promise<boolean>;
  /** Whether removal is stopped, as of the last answer of `allows`. */
  isStopped(): boolean;
  /** Whether removal is allowed by the staff only, as of the last answer of `allows`. */
  isReleased(): boolean;
  /** Everything allowed has been removed; the permission ends. */
  done(): Promise<void>;
}

/** Options of the brake. Simulations with few applications set a lower `mostItems`. */
export interface BrakeOptions {
  readonly notes: LedgerNotes;
  readonly retentionDays: number;
  readonly log: Pick<Log, 'error' | 'info'>;
  readonly metrics: Pick<Metrics, 'removalStopped'>;
  readonly mostItems?: number | undefined;
}

/** One brake for all sweeps, since a wrong clock, setting or restore affects them all. */
export function createRemovalBrake(options: BrakeOptions): RemovalBrake {
  const { notes, retentionDays, log, metrics, mostItems = MOST_ITEMS } = options;
  // An earlier process may have left notes, which the first answer handles too.
  let state: 'starting' | 'free' | 'stopped' | 'released' = 'starting';
  const isTooMuch = ({ removing, kept }: Share) => removing > mostItems && removing > kept * MOST_SHARE;
  const enter = (next: typeof state) => {
    if (state === 'stopped' && next !== 'stopped') log.info({}, 'removal continues');
    state = next;
    metrics.removalStopped(state === 'stopped');
  };
  /** Without what the staff have allowed. */
  const isTooMuchOf = ({ submissions, uploads, files }: Removal, allowed: Removal = NOTHING) =>
    isTooMuch({ ...submissions, removing: submissions.removing - allowed.submissions.removing }) ||
    isTooMuch({ ...uploads, removing: uploads.removing - allowed.uploads.removing }) ||
    isTooMuch({ removing: files - allowed.files, kept: 0 });
  const release = async () => {
    if (state !== 'free') await notes.remove('removal-stopped', 'removal-allowed');
    enter('free');
  };
  return {
    allows: async (removal, now) => {
      if (!isTooMuchOf(removal)) {
        await release();
        return true;
      }
      const allowed = parse(await notes.read('removal-allowed'));
      if (allowed && !isTooMuchOf(removal, allowed)) {
        enter('released');
        return true;
      }
      // It would be found again every few seconds.
      if (allowed) await notes.remove('removal-allowed');
      const stopped: StoppedRemoval = { now: now.toISOString(), retentionDays, ...removal };
      await notes.write('removal-stopped', JSON.stringify(stopped));
      enter('stopped');
      log.error(
        stopped,
        'removal is stopped, it would remove too much at once: see npm run submissions -- allow-removal',
      );
      return false;
    },
    isStopped: () => state === 'stopped',
    isReleased: () => state === 'released',
    done: async () => {
      if (state === 'released') await release();
    },
  };
}

/** The stopped removal, for the staff; undefined if there is none. */
export const stoppedRemoval = async (notes: Pick<LedgerNotes, 'read'>): Promise<StoppedRemoval | undefined> =>
  parse(await notes.read('removal-stopped'));

/** The staff allow that removal; servers carry it out within seconds. */
export const allowRemoval = (notes: Pick<LedgerNotes, 'write'>, removal: StoppedRemoval): Promise<void> =>
  notes.write('removal-allowed', JSON.stringify(removal));

/** Undefined without a note, or if another release wrote it. */
function parse(note: string | undefined): StoppedRemoval | undefined {
  if (note === undefined) return undefined;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), StoppedNote), note);
  return parsed.success ? parsed.output : undefined;
}
