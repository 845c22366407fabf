import type { Draft, DraftAnswers } from './draft.ts';

/**
 * How long after a draft was taken over its former owner may still send what it could not write in time. A tab that is
 * only slow does so within seconds. What a frozen one has when it wakes may be hours old: it stays on that tab's screen,
 * since nobody expects answers to change under their hands by then.
 */
export const LATE_MS = 10_000;

/**
 * The answers of the former owner that the draft does not have: those that differ from the draft as it was `taken` over,
 * and that nobody has answered anew since then.
 */
export function lateChanges(taken: DraftAnswers, late: DraftAnswers, present: DraftAnswers): DraftAnswers {
  const isLate = ([name, answer]: [string, unknown]) => answer !== taken[name] && present[name] === taken[name];
  return Object.fromEntries(Object.entries(late).filter(isLate));
}

/** Whether every answer of one draft stands in another state of it as well. */
export const hasAnswers = (whole: Draft, part: Draft): boolean =>
  Object.entries(part.answers).every(([name, answer]) => whole.answers[name] === answer);
