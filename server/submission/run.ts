import { isDeepStrictEqual } from 'node:util';
import type { SubmissionKind } from '#domain/submission/stages.ts';
import type { Metrics } from '../adapters/prometheus.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ledger, Saving, StageOutput, StageRecord, SubmissionRecord } from '../ports/ledger.ts';
import type { Log } from '../ports/log.ts';
import { LONGEST_WAIT_MS } from '../ports/queue.ts';
import { attempt, type StageOutcome } from './attempt.ts';
import { type AcceptedBody, readBody } from './body.ts';
import type { Effect } from './effects/effect.ts';
import { idempotencyKey, NotKept, type Stage, type StageContext } from './stage.ts';
import {
  completed,
  failed,
  newsOf,
  notUnderWay,
  processed,
  repeated,
  resumed,
  started,
  type Transition,
  taken,
  triedUntil,
  versioned,
  withStages,
} from './transitions.ts';

export interface RunnerOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'stage' | 'repeated'>;
  /** The stage table: every kind's stages in order. */
  readonly table: Readonly<Record<SubmissionKind, readonly Stage[]>>;
  /** Schedules another run, where one came too early. */
  readonly scheduleRun: (id: string, at: Date) => Promise<void>;
  /** Whether to end between two stages; the next start of the server continues. */
  readonly isStopping: () => boolean;
  /** Told of what becomes of a submission, once the ledger has it. */
  readonly happened?: Effect;
}

/** One run: it ends as early as it can when the work was given to another node, which goes on with it. */
interface RunOptions extends RunnerOptions {
  readonly isLost: () => boolean;
}

/** What a run knows of a submission while it takes it through the stages. */
interface Work {
  readonly record: SubmissionRecord;
  /** The record has changes that the ledger has not, under the same version: the next write brings them. */
  readonly isAhead: boolean;
  readonly body: AcceptedBody;
  readonly outputs: Readonly<Record<string, unknown>>;
  /** To be written with the record. */
  readonly unwritten: readonly StageOutput[];
  /** The last write on its way to the disk; rejects with Superseded when somebody else wrote meanwhile. */
  readonly written: Promise<void>;
  /** This run began the stage in progress; else an earlier process did, and was interrupted. */
  readonly startedHere: boolean;
}

/** Somebody else wrote the record meanwhile: what was read is out of date. */
class Superseded extends Error {}

/**
 * Takes submissions through their stages without knowing any by name. It writes *started* before and *completed* after
 * each stage that calls an outside service (local ones are written with the next), never repeats a completed stage, and
 * repeats one that was started and not completed only as its policy allows. A stage that holds unknown outcomes has
 * *started* written as its call leaves, so that a call that waits counts as not made. It stops at the first error, and
 * when the work is `lost` to another node.
 */
export function createRunner(options: RunnerOptions): (id: string, lost: AbortSignal) => Promise<void> {
  return async (id, lost) => {
    while (!lost.aborted) {
      try {
        return await runOnce(options, id, lost);
      } catch (error) {
        if (!(error instanceof Superseded)) throw error;
      }
    }
  };
}

async function runOnce(runner: RunnerOptions, id: string, lost: AbortSignal): Promise<void> {
  const isLost = () => lost.aborted;
  const options: RunOptions = { ...runner, isLost, isStopping: () => runner.isStopping() || isLost() };
  let work = await load(options, id);
  while (work?.record.status === 'processing' && (work.isAhead || !options.isStopping()))
    work = await goOn(options, work);
  await work?.written;
}

