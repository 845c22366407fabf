import { HELD_CODE, type StageError } from '#domain/submission/submission.ts';
import type { Metrics } from '../adapters/prometheus.ts';
import { CallFailure } from '../ports/call-failure.ts';
import type { Clock } from '../ports/clock.ts';
import type { SubmissionRecord } from '../ports/ledger.ts';
import type { Log } from '../ports/log.ts';
import { reasonOf, type Stage, type StageContext, StageRejected, type StageResult } from './stage.ts';
import type { Failure } from './transitions.ts';

export type StageOutcome = { readonly result: StageResult } | Failure;

export interface AttemptOptions {
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'sleep' | 'random'>;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'stage'>;
  readonly isLost: () => boolean;
  /** Called before each attempt after an unanswered call. */
  readonly repeating: () => void;
  /** Saves, before the pause, that no call of the stage is open. */
  readonly notUnderWay: () => Promise<void>;
}

/**
 * Runs a stage, with quick retries if they are allowed. `unknown`: an earlier call of this stage may have been done. Only a
 * success or the staff resolve that; if the same call is refused, it is held for the staff (R7.22). Rejects with the
 * ledger's error if `leaving` or `saveProgress` failed, since no call may follow one that the ledger does not have.
 */
export async function attempt(
  options: AttemptOptions,
  stage: Stage,
  context: StageContext,
  unknown: boolean,
): Promise<StageOutcome> {
  const { clock, log, metrics } = options;
  const { record } = context;
  const facts = { submission: record.id, stage: stage.name };
  const hold = (because: string, err?: unknown): Failure => {
    log.warn({ ...facts, because, err }, 'a call is held for the staff');
    return { error: HELD, unknown: true, held: true, because };
  };
  const began = { at: clock.now(), reading: clock.monotonic() };
  let isUnknown = unknown && stage.repetition !== 'safe';
  if (isUnknown && stage.repetition === 'hold') return hold('A call was sent, and its answer is not known');
  let notSaved: { readonly cause: unknown } | undefined;
  const noting = async (saving: Promise<void>) => {
    await saving.catch((cause) => {
      notSaved = { cause };
      throw cause;
    });
  };
  const { leaving } = context;
  for (let tries = 1; ; tries += 1) {
    if (isUnknown) options.repeating();
    const tryBegan = clock.monotonic();
    const measure = (outcome: string) =>
      metrics.stage({ kind: record.kind, stage: stage.name, outcome, seconds: (clock.monotonic() - tryBegan) / 1000 });
    try {
      const result = await stage.run({
        ...context,
        leaving: leaving && (() => noting(leaving())),
        saveProgress: async (progress, call) => {
          await noting(context.saveProgress(progress, call));
          if (call === 'confirmed') isUnknown = false;
        },
      });
      measure(result.skipped ? 'skipped' : 'completed');
      return { result };
    } catch (failure) {
      const failed = classify(failure);
      measure(failed.outcome);
      if (notSaved) throw notSaved.cause;
      // The text of a refusal may quote answers. Only the masked log has it.
      const words = failed.outcome === 'rejected' ? 'Refused' : reasonOf(failure).detail;
      if (isUnknown && failed.isRefusal) return hold(`${words}, after a call without an answer`, failure);
      isUnknown ||= failed.isUnknown && stage.repetition !== 'safe';
      if (isUnknown && stage.repetition === 'hold') return hold(words, failure);
      const random = clock.random();
      const { retryAfterMs } = failed;
      const pause = pauseInPlace({ tries, elapsedMs: clock.monotonic() - began.reading, retryAfterMs, random });
      if (failed.isPassing && !failed.isMisconfigured && pause !== undefined) {
        await options.notUnderWay();
        await clock.sleep(pause);
        // If the job is lost, its new node makes the next call.
        if (!options.isLost()) continue;
      }
      const err = { ...facts, err: failure };
      if (failed.isMisconfigured)
        log.error(err, 'a service is not at its configured address, or not open: the staff must look');
      else log.warn(err, 'a call of a stage failed');
      const error = failure instanceof StageRejected ? failure.error : stage.explain(failure);
      return { error, unknown: isUnknown, held: false, ...(failed.isPassing && nextTry(clock, record, failed, began)) };
    }
  }
}

/** The message to the applicant about a held call (R7.20). */
const HELD: StageError = {
  code: HELD_CODE,
  message:
    'The college is checking whether your application has arrived in its records. You do not need to do anything.',
};

interface FailureClass {
  readonly outcome: string;
  readonly isPassing: boolean;
  readonly isMisconfigured: boolean;
  readonly isUnknown: boolean;
  /** An outside service refused this call. That says nothing about an earlier call. */
  readonly isRefusal: boolean;
  readonly retryAfterMs: number;
}

/** Any other error is a bug of ours, and can be retried. */
function classify(failure: unknown): FailureClass {
  const isRejected = failure instanceof StageRejected;
  const { kind, retryAfterMs = 0 } = failure instanceof CallFailure ? failure : {};
  return {
    outcome: isRejected ? 'rejected' : (kind ?? 'fault'),
    isPassing: !isRejected && kind !== 'refused',
    isMisconfigured: kind === 'misconfigured' || kind === 'unconfigured',
    isUnknown: kind === 'unanswered',
    isRefusal: isRejected ? failure.isAnswer : kind === 'refused' || kind === 'misconfigured',
    retryAfterMs,
  };
}

/** Quick retries, while the applicant watches. */
const TRIES_IN_PLACE = 3;
const FIRST_PAUSE_MS = 250;
const PATIENCE_MS = 4_000;

/** Milliseconds before the next quick retry; undefined if the applicant should not wait for one. */
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

const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 15 * 60_000;
/** People have to repair it. */
const MISCONFIGURED_RETRY_MS = 60 * 60_000;
/** After that, only the applicant or the staff can restart it. */
const BACKGROUND_MS = 24 * 3_600_000;

/** `failingSince` is corrected if the clock was set during the call. */
function nextTry(
  clock: Pick<Clock, 'now' | 'monotonic' | 'random'>,
  record: SubmissionRecord,
  { isMisconfigured, retryAfterMs }: FailureClass,
  began: { readonly at: Date; readonly reading: number },
): Partial<Failure> {
  const now = clock.now();
  const failedBeforeMs = record.failingSince ? Math.max(0, began.at.getTime() - Date.parse(record.failingSince)) : 0;
  const triedMs = clock.monotonic() - began.reading + failedBeforeMs;
  const failingSince = record.failingSince ? new Date(now.getTime() - triedMs) : now;
  const facts = { now, failingSince, retries: record.retries, retryAfterMs, isMisconfigured, random: clock.random() };
  const retryAt = nextRetryAt(facts);
  return { failingSince, ...(isMisconfigured && { misconfigured: true }), ...(retryAt && { retryAt }) };
}

/** Exponential backoff with jitter, or `Retry-After`, 15 min at most. Misconfigured: hourly. Undefined after 24 hours. */
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
