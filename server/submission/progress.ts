import { isDeepStrictEqual } from 'node:util';
import type { StageName } from '#domain/submission/stages.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ledger, Saving, StageOutput, StageRecord, SubmissionRecord } from '../ports/ledger.ts';
import type { Log } from '../ports/log.ts';
import type { AcceptedBody } from './body.ts';
import type { Effect } from './effects.ts';
import { newsOf, started, type Transition, versioned } from './transitions.ts';

export interface ProgressOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly log: Log;
  readonly isLost: () => boolean;
  /** Called once a change of a submission is in the ledger. */
  readonly happened?: Effect;
}

/** Another process wrote the record or has the job now, so this copy is out of date. */
export class Superseded extends Error {}

export function assertSaved(saving: Saving): void {
  if (saving !== 'saved') throw new Superseded();
}

/** Pauses between tries of one write. After the last the run ends, and the next one reads the ledger. */
const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000, 4_000, 4_000, 4_000, 4_000, 4_000];

/** A submission during a run, with changes that are not in the ledger yet. */
export class Progress {
  record: SubmissionRecord;
  readonly body: AcceptedBody;
  outputs: Readonly<Record<string, unknown>>;
  hasChanges = false;
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
  change(transition: Transition): void {
    this.record = transition(this.record);
    this.hasChanges = true;
  }

  /** Keeps the output of a stage; the next save writes it. */
  putOut(stage: StageName, value: unknown): void {
    this.outputs = { ...this.outputs, [stage]: value };
    this.#unsavedOutputs = [...this.#unsavedOutputs, { stage, value }];
    this.hasChanges = true;
  }

  /**
   * Writes all changes and, with `starting`, that this stage has started. Rejects with Superseded if another process wrote
   * the record, and with the ledger's error if writing fails for too long.
   */
  save(starting?: StageName): Promise<void> {
    const before = this.#saved;
    const now = this.#options.clock.now();
    const unstarted = versioned(this.record, now);
    const record = starting ? started(starting, now)(unstarted) : unstarted;
    const saving = this.#write(record, unstarted, this.#unsavedOutputs).then(() => this.#report(before, record));
    this.record = record;
    this.#saved = record;
    this.#unsavedOutputs = [];
    this.hasChanges = false;
    this.lastSave = saving;
    // A pending save is awaited at the end of its stage.
    saving.catch(() => undefined);
    return saving;
  }

  /** Repeats a failed write: a call's answer must not be lost. For a lost job it writes `unstarted` and throws. */
  async #write(record: SubmissionRecord, unstarted: SubmissionRecord, outputs: readonly StageOutput[]): Promise<void> {
    const { ledger, clock, log, isLost } = this.#options;
    for (let tries = 0; ; tries += 1) {
      try {
        if (tries > 0 && isLost()) {
          await ledger.save(unstarted, { outputs });
          throw new Superseded();
        }
        const saving = await ledger.save(record, { outputs });
        // A failed write may have been done.
        if (saving === 'superseded' && tries > 0 && isDeepStrictEqual(await ledger.find(record.id), record)) return;
        return assertSaved(saving);
      } catch (err) {
        const pauseMs = PAUSES_MS[tries];
        if (err instanceof Superseded || pauseMs === undefined) throw err;
        log.warn({ submission: record.id, err }, 'the ledger did not save a submission; the write is repeated');
        await clock.sleep(pauseMs);
      }
    }
  }

  #report(before: SubmissionRecord, record: SubmissionRecord): void {
    const { clock, happened } = this.#options;
    const at = clock.now();
    for (const stage of record.stages) {
      const event = newsOf(stageOf(before, stage.name), stage);
      if (event) happened?.({ event, stage: stage.name, record, at });
    }
    const last = record.stages.at(-1);
    if (record.status === 'processed' && last) happened?.({ event: 'processed', stage: last.name, record, at });
  }
}

const stageOf = ({ stages }: SubmissionRecord, name: StageName) => stages.find((stage) => stage.name === name);
