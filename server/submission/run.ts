import type { SubmissionKind } from '#domain/submission/stages.ts';
import type { Metrics } from '../adapters/prometheus.ts';
import type { SubmissionRecord } from '../ports/ledger.ts';
import { LONGEST_WAIT_MS } from '../ports/queue.ts';
import { attempt } from './attempt.ts';
import { readBody } from './body.ts';
import { assertSaved, Progress, type ProgressOptions, Superseded } from './progress.ts';
import { idempotencyKey, type Stage, type StageContext, type StageResult } from './stage.ts';
import {
  acceptanceUsed,
  completed,
  failed,
  notUnderWay,
  processed,
  repeated,
  resumed,
  shiftFailingSince,
  started,
  versioned,
  withStages,
} from './transitions.ts';

export interface RunnerOptions extends Omit<ProgressOptions, 'isLost'> {
  readonly metrics: Pick<Metrics, 'stage' | 'repeated'>;
  readonly table: Readonly<Record<SubmissionKind, readonly Stage[]>>;
  readonly scheduleRun: (id: string, at: Date) => Promise<void>;
  /** Whether to end between two stages; the next start of the server continues. */
  readonly isStopping: () => boolean;
}

/** One run. It ends as early as it can when its job was given to another node. */
type RunOptions = RunnerOptions & ProgressOptions;

/**
 * Runs the stages of submissions, independent of their names. A stage that changes something outside is saved as *started*
 * before its call, and as *completed* before any other call. A stage that is safe to repeat is saved with the next one. A
 * completed stage is never repeated; a started one only if its policy allows it. A run ends at the first error, and if the
 * job is `lost` to another node.
 */
export function createRunner(options: RunnerOptions): (id: string, lost: AbortSignal) => Promise<void> {
  return async (id, lost) => {
    const isLost = () => lost.aborted;
    const run: RunOptions = { ...options, isLost, isStopping: () => options.isStopping() || isLost() };
    while (!isLost()) {
      try {
        return await runOnce(run, id);
      } catch (error) {
        if (!(error instanceof Superseded)) throw error;
      }
    }
  };
}

async function runOnce(options: RunOptions, id: string): Promise<void> {
  const progress = await load(options, id);
  while (progress?.record.status === 'processing') {
    const stage = openStage(options, progress.record);
    if (stage === undefined) return finish(options, progress);
    // A local stage is written with the changes before it.
    if (options.isStopping() && !(stage.isLocal && progress.hasChanges)) break;
    await runStage(options, progress, stage);
  }
  if (progress?.hasChanges) await progress.save();
}

/** How long a stage that this release does not have waits for a node of another release. */
const OTHER_RELEASE_MS = 3_600_000;
const LOOK_AGAIN_MS = 60_000;

/** All stages of this release are completed: the submission is processed, unless another release has a stage for it. */
async function finish({ clock, log, scheduleRun }: RunOptions, progress: Progress): Promise<void> {
  const { id, stages } = progress.record;
  const left = stages.filter(({ state }) => state !== 'completed');
  if (left.length > 0 && progress.hasChanges) await progress.save();
  const now = clock.now();
  const waitedMs = now.getTime() - Date.parse(progress.record.updatedAt);
  if (left.length > 0 && waitedMs >= 0 && waitedMs < OTHER_RELEASE_MS) {
    return scheduleRun(id, new Date(now.getTime() + LOOK_AGAIN_MS));
  }
  for (const { name } of left) {
    log.error({ submission: id, stage: name }, 'a stage that this release does not have is skipped');
    progress.change(completed(name, now, true));
  }
  progress.change(processed(submissionTime(progress, now)));
  await progress.save();
}

/** The wait for the college to repair something is an hour and its spread. */
const LONGEST_REPAIR_MS = 80 * 60_000;

/** A time beyond any possible wait was saved before the clock was set back, and counts as over. */
async function load(options: RunOptions, id: string): Promise<Progress | undefined> {
  const { ledger, clock } = options;
  const found = await ledger.findWithBody(id);
  if (found === undefined || found.record.status === 'processed') return undefined;
  let { record } = found;
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
    record = versioned(shiftFailingSince(record, now), now, resumed(true));
    assertSaved(await ledger.save(record));
  } else {
    record = shiftFailingSince(record, clock.now());
  }
  record = withStages(options.table[record.kind].map(({ name }) => name))(record);
  const isNew = record.stages.every(({ state }) => state === 'pending');
  const outputs = isNew ? {} : await ledger.outputs(id, record.revision);
  return new Progress(options, { record, body: readBody(found.body), outputs });
}

