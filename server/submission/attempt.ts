import { HELD_CODE, type StageError } from '#domain/submission/submission.ts';
import type { Metrics } from '../adapters/prometheus.ts';
import { CallFailure } from '../ports/call-failure.ts';
import type { Clock } from '../ports/clock.ts';
import type { SubmissionRecord } from '../ports/ledger.ts';
import type { Log } from '../ports/log.ts';
import { ProgressNotSaved, reasonOf, type Stage, type StageContext, StageRejected, type StageResult } from './stage.ts';
import type { Failure } from './transitions.ts';

export type StageOutcome = { readonly result: StageResult } | Failure;

export interface AttemptOptions {
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'sleep' | 'random'>;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'stage'>;
  /** Whether the work was given to another node meanwhile: then no other call is made. */
  readonly isLost: () => boolean;
  /** Called before each try that follows a call without an answer. */
  readonly repeating: () => void;
  /** Saves that no call of the stage is open, before the pause. */
  readonly notUnderWay: () => Promise<void>;
}

/**
 * Runs a stage, with quick retries where they are allowed. `unknown`: an earlier call of this stage may have done its work.
 * Only a success or the staff settle that; a refusal of the same call holds it for the staff (R7.22). Of the stage's errors
 * only the cause of ProgressNotSaved is thrown: no call may follow one that the ledger does not know of.
 */
export async function attempt(
  options: AttemptOptions,
  stage: Stage,
  context: StageContext,
  unknown: boolean,
): Promise<StageOutcome> {
  const { clock, log } = options;
  const hold = (because: string, failure?: unknown) => {
    log.warn(
      { submission: context.record.id, stage: stage.name, because, err: failure },
      'a call is held for the staff',
    );
    return held(because);
  };
  const began = { at: clock.now(), reading: clock.monotonic() };
  let isUnknown = unknown && stage.repetition !== 'safe';
  if (isUnknown && stage.repetition === 'hold') return hold('A call was sent, and its answer is not known');
  const saveProgress: StageContext['saveProgress'] = async (progress, call) => {
    await context.saveProgress(progress, call);
    if (call === 'confirmed') isUnknown = false;
  };
  for (let tries = 1; ; tries += 1) {
    if (isUnknown) options.repeating();
    try {
      return { result: await measured(options, stage, { ...context, saveProgress }) };
    } catch (failure) {
      if (failure instanceof ProgressNotSaved) throw failure.cause;
      const classified = classify(failure);
      const { isRefusal, retryAfterMs } = classified;
      if (isUnknown && isRefusal) return hold(`${wordsFor(failure)}, after a call without an answer`, failure);
      isUnknown ||= classified.isUnknown && stage.repetition !== 'safe';
      if (isUnknown && stage.repetition === 'hold') return hold(wordsFor(failure), failure);
      const elapsedMs = clock.monotonic() - began.reading;
      const pause = pauseInPlace({ tries, elapsedMs, retryAfterMs, random: clock.random() });
      if (classified.isPassing && !classified.isMisconfigured && pause !== undefined) {
        await options.notUnderWay();
        await clock.sleep(pause);
        // If the job is lost, its new node makes the next call.
        if (!options.isLost()) continue;
      }
      const triedMs = failingForMs(context.record, began.at) + elapsedMs;
      return fail(options, stage, context, { failure, ...classified, isUnknown, triedMs });
    }
  }
}

/** One try, timed by its outcome. */
async function measured({ clock, metrics }: AttemptOptions, stage: Stage, context: StageContext): Promise<StageResult> {
  const began = clock.monotonic();
  const report = (outcome: string) => {
    const seconds = (clock.monotonic() - began) / 1000;
    metrics.stage({ kind: context.record.kind, stage: stage.name, outcome, seconds });
  };
  try {
    const result = await stage.run(context);
    report(result.skipped ? 'skipped' : 'completed');
    return result;
  } catch (failure) {
    report(outcomeOf(failure));
    throw failure;
  }
}

function outcomeOf(failure: unknown): string {
  if (failure instanceof StageRejected) return 'rejected';
  return failure instanceof CallFailure ? failure.kind : 'fault';
}

/** Milliseconds between the first failure in a row and this try, both by the clock as it is now (`shiftFailingSince`). */
function failingForMs({ failingSince }: SubmissionRecord, now: Date): number {
  return failingSince === undefined ? 0 : Math.max(0, now.getTime() - Date.parse(failingSince));
}

interface FinalFailure extends FailureClass {
  readonly failure: unknown;
  /** Milliseconds since the first failure in a row, without what the clock was set by. */
  readonly triedMs: number;
}

