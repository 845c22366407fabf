import { type AgentFilter, type ListedAgent, searchAgents } from './agent-index.ts';
import { fold } from './fold.ts';

interface Found {
  readonly country: string;
  readonly text: string;
  readonly agents: readonly ListedAgent[];
}

/**
 * A search that remembers what it found for the beginnings of a text: what more letters find is among what fewer have
 * found, so that a key looks at some hundreds of ten thousand agents, and taking a letter back looks at none.
 */
export function rememberingSearch(agents: readonly ListedAgent[]): (filter: AgentFilter) => readonly ListedAgent[] {
  let trail: readonly Found[] = [];
  return (filter) => {
    const text = fold(filter.text);
    trail = trail.filter((one) => one.country === filter.country && text.startsWith(one.text));
    const last = trail.at(-1);
    if (last?.text === text) return last.agents;
    const found = searchAgents(last?.agents ?? agents, { ...filter, text });
    trail = [...trail, { country: filter.country, text, agents: found }];
    return found;
  };
}
