import { readNothing, type Service } from '../core/service.ts';
import { type Agent, makeAgents } from './make-agents.ts';

/** GET: the agents as a plain list. */
export function agentsService(agents: readonly Agent[], seed: number): Service {
  return {
    name: 'agents',
    method: 'GET',
    path: '/agents',
    read: readNothing,
    answer: () => ({ status: 200, body: agents }),
    scenarios: {
      empty: () => ({ status: 200, body: [] }),
      'as-items': () => ({ status: 200, body: { items: agents, total: agents.length + 1 } }),
      many: () => ({ status: 200, body: makeAgents(10_000, seed) }),
      duplicates: () => ({ status: 200, body: [...agents, ...agents] }),
      'odd-rows': () => ({ status: 200, body: [null, 5, 'x', {}, { name: '' }, { name: 42 }, ODD, ...agents] }),
    },
  };
}

/** Answers that are not a list, and markup in a name. */
const ODD = { name: '<img src=x onerror=alert(1)>', country: 'Nepal', emails: 'one@mail.example', phones: null };
