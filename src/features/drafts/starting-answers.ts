import { agentApplicationId } from '#domain/agency/form.ts';
import { initialAnswers } from '#domain/student/form.ts';
import type { DraftAnswers, DraftVariant } from './draft.ts';

/** What a draft of a variant starts with, as a draft holds it: without the answers that are not there. */
export function startingAnswers(variant: DraftVariant): DraftAnswers {
  if (variant === 'short') return { formType: 'short-application' };
  if (variant === 'agency') {
    return { agentApplicationId: agentApplicationId(new Date(), secureRandom), formType: 'agent-application' };
  }
  const given: Record<string, string | boolean> = {};
  for (const [name, answer] of Object.entries(initialAnswers(variant))) {
    if (typeof answer === 'string' || typeof answer === 'boolean') given[name] = answer;
  }
  return given;
}

/** From 0 up to 1, and nobody can guess it, unlike Math.random. */
function secureRandom(): number {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return number / 2 ** 32;
}