/** Runs the next stage of this release; after the last one the submission is processed. Undefined: it has to wait. */
async function goOn(options: RunOptions, work: Work): Promise<Work | undefined> {
  const stage = openStage(options, work.record);
  if (stage) return runNextStage(options, work, stage);
  await work.written;
  const now = options.clock.now();
  const left = work.record.stages.filter(({ state }) => state !== 'completed');
  const waitedMs = now.getTime() - Date.parse(work.record.updatedAt);
  if (left.length > 0 && waitedMs >= 0 && waitedMs < OTHER_RELEASE_MS) {
    await options.scheduleRun(work.record.id, new Date(now.getTime() + LOOK_AGAIN_MS));
    return undefined;
  }
  const passedOver = left.map(({ name }) => completed(name, now, true));
  for (const { name } of left) {
    options.log.error(
      { submission: work.record.id, stage: name },
      'a stage that this release does not have is skipped',
    );
  }
  return write(options, work, ...passedOver, processed(submissionTime(work, now)));
}

/** A stage that only another release has waits so long for a node of that release. */
const OTHER_RELEASE_MS = 3_600_000;
const LOOK_AGAIN_MS = 60_000;

/** The wait for the college to repair something is an hour and its spread. */
const LONGEST_REPAIR_MS = 80 * 60_000;

/**
 * Reads a submission that can continue now, and restarts one that waited for its time. A time that is further ahead than
 * any wait was noted before the clock was set back, and counts as come.
 */
async function load(options: RunnerOptions, id: string): Promise<Work | undefined> {
  const { ledger, clock } = options;
  let record = await ledger.find(id);
  if (record === undefined || record.status === 'processed') return undefined;
  if (record.status === 'error') {
    if (record.retryAt === undefined) return undefined;
    const at = new Date(record.retryAt);
    const earlyMs = at.getTime() - clock.now().getTime();
    const longestMs = record.stages.some(({ misconfigured }) => misconfigured) ? LONGEST_REPAIR_MS : LONGEST_WAIT_MS;
    if (earlyMs > 0 && earlyMs <= longestMs) {
      await options.scheduleRun(id, at);
      return undefined;
    }
    const now = clock.now();
    record = versioned(triedUntil(record, now), now, resumed(true));
    unlessSuperseded(await ledger.save(record));
  } else {
    record = triedUntil(record, clock.now());
  }
  record = withStages(options.table[record.kind].map(({ name }) => name))(record);
  const isNew = record.stages.every(({ state }) => state === 'pending');
  const body = readBody(await ledger.body(id, record.revision));
  const outputs = isNew ? {} : await ledger.outputs(id, record.revision);
  return { record, isAhead: false, body, outputs, unwritten: [], written: Promise.resolve(), startedHere: false };
}

