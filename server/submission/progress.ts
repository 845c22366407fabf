import { isDeepStrictEqual } from 'node:util';
import type { StageName } from '#domain/submission/stages.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ledger, Saving, StageOutput, StageRecord, SubmissionRecord } from '../ports/ledger.ts';
import type { Log } from '../ports/log.ts';
import type { AcceptedBody } from './body.ts';
import type { Effect } from './effects/effect.ts';
import { newsOf, started, type Transition, versioned } from './transitions.ts';

export interface ProgressOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether the job was given to another node meanwhile. */
  readonly isLost: () => boolean;
  /** Told of what becomes of a submission, once the ledger has it. */
  readonly happened?: Effect;
}

/** Somebody else wrote the record meanwhile: what was read is out of date. */
export class Superseded extends Error {}

/** Throws Superseded unless a write was made. */
export function assertSaved(saving: Saving): void {
  if (saving !== 'saved') throw new Superseded();
}

/** A submission during a run: where it stands, and what of that is not in the ledger yet. */
export class Progress {
  record: SubmissionRecord;
  readonly body: AcceptedBody;
  /** What the stages have put out, by stage name. */
  outputs: Readonly<Record<string, unknown>>;
  /** Something is to be saved. */
  hasChanges = false;
  /** Done when the last save is; rejects as it does. */
  lastSave = Promise.resolve();
  /** The stage that was in progress when the run began: an earlier process died during it. */
  readonly interrupted: StageName | undefined;
  readonly #options: ProgressOptions;
  #saved: SubmissionRecord;
  #unsavedOutputs: readonly StageOutput[] = [];

  constructor(options: ProgressOptions, { record, body, outputs }: Pick<Progress, 'record' | 'body' | 'outputs'>) {
    this.#options = options;
    this.record = record;
    this.#saved = record;
    this.body = body;
    this.outputs = outputs;
    this.interrupted = record.stages.find(({ state }) => state === 'in-progress')?.name;
  }

  stage(name: StageName): StageRecord | undefined {
    return stageOf(this.record, name);
  }

  /** Changes the record; the next save writes it. */
  change(...transitions: readonly Transition[]): void {
    this.record = transitions.reduce((record, transition) => transition(record), this.record);
    this.hasChanges = true;
  }

  /** Keeps what a stage has put out; the next save writes it. */
  putOut(stage: StageName, value: unknown): void {
    this.outputs = { ...this.outputs, [stage]: value };
    this.#unsavedOutputs = [...this.#unsavedOutputs, { stage, value }];
    this.hasChanges = true;
  }

  /**
   * Writes all changes and, with `starting`, that this stage has begun. Rejects with Superseded where somebody else wrote
   * the record meanwhile, and with the ledger's own error where that fails for too long.
   */
  save(starting?: StageName): Promise<void> {
    const before = this.#saved;
    const now = this.#options.clock.now();
    const unstarted = versioned(this.record, now);
    const record = starting ? versioned(this.record, now, started(starting, now)) : unstarted;
    const ifLost = starting && !this.hasChanges ? undefined : unstarted;
    const saving = write(this.#options, { record, ifLost, outputs: this.#unsavedOutputs }).then(() => {
      this.#tellOf(before, record);
    });
    this.record = record;
    this.#saved = record;
    this.#unsavedOutputs = [];
    this.hasChanges = false;
    this.lastSave = saving;
    // One that nobody waits for at once is waited for at the end of its stage.
    saving.catch(() => undefined);
    return saving;
  }

  #tellOf(before: SubmissionRecord, record: SubmissionRecord): void {
    const { clock, happened } = this.#options;
    const at = clock.now();
    for (const stage of record.stages) {
      const { name } = stage;
      const event = newsOf(stageOf(before, name), stage);
      if (event) happened?.({ event, stage: name, record, at });
    }
    const last = record.stages.at(-1);
    if (record.status === 'processed' && last) happened?.({ event: 'processed', stage: last.name, record, at });
  }
}

const stageOf = ({ stages }: SubmissionRecord, name: StageName) => stages.find((stage) => stage.name === name);

const FIRST_REPEAT_MS = 250;
const LONGEST_REPEAT_MS = 4_000;
/** After that the run ends, and the next one goes on from what the ledger has. */
const REPEATED_FOR_MS = 30_000;

interface Write {
  readonly record: SubmissionRecord;
  /** Written in its place where the write is repeated and the job is lost by then; undefined: nothing is. */
  readonly ifLost: SubmissionRecord | undefined;
  readonly outputs: readonly StageOutput[];
}

/** Writes, and again for a while where the ledger fails: the known answer of a call must not be lost to that. */
async function write({ ledger, clock, log, isLost }: ProgressOptions, { record, ifLost, outputs }: Write) {
  const began = clock.monotonic();
  let pausedMs = 0;
  for (let pauseMs = FIRST_REPEAT_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_REPEAT_MS)) {
    try {
      if (pausedMs > 0 && isLost()) {
        if (ifLost) await ledger.save(ifLost, { outputs });
        throw new Superseded();
      }
      const saving = await ledger.save(record, { outputs });
      // A write that failed may have been done all the same.
      if (saving === 'superseded' && pausedMs > 0 && isDeepStrictEqual(await ledger.find(record.id), record)) return;
      return assertSaved(saving);
    } catch (err) {
      const tookMs = Math.max(pausedMs, clock.monotonic() - began);
      if (err instanceof Superseded || tookMs + pauseMs > REPEATED_FOR_MS) throw err;
      log.warn({ submission: record.id, err }, 'the ledger did not take where a submission stands; it is asked again');
      await clock.sleep(pauseMs);
      pausedMs += pauseMs;
    }
  }
}
