import { CallFailure } from '../ports/call-failure.ts';
import { DocumentsLost } from './lost-documents.ts';
import { type Stage, StageRejected } from './stage.ts';

/** Tries in place, while the applicant watches: few, and none that would keep them waiting for long. */
export const TRIES_IN_PLACE = 3;
const FIRST_PAUSE_MS = 250;
const PATIENCE_MS = 4_000;

const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 15 * 60_000;
/** After that, only the applicant or the staff can go on. */
export const BACKGROUND_MS = 24 * 3_600_000;

/** What a failure says about going on. */
export interface Judgement {
  /** It may pass by itself. */
  readonly passing: boolean;
  /** Nobody knows whether the call did its work. */
  readonly unknown: boolean;
  /** It is known that the call, and any before it, did nothing. */
  readonly settled: boolean;
  readonly retryAfterMs: number;
}

/** Anything that is neither a rejection nor an outside call is a fault of ours: it passes when it is repaired. */
export function judge(failure: unknown): Judgement {
  if (failure instanceof StageRejected) {
    const settled = !(failure instanceof DocumentsLost);
    return { passing: false, unknown: false, settled, retryAfterMs: 0 };
  }
  if (!(failure instanceof CallFailure)) return { passing: true, unknown: false, settled: false, retryAfterMs: 0 };
  const refused = failure.kind === 'refused';
  return {
    passing: !refused,
    unknown: failure.kind === 'unanswered',
    settled: refused,
    retryAfterMs: failure.retryAfterMs ?? 0,
  };
}

/** Whether a stage whose call may have done its work is to be repeated (contract §2 `UNKNOWN_OUTCOME`). */
export function mayRepeatUnknown(stage: Stage, unknownOutcome: 'resend' | 'hold'): boolean {
  return stage.repetition === 'safe' || (stage.repetition === 'keyed' && unknownOutcome === 'resend');
}

/** Milliseconds before the next try in place, or undefined when the applicant should not wait for one. */
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
 * When the server goes on by itself: twice as late each time, with jitter, or as late as the outside asks for, a quarter
 * of an hour at most; undefined after 24 hours.
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
