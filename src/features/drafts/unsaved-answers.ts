import type { Draft, DraftAnswers } from './draft.ts';

/**
 * The answers of this page that another tab's state of the draft does not have: those that differ from the state that
 * both began with, and that the other tab has left as they were.
 */
export function unsavedChanges(known: DraftAnswers, here: DraftAnswers, present: DraftAnswers): DraftAnswers {
  const isUnsaved = ([name, answer]: [string, unknown]) => answer !== known[name] && present[name] === known[name];
  return Object.fromEntries(Object.entries(here).filter(isUnsaved));
}

/** Whether every answer of one draft stands in another state of it as well. */
export const hasAnswers = (whole: Draft, part: Draft): boolean =>
  Object.entries(part.answers).every(([name, answer]) => whole.answers[name] === answer);
