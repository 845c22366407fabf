import type { Rule } from '#domain/form/rules.ts';
import { ruleHolds } from '#domain/form/rules.ts';
import { EMAIL, ENGLISH } from '#domain/form/shared-rules.ts';
import { readSelection } from './agent-index.ts';
import { agentsApi } from './agents-api.ts';

/** The store, as far as the list of agents is read here. */
export type AgentsRoot = Parameters<ReturnType<typeof agentsApi.endpoints.agentList.select>>[0];

const NO_DATE = { earliest: '', latest: '' };
/** What the form would refuse is not filled in. */
const taken = (rule: Rule, text: string): string => (ruleHolds(rule, text, NO_DATE) ? text : '');

/**
 * The name and the e-mail address of an agent that was just chosen, as step 4 asks for them; nothing for any other
 * change, so that people need not type what they chose in step 1 (WCAG 3.3.7).
 *
 * @param selected 'name|country'
 */
export function nameOfAgent(selected: unknown, state: AgentsRoot): Readonly<Record<string, string>> {
  const selection = typeof selected === 'string' ? readSelection(selected) : undefined;
  if (selection === undefined) return {};
  const { data } = agentsApi.endpoints.agentList.select(undefined)(state);
  const { name, country } = selection;
  const listed = data?.items.find((agent) => agent.name === name && agent.country === country);
  return { agentName: taken(ENGLISH, name), agentEmail: taken(EMAIL, listed?.emails[0] ?? '') };
}