/** A call that is safe to repeat is shown as in progress if it takes longer than this. */
const SHOWN_AFTER_MS = 1_000;

/** The next stage, to *completed* or *error*. */
async function runStage(run: RunOptions, progress: Progress, stage: Stage): Promise<void> {
  const { clock, log, metrics } = run;
  const { id } = progress.record;
  const { name, repetition } = stage;
  const began = { at: clock.now(), reading: clock.monotonic() };
  const isStarted = () => progress.stage(name)?.state === 'in-progress';
  const isAccepted = () => progress.stage(name)?.accepted !== undefined;
  const start = () => progress.save(name);
  /** No held call is open: the last one did nothing, or is known to be done. */
  const stepBack = () => {
    if (repetition !== 'hold' || !isStarted()) return false;
    progress.change(notUnderWay(name));
    return true;
  };
  // After the staff found that the call was done, no other was made.
  const isUnknown = !isAccepted() && (progress.stage(name)?.unknown === true || progress.interrupted === name);
  const context: StageContext = {
    record: progress.record,
    body: progress.body,
    outputs: progress.outputs,
    key: idempotencyKey(progress.record),
    leaving:
      repetition === 'hold'
        ? async () => {
            if (isStarted()) return;
            // Nothing was sent: the next start of the server, or the node that has the job now, makes the call.
            if (run.isStopping()) throw new Superseded();
            await start();
          }
        : undefined,
    mayBeDone: isUnknown,
    get isAccepted() {
      return isAccepted();
    },
    get progress() {
      return progress.outputs[name];
    },
    saveProgress: async (value, call) => {
      progress.putOut(name, value);
      if (call === 'confirmed') stepBack();
      if (isAccepted()) progress.change(acceptanceUsed(name));
      await progress.save();
      // The node that has the job now makes the remaining calls.
      if (run.isLost()) throw new Superseded();
    },
  };
  const attempting = {
    ...run,
    // The mark is saved with the outcome. If the server crashes before, the next run retries and sets it again.
    repeating: () => {
      log.warn({ submission: id, stage: name }, 'a call is retried after one without an answer');
      metrics.repeated(name);
      progress.change(repeated(name));
    },
    notUnderWay: async () => {
      if (stepBack()) await progress.save();
    },
  };
  if (repetition === 'resend' && !isStarted()) await start();
  const isShown = repetition === 'safe' && !stage.isLocal && !isStarted();
  const cancelShowing = isShown
    ? clock.after(SHOWN_AFTER_MS, () => {
        if (!run.isStopping()) void start();
      })
    : undefined;
  // The only call of the stage is known to be accepted, so nothing is left to do.
  const tried = isAccepted() && !stage.hasSeveralCalls ? { ...stage, run: async () => ({}) } : stage;
  const outcome = await attempt(attempting, tried, context, isUnknown).finally(cancelShowing);
  // The call may have been cancelled while its start was being saved.
  await progress.lastSave;
  if (!isStarted()) progress.change(started(name, began.at));
  const facts = { submission: id, stage: name, ms: Math.round(clock.monotonic() - began.reading) };
  if ('result' in outcome) {
    log.info(facts, 'stage completed');
    return complete(run, progress, stage, outcome.result);
  }
  log.warn({ ...facts, code: outcome.error.code, retryAt: outcome.retryAt }, 'stage failed');
  progress.change(failed(name, clock.now(), outcome));
  await progress.save();
}

/** An outside change is saved at once, with the start of the next stage or with local stages. */
async function complete(
  options: RunOptions,
  progress: Progress,
  { name, repetition }: Stage,
  { output, skipped, reference }: StageResult,
): Promise<void> {
  progress.change(completed(name, options.clock.now(), skipped, reference));
  if (output !== undefined) progress.putOut(name, output);
  const next = openStage(options, progress.record);
  if (repetition === 'safe' || next === undefined || next.isLocal) return;
  // A started stage counts as called, so a stage that this server will not run any more is not saved as started.
  await progress.save(next.repetition === 'resend' && !options.isStopping() ? next.name : undefined);
}

/** The submission time from a stage's output, the same for outside services and the applicant. */
function submissionTime({ outputs }: Progress, now: Date): string {
  for (const output of Object.values(outputs)) {
    const time =
      typeof output === 'object' && output !== null && 'submittedAt' in output ? output.submittedAt : undefined;
    if (typeof time === 'string') return time;
  }
  return now.toISOString();
}

function openStage({ table }: RunnerOptions, { kind, stages }: SubmissionRecord): Stage | undefined {
  const isDone = (name: string) => stages.some((stage) => stage.name === name && stage.state === 'completed');
  return table[kind].find(({ name }) => !isDone(name));
}
