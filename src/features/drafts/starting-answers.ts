import { initialAnswers } from '#domain/student/initial.ts';
import type { DraftAnswers, DraftVariant } from './draft.ts';

/** What a draft of a variant starts with, as a draft holds it: without the answers that are not there. */
export function startingAnswers(variant: DraftVariant): DraftAnswers {
  if (variant === 'short') return { formType: 'short-application' };
  const given: Record<string, string | boolean> = {};
  for (const [name, answer] of Object.entries(initialAnswers(variant))) {
    if (typeof answer === 'string' || typeof answer === 'boolean') given[name] = answer;
  }
  return given;
}
