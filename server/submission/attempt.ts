import type { StageError } from '#domain/submission/submission.ts';
import { CallFailure } from '../ports/call-failure.ts';
import type { Clock } from '../ports/clock.ts';
import type { SubmissionRecord } from '../ports/ledger.ts';
import type { Log } from '../ports/log.ts';
import type { Metrics } from '../ports/metrics.ts';
import { NotKept, type Stage, type StageContext, StageRejected, type StageResult } from './stage.ts';
import type { Failure } from './transitions.ts';

export type StageOutcome = { readonly result: StageResult } | Failure;

export interface AttemptOptions {
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'sleep' | 'random'>;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'stage'>;
  readonly unknownOutcome: 'resend' | 'hold';
  /** Whether the work was given to another node meanwhile: then no other call is made. */
  readonly isLost: () => boolean;
}

/**
 * Runs a stage, and again at once while that is allowed and quick. `unknown`: an earlier call of this stage may have
 * done its work, which stays so until an answer settles it. Throws nothing of what the stage throws but the cause of
 * NotKept: no call may follow one that the ledger does not know of, and the next run finds the outcome open.
 */
export async function attempt(
  options: AttemptOptions,
  stage: Stage,
  context: StageContext,
  unknown: boolean,
): Promise<StageOutcome> {
  const { clock } = options;
  const began = { at: clock.now(), reading: clock.monotonic() };
  let isOpen = unknown;
  for (let tries = 1; ; tries += 1) {
    if (isOpen && !mayRepeatUnknown(stage, options.unknownOutcome)) return held(stage);
    try {
      return { result: await measured(options, stage, context) };
    } catch (failure) {
      if (failure instanceof NotKept) throw failure.cause;
      const classified = classify(failure);
      isOpen = !classified.isSettled && (isOpen || classified.isUnknown);
      if (isOpen && !mayRepeatUnknown(stage, options.unknownOutcome)) return held(stage);
      const elapsedMs = clock.monotonic() - began.reading;
      const { retryAfterMs } = classified;
      const pause = pauseInPlace({ tries, elapsedMs, retryAfterMs, random: clock.random() });
      if (classified.isPassing && pause !== undefined) {
        await clock.sleep(pause);
        // Else the node that has the work now makes the next call.
        if (!options.isLost()) continue;
      }
      const triedMs = triedBefore(context.record, began.at) + elapsedMs;
      return fail(options, stage, context, { failure, ...classified, isUnknown: isOpen, triedMs });
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

/** Milliseconds between the first failure in a row and this try, both by the clock as it is now (`triedUntil`). */
function triedBefore({ failingSince }: SubmissionRecord, now: Date): number {
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
  { failure, isPassing, retryAfterMs, isUnknown: unknown, triedMs }: FinalFailure,
): Failure {
  const error = failure instanceof StageRejected ? failure.error : stage.explain(failure);
  log.warn({ submission: record.id, stage: stage.name, err: failure }, 'a call of a stage failed');
  if (!isPassing) return { error, unknown, held: false };
  const now = clock.now();
  const failingSince = record.failingSince === undefined ? now : new Date(now.getTime() - triedMs);
  const retryAt = nextRetryAt({ now, failingSince, retries: record.retries, retryAfterMs, random: clock.random() });
  return { error, unknown, held: false, failingSince, ...(retryAt ? { retryAt } : {}) };
}

/** `UNKNOWN_OUTCOME=hold`: the staff have to find out whether the outside service did it. */
function held(stage: Stage): Failure {
  const { message } = stage.explain(undefined);
  const error: StageError = {
    code: 'UNKNOWN_OUTCOME',
    message,
    detail: 'The service did not answer. Our staff are finding out whether it has your application.',
  };
  return { error, unknown: true, held: true };
}

/** Tries made at once, while the applicant watches: few, and none that would keep them waiting for long. */
const TRIES_IN_PLACE = 3;
const FIRST_PAUSE_MS = 250;
const PATIENCE_MS = 4_000;

const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 15 * 60_000;
/** After that, only the applicant or the staff can restart it. */
const BACKGROUND_MS = 24 * 3_600_000;

/** What a failure means for the next try. */
interface FailureClass {
  /** It may pass by itself. */
  readonly isPassing: boolean;
  /** Nobody knows whether the call did its work. */
  readonly isUnknown: boolean;
  /** It is known that the call, and any before it, did nothing. */
  readonly isSettled: boolean;
  readonly retryAfterMs: number;
}

/**
 * By these a service says what it thinks of what was sent, so that it has done nothing with it, under this key, before.
 * Any other refusal may come of the door (an account that has ended, an address that has moved), which knows nothing of
 * a call that was let in earlier.
 */
const ABOUT_WHAT_WAS_SENT = new Set([400, 409, 422]);

/** Anything that is neither a rejection nor an outside call is a fault of ours, and passes when it is repaired. */
function classify(failure: unknown): FailureClass {
  if (failure instanceof StageRejected) {
    return { isPassing: false, isUnknown: false, isSettled: failure.isAnswer, retryAfterMs: 0 };
  }
  if (!(failure instanceof CallFailure)) {
    return { isPassing: true, isUnknown: false, isSettled: false, retryAfterMs: 0 };
  }
  const { kind, status, retryAfterMs = 0 } = failure;
  switch (kind) {
    case 'refused': {
      const isSettled = status !== undefined && ABOUT_WHAT_WAS_SENT.has(status);
      return { isPassing: false, isUnknown: false, isSettled, retryAfterMs };
    }
    case 'unanswered':
      return { isPassing: true, isUnknown: true, isSettled: false, retryAfterMs };
    case 'unreachable':
    case 'busy':
    case 'unreadable':
      return { isPassing: true, isUnknown: false, isSettled: false, retryAfterMs };
  }
}

/** Whether a stage whose call may have done its work is to be repeated (R7.25). */
function mayRepeatUnknown(stage: Stage, unknownOutcome: 'resend' | 'hold'): boolean {
  return stage.repetition === 'safe' || (stage.repetition === 'keyed' && unknownOutcome === 'resend');
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
 * for, a quarter of an hour at most; undefined after 24 hours.
 */
export function nextRetryAt(facts: {
  readonly now: Date;
  readonly failingSince: Date;
  readonly retries: number;
  readonly retryAfterMs: number;
  readonly random: number;
}): Date | undefined {
  const backoff = Math.min(FIRST_RETRY_MS * 2 ** Math.min(facts.retries, 20), LONGEST_RETRY_MS);
  const wait = Math.max(backoff * (0.75 + facts.random / 2), Math.min(facts.retryAfterMs, LONGEST_RETRY_MS));
  const at = facts.now.getTime() + wait;
  return at - facts.failingSince.getTime() > BACKGROUND_MS ? undefined : new Date(at);
}
