import type { StageError } from '#domain/submission/submission.ts';
import type { Clock } from '../ports/clock.ts';
import type { SubmissionRecord } from '../ports/ledger.ts';
import type { Log } from '../ports/log.ts';
import { type Judgement, judge, mayRepeatUnknown, nextRetryAt, pauseInPlace } from './retry-policy.ts';
import { type Stage, type StageContext, StageRejected, type StageResult } from './stage.ts';
import type { Failure } from './transitions.ts';

export type Outcome = { readonly result: StageResult } | Failure;

export interface AttemptOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly unknownOutcome: 'resend' | 'hold';
}

/**
 * Runs a stage, repeating it in place while that is allowed and quick. `unknown`: an earlier call of this stage may
 * have done its work; that stays so until an answer settles it. Never throws for what the stage throws.
 */
export async function attempt(
  options: AttemptOptions,
  stage: Stage,
  context: StageContext,
  unknown: boolean,
): Promise<Outcome> {
  const { clock } = options;
  const began = { at: clock.now(), reading: clock.monotonic() };
  let open = unknown;
  for (let tries = 1; ; tries += 1) {
    if (open && !mayRepeatUnknown(stage, options.unknownOutcome)) return held(stage);
    try {
      return { result: await stage.run(context) };
    } catch (failure) {
      const judgement = judge(failure);
      open = judgement.settled ? false : open || judgement.unknown;
      if (open && !mayRepeatUnknown(stage, options.unknownOutcome)) return held(stage);
      const elapsedMs = clock.monotonic() - began.reading;
      const { retryAfterMs } = judgement;
      const pause = pauseInPlace({ tries, elapsedMs, retryAfterMs, random: clock.random() });
      if (!judgement.passing || pause === undefined) {
        const triedMs = triedBefore(context.record, began.at) + elapsedMs;
        return fail(options, stage, context, { failure, ...judgement, unknown: open, triedMs });
      }
      await clock.sleep(pause);
    }
  }
}

/** Milliseconds between the first failure in a row and this try, both by the clock as it is now (`triedUntil`). */
function triedBefore({ failingSince }: SubmissionRecord, now: Date): number {
  return failingSince === undefined ? 0 : Math.max(0, now.getTime() - Date.parse(failingSince));
}

interface Failed extends Judgement {
  readonly failure: unknown;
  /** Milliseconds since the first failure in a row, without what the clock was set by. */
  readonly triedMs: number;
}

function fail(
  { clock, log }: AttemptOptions,
  stage: Stage,
  { record }: StageContext,
  { failure, passing, retryAfterMs, unknown, triedMs }: Failed,
): Failure {
  const error = failure instanceof StageRejected ? failure.error : stage.explain(failure);
  log.warn({ submission: record.id, stage: stage.name, err: failure }, 'a call of a stage failed');
  if (!passing) return { error, unknown, held: false };
  const now = clock.now();
  const failingSince = record.failingSince === undefined ? now : new Date(now.getTime() - triedMs);
  const retryAt = nextRetryAt({ now, failingSince, retries: record.retries, retryAfterMs, random: clock.random() });
  return { error, unknown, held: false, failingSince, ...(retryAt ? { retryAt } : {}) };
}

/** `UNKNOWN_OUTCOME=hold`: whether the outside did it is for the staff to find out. */
function held(stage: Stage): Failure {
  const { message } = stage.explain(undefined);
  const error: StageError = {
    code: 'UNKNOWN_OUTCOME',
    message,
    detail: 'The service did not answer. Our staff are finding out whether it has your application.',
  };
  return { error, unknown: true, held: true };
}
