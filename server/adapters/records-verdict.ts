import { CallFailure } from '../ports/call-failure.ts';
import type { RecordsIssue, Verdict } from '../ports/records.ts';
import { isSuccess } from './outbound.ts';
import type { OutboundAnswer } from './outbound-request.ts';
import type { Redact } from './redact.ts';

/** More than a form has fields; nobody reads on. */
const MOST_ISSUES = 200;
const ACCEPTED: Verdict = { accepted: true };

/**
 * Reads what the records API says of an offer: `IsSuccess`, `itemList` (code to message), `ModelState` (field to
 * messages), `Message` (spec §7). Throws CallFailure `unreadable` where a validation is answered with none of them.
 */
export function readValidation(answer: OutboundAnswer, redact: Redact): Verdict {
  const value = parse(answer.text);
  if (!answer.whole || value === undefined) throw unreadable(answer);
  const verdict = rejectionIn(value, redact);
  if (isSuccess(answer.status) && value.IsSuccess === true) return ACCEPTED;
  if (verdict.issues.length === 0 && isSuccess(answer.status) && value.IsSuccess !== false) throw unreadable(answer);
  return verdict;
}

/**
 * Submission succeeds by HTTP ok (spec §7); only an answer that says `IsSuccess: false` is a refusal all the same.
 * An answer that broke off may have been either, so it settles nothing.
 */
export function readSubmission(answer: OutboundAnswer, redact: Redact): Verdict {
  if (!answer.whole) throw new CallFailure('unanswered', 'The answer broke off', { status: answer.status });
  const value = parse(answer.text);
  if (isSuccess(answer.status) && value?.IsSuccess !== false) return ACCEPTED;
  return rejectionIn(value ?? {}, redact);
}

interface RecordsAnswer {
  readonly IsSuccess?: unknown;
  readonly itemList?: unknown;
  readonly ModelState?: unknown;
  readonly Message?: unknown;
}

function rejectionIn(answer: RecordsAnswer, redact: Redact): Verdict & { accepted: false } {
  const listed = [...issuesOf(answer.itemList), ...issuesOf(answer.ModelState)];
  const general = typeof answer.Message === 'string' && answer.Message !== '' ? answer.Message : undefined;
  const issues = listed.length > 0 ? listed : general ? [{ technical: 'Message', message: general }] : [];
  return {
    accepted: false,
    listed: listed.length > 0,
    issues: issues
      .slice(0, MOST_ISSUES)
      .map((issue) => ({ technical: redact(issue.technical), message: redact(issue.message) })),
  };
}

function issuesOf(map: unknown): RecordsIssue[] {
  if (typeof map !== 'object' || map === null) return [];
  return Object.entries(map).flatMap(([technical, said]) =>
    [said]
      .flat()
      .filter((message): message is string => typeof message === 'string' && message !== '')
      .map((message) => ({ technical, message })),
  );
}

function parse(text: string): RecordsAnswer | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function unreadable({ status }: OutboundAnswer): CallFailure {
  return new CallFailure('unreadable', 'The answer could not be read', { status });
}