function fail(
  { clock, log }: AttemptOptions,
  stage: Stage,
  { record }: StageContext,
  { failure, isPassing, isMisconfigured, retryAfterMs, isUnknown: unknown, triedMs }: FinalFailure,
): Failure {
  const error = failure instanceof StageRejected ? failure.error : stage.explain(failure);
  const facts = { submission: record.id, stage: stage.name, err: failure };
  if (isMisconfigured) log.error(facts, 'a service is not at its configured address, or not open: the staff must look');
  else log.warn(facts, 'a call of a stage failed');
  if (!isPassing) return { error, unknown, held: false };
  const now = clock.now();
  const failingSince = record.failingSince === undefined ? now : new Date(now.getTime() - triedMs);
  const { retries } = record;
  const retryAt = nextRetryAt({ now, failingSince, retries, retryAfterMs, isMisconfigured, random: clock.random() });
  return {
    error,
    unknown,
    held: false,
    failingSince,
    ...(isMisconfigured ? { misconfigured: true } : {}),
    ...(retryAt ? { retryAt } : {}),
  };
}

/** What the applicant reads of a held call (R7.20). */
const HELD: StageError = {
  code: HELD_CODE,
  message:
    'The college is checking whether your application has arrived in its records. You do not need to do anything.',
};

/** The text of a refusal may quote answers. Only the masked log has it. */
const wordsFor = (failure: unknown): string =>
  failure instanceof StageRejected ? 'Refused' : reasonOf(failure).detail;

const held = (because: string): Failure => ({ error: HELD, unknown: true, held: true, because });

/** Quick retries, while the applicant watches. */
const TRIES_IN_PLACE = 3;
const FIRST_PAUSE_MS = 250;
const PATIENCE_MS = 4_000;

const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 15 * 60_000;
/** People have to repair it. */
const MISCONFIGURED_RETRY_MS = 60 * 60_000;
/** After that, only the applicant or the staff can restart it. */
const BACKGROUND_MS = 24 * 3_600_000;

/** What a failure means for the next try. */
interface FailureClass {
  /** A retry may succeed. */
  readonly isPassing: boolean;
  /** The college has to repair its settings or its service. */
  readonly isMisconfigured: boolean;
  /** Nobody knows whether the call did its work. */
  readonly isUnknown: boolean;
  /** An outside service refused this call. That says nothing about an earlier call. */
  readonly isRefusal: boolean;
  readonly retryAfterMs: number;
}

const PASSING: FailureClass = {
  isPassing: true,
  isMisconfigured: false,
  isUnknown: false,
  isRefusal: false,
  retryAfterMs: 0,
};

/** An error that is neither a rejection nor a failed call is our fault, and can be retried. */
function classify(failure: unknown): FailureClass {
  if (failure instanceof StageRejected) {
    return { ...PASSING, isPassing: false, isRefusal: failure.isAnswer };
  }
  if (!(failure instanceof CallFailure)) return PASSING;
  const { kind, retryAfterMs = 0 } = failure;
  return {
    isPassing: kind !== 'refused',
    isMisconfigured: kind === 'misconfigured' || kind === 'unconfigured',
    isUnknown: kind === 'unanswered',
    isRefusal: kind === 'refused' || kind === 'misconfigured',
    retryAfterMs,
  };
}

/** Milliseconds before the next try at once, or undefined when the applicant should not wait for one. */
export function pauseInPlace(facts: {
  readonly tries: number;
  readonly elapsedMs: number;
  readonly retryAfterMs: number;
  readonly random: number;
}): number | undefined {
  if (facts.tries >= TRIES_IN_PLACE) return undefined;
  const backoff = FIRST_PAUSE_MS * 4 ** (facts.tries - 1) * (0.75 + facts.random / 2);
  const pause = Math.max(backoff, facts.retryAfterMs);
  return facts.elapsedMs + pause > PATIENCE_MS ? undefined : pause;
}

/**
 * When the server tries again by itself: twice as late each time, with jitter, or as late as the outside service asks
 * for, a quarter of an hour at most. A service that is misconfigured is tried once an hour. Undefined after 24 hours.
 */
export function nextRetryAt(facts: {
  readonly now: Date;
  readonly failingSince: Date;
  readonly retries: number;
  readonly retryAfterMs: number;
  readonly isMisconfigured?: boolean;
  readonly random: number;
}): Date | undefined {
  const backoff = Math.min(FIRST_RETRY_MS * 2 ** Math.min(facts.retries, 20), LONGEST_RETRY_MS);
  const wait = facts.isMisconfigured
    ? MISCONFIGURED_RETRY_MS * (0.95 + facts.random / 10)
    : Math.max(backoff * (0.75 + facts.random / 2), Math.min(facts.retryAfterMs, LONGEST_RETRY_MS));
  const at = facts.now.getTime() + wait;
  return at - facts.failingSince.getTime() > BACKGROUND_MS ? undefined : new Date(at);
}
