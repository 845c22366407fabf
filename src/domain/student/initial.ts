import type { Answers, Variant } from '../form/form.ts';
import type { StudentField, StudentValues } from './form.ts';

/** What a new application starts with: in the agent variant the agent is how the student heard of the course. */
export function initialAnswers(variant: Variant): StudentValues {
  const formType = 'student-application';
  return variant === 'agent' ? { formType, howDidYouHearAboutUs: 'Agent' } : { formType };
}

/**
 * The answers to clear once `changedField` has its new answer: choosing a how-did-you-hear value other than Agent
 * clears selectedAgent, agentName and agentEmail (spec §4); in the agent variant the selection stays, since its step 1
 * requires it (contract §7 "Routing").
 */
export function clearedBy(changedField: string, answers: Answers, variant: Variant): readonly StudentField[] {
  if (changedField !== 'howDidYouHearAboutUs' || answers.howDidYouHearAboutUs === 'Agent') return [];
  return variant === 'agent' ? ['agentName', 'agentEmail'] : ['selectedAgent', 'agentName', 'agentEmail'];
}
