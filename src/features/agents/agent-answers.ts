import type { Rule } from '#domain/form/rules.ts';
import { ruleHolds } from '#domain/form/rules.ts';
import { EMAIL, ENGLISH } from '#domain/form/shared-rules.ts';
import { readSelection } from './agent-index.ts';
import { agentsApi } from './agents-api.ts';

export type AgentsRoot = Parameters<ReturnType<typeof agentsApi.endpoints.agentList.select>>[0];

const NO_DATE = { earliest: '', latest: '' };
/** Empty if the form would refuse the text. */
const ifValid = (rule: Rule, text: string): string => (ruleHolds(rule, text, NO_DATE) ? text : '');

/**
 * The name and e-mail address of the chosen agent. They fill the questions of step 4, so the applicant need not type them
 * again (WCAG 3.3.7). Empty without a selection.
 *
 * @param selected 'name|country'
 */
export function agentAnswers(selected: unknown, state: AgentsRoot): Readonly<Record<string, string>> {
  const selection = typeof selected === 'string' ? readSelection(selected) : undefined;
  if (selection === undefined) return {};
  const { data } = agentsApi.endpoints.agentList.select(undefined)(state);
  const { name, country } = selection;
  const listed = data?.items.find((agent) => agent.name === name && agent.country === country);
  return { agentName: ifValid(ENGLISH, name), agentEmail: ifValid(EMAIL, listed?.emails[0] ?? '') };
}