/** The next stage, from *started* to *completed* or *error*. */
async function runNextStage(options: RunOptions, work: Work, stage: Stage): Promise<Work> {
  const { clock, log, metrics } = options;
  const standing = work.record.stages.find(({ name }) => name === stage.name);
  const interrupted = standing?.state === 'in-progress' && !work.startedHere;
  const holds = stage.repetition === 'hold';
  let isStarted = standing?.state === 'in-progress' || !holds;
  let current = standing?.state === 'in-progress' || holds ? work : start(options, work, stage);
  // What may do something outside waits until its *started* is on the disk; what is safe, and done again, does not.
  if (stage.repetition !== 'safe') await current.written;
  let progress = work.outputs[stage.name];
  let isAccepted = standing?.accepted !== undefined;
  const note = async (next: Work, ...transitions: readonly Transition[]) => {
    current = write(options, next, ...transitions);
    await current.written;
  };
  const orNotKept = (cause: unknown) => {
    throw new NotKept('the ledger did not keep how far a stage has come', { cause });
  };
  const leaving = async () => {
    if (isStarted) return;
    // Nothing has left: the next start of the server, or the node that has the work now, makes the call.
    if (options.isStopping()) throw new NotKept('the call is not made any more', { cause: new Superseded() });
    isStarted = true;
    current = begin(options, current, stage.name);
    await current.written.catch(orNotKept);
  };
  const stepBack = () => {
    if (!holds || !isStarted) return [];
    isStarted = false;
    return [notUnderWay(stage.name)];
  };
  const keep: StageContext['keep'] = async (value, call) => {
    const next = { ...current, unwritten: [...current.unwritten, { stage: stage.name, value }] };
    const confirmed = call === 'confirmed' ? stepBack() : [];
    await note(next, ...confirmed, ...(isAccepted ? [taken(stage.name)] : [])).catch(orNotKept);
    progress = value;
    isAccepted = false;
    // The rest of its calls is made by the node that has the work now.
    if (options.isLost()) throw new NotKept('the work was given to another node', { cause: new Superseded() });
  };
  const began = clock.monotonic();
  const { record, body, outputs } = current;
  // No call has been made since the staff said of the last one that the outside has it.
  const unknown = !isAccepted && (standing?.unknown === true || interrupted);
  const context = {
    record,
    body,
    outputs,
    key: idempotencyKey(record),
    leaving: holds ? leaving : undefined,
    progress: () => progress,
    keep,
    mayBeDone: unknown,
    isAccepted: () => isAccepted,
  };
  const tried = isAccepted && !stage.hasSeveralCalls ? { ...stage, run: nothingIsLeft } : stage;
  const attempting = {
    ...options,
    // The mark is written with the outcome of the try. If the server crashes before, the next run tries and marks again.
    repeating: () => {
      log.warn({ submission: record.id, stage: stage.name }, 'a call is made again after one without an answer');
      metrics.repeated(stage.name);
      current = { ...current, record: repeated(stage.name)(current.record) };
    },
    notUnderWay: async () => {
      const transitions = stepBack();
      if (transitions.length > 0) await note(current, ...transitions);
    },
  };
  const [outcome] = await Promise.all([attempt(attempting, tried, context, unknown), current.written]);
  // One that was given up while it left may still be writing.
  await current.written;
  if (!isStarted) current = { ...current, record: started(stage.name, clock.now())(current.record) };
  const facts = { submission: record.id, stage: stage.name, ms: Math.round(clock.monotonic() - began) };
  if ('result' in outcome) {
    log.info(facts, 'stage completed');
    return tell(options, standing, complete(options, stage, current, outcome), stage);
  }
  log.warn({ ...facts, code: outcome.error.code, retryAt: outcome.retryAt }, 'stage failed');
  const failure = write(options, current, failed(stage.name, clock.now(), outcome));
  return { ...tell(options, standing, failure, stage), startedHere: false };
}

/** Tells of what has become of a stage, once it is written. */
function tell(options: RunOptions, before: StageRecord | undefined, work: Work, { name }: Stage): Work {
  const { record } = work;
  const news = newsOf(
    before,
    record.stages.find((stage) => stage.name === name),
  );
  const events = [...(news ? [news] : []), ...(record.status === 'processed' ? (['processed'] as const) : [])];
  const at = options.clock.now();
  const written = () => {
    for (const event of events) options.happened?.({ event, stage: name, record, at });
  };
  if (events.length > 0) work.written.then(written, () => undefined);
  return work;
}

/** The one call of a stage is known to be accepted. */
const nothingIsLeft: Stage['run'] = async () => ({});

/** Begins a stage: in the ledger, unless it is a local one. */
function start(options: RunOptions, work: Work, { name, isLocal }: Stage): Work {
  return isLocal
    ? { ...work, record: started(name, options.clock.now())(work.record), isAhead: true, startedHere: true }
    : begin(options, work, name);
}

function begin(options: RunOptions, work: Work, name: Stage['name']): Work {
  const now = options.clock.now();
  return written(options, work, versioned(work.record, now, started(name, now)), 'nothing');
}

/**
 * Notes *completed* and, in the same write, *started* of the stage after, unless the server stops; after the last, that it
 * is processed. A local stage that comes next is left to be written with what it does.
 */
function complete(
  options: RunOptions,
  stage: Stage,
  work: Work,
  { result: { output, skipped = false, reference } }: Extract<StageOutcome, { result: unknown }>,
): Work {
  const now = options.clock.now();
  const record = completed(stage.name, now, skipped, reference)(work.record);
  const after = openStage(options, record);
  const done: Work = {
    ...work,
    record,
    ...(output === undefined
      ? {}
      : {
          outputs: { ...work.outputs, [stage.name]: output },
          unwritten: [...work.unwritten, { stage: stage.name, value: output }],
        }),
  };
  if (after?.isLocal) return { ...done, isAhead: true, startedHere: false };
  if (after?.repetition === 'hold' && !options.isStopping()) {
    // What is safe is done again where a crash comes first, so that it is written as the next call leaves.
    return stage.repetition === 'safe' ? { ...done, isAhead: true, startedHere: false } : write(options, done);
  }
  if (after === undefined) {
    const isAll = record.stages.every(({ state }) => state === 'completed');
    return isAll ? write(options, done, processed(submissionTime(work, now))) : write(options, done);
  }
  // A stage that is noted as started counts as called: one that this server will not begin any more is not.
  if (options.isStopping()) return write(options, done);
  const ifLost = versioned(record, now);
  return written(options, done, versioned(record, now, started(after.name, now)), ifLost);
}

/** The submission time in a stage's output, so that outside services and the applicant get the same. */
function submissionTime({ outputs }: Work, now: Date): string {
  for (const output of Object.values(outputs)) {
    const time =
      typeof output === 'object' && output !== null && 'submittedAt' in output ? output.submittedAt : undefined;
    if (typeof time === 'string') return time;
  }
  return now.toISOString();
}

/** The first stage of this release that is not completed. */
function openStage({ table }: RunnerOptions, { kind, stages }: SubmissionRecord): Stage | undefined {
  const isDone = (name: string) => stages.some((stage) => stage.name === name && stage.state === 'completed');
  return table[kind].find(({ name }) => !isDone(name));
}

/** Begins to write where the work stands, after the transitions, with the outputs that are not written yet. */
function write(options: RunOptions, work: Work, ...transitions: readonly Transition[]): Work {
  const record = versioned(work.record, options.clock.now(), ...transitions);
  return written(options, work, record, record);
}

/** Begins to write a record; `ifLost`: what is written of it when it is repeated and another node has the work by then. */
function written(
  options: RunOptions,
  work: Work,
  record: SubmissionRecord,
  ifLost: SubmissionRecord | 'nothing',
): Work {
  const saving = save(options, { record, ifLost, outputs: work.unwritten });
  return { ...work, record, isAhead: false, unwritten: [], written: saving, startedHere: true };
}

const FIRST_REPEAT_MS = 250;
const LONGEST_REPEAT_MS = 4_000;
/** What the ledger does not take within this, the next run finds as the ledger has it. */
const REPEATED_FOR_MS = 30_000;

/** Writes, and again for a while where the ledger fails: what is known of a call must not be lost to that. */
async function save(
  { ledger, clock, log, isLost }: RunOptions,
  {
    record,
    ifLost,
    outputs,
  }: {
    readonly record: SubmissionRecord;
    readonly ifLost: SubmissionRecord | 'nothing';
    readonly outputs: readonly StageOutput[];
  },
): Promise<void> {
  const began = clock.monotonic();
  let pausedMs = 0;
  for (let pauseMs = FIRST_REPEAT_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_REPEAT_MS)) {
    try {
      if (pausedMs > 0 && isLost()) {
        if (ifLost !== 'nothing') await ledger.save(ifLost, { outputs });
        throw new Superseded();
      }
      const saving = await ledger.save(record, { outputs });
      // A write that failed may have been done all the same.
      if (saving === 'superseded' && pausedMs > 0 && isDeepStrictEqual(await ledger.find(record.id), record)) return;
      return unlessSuperseded(saving);
    } catch (err) {
      const tookMs = Math.max(pausedMs, clock.monotonic() - began);
      if (err instanceof Superseded || tookMs + pauseMs > REPEATED_FOR_MS) throw err;
      log.warn({ submission: record.id, err }, 'the ledger did not take where a submission stands; it is asked again');
      await clock.sleep(pauseMs);
      pausedMs += pauseMs;
    }
  }
}

function unlessSuperseded(saving: Saving): void {
  if (saving !== 'saved') throw new Superseded();
}
