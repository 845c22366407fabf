import type { Agent, AgentList } from '#contract/lists.ts';
import { FALLBACK_AGENT } from '#domain/fallback-agent.ts';
import type { AgentSource } from '../../ports/agent-source.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { createCache } from './cache.ts';

/** Spec §9 "Agent list cache". */
export const AGENT_LIST_LIFE_MS = 120_000;
/** How long a source in trouble is left alone by those who did not ask for a refresh. */
const TROUBLE_LIFE_MS = 5_000;

export interface AgentListOptions {
  /** None is configured: the built-in agent is all there is. */
  readonly source: AgentSource | undefined;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly log: Log;
}

/**
 * The agent list, cached two minutes. A source in trouble gives the last known list (`stale`), else the built-in agent
 * (`fallback`); never an error (spec §8 "Agent list").
 */
export function createAgentList({ source, clock, log }: AgentListOptions) {
  let lastLive: AgentList | undefined;

  const inTrouble = (): AgentList =>
    lastLive ? { ...lastLive, source: 'stale' } : listOf([FALLBACK_AGENT], 'fallback', clock.now());
  const load = async (reload: boolean) => {
    try {
      if (source === undefined) return { value: inTrouble(), lifeMs: AGENT_LIST_LIFE_MS };
      const items = readAgents(await source.fetch({ fresh: reload }), log);
      lastLive = listOf(items, 'live', clock.now());
      return { value: lastLive, lifeMs: AGENT_LIST_LIFE_MS };
    } catch (err) {
      log.warn({ err }, 'the agent list could not be fetched');
      return { value: inTrouble(), lifeMs: TROUBLE_LIFE_MS };
    }
  };
  const cache = createCache({ load, monotonic: clock.monotonic });
  return async ({ refresh }: { readonly refresh: boolean }): Promise<AgentList> => {
    if (refresh) return cache.reload();
    const cached = cache.current();
    if (cached) return cached.source === 'live' ? called(cached, 'cache') : cached;
    return cache.get();
  };
}

const callings = new WeakMap<AgentList, Map<AgentList['source'], AgentList>>();

/** The same list under another source, one object for everybody: what is made of it, such as its text, is made once. */
function called(list: AgentList, source: AgentList['source']): AgentList {
  const known = callings.get(list) ?? new Map<AgentList['source'], AgentList>();
  callings.set(list, known);
  const same = known.get(source) ?? { ...list, source };
  known.set(source, same);
  return same;
}

function listOf(items: readonly Agent[], source: AgentList['source'], at: Date): AgentList {
  return { items, source, updatedAt: at.toISOString(), total: items.length };
}

/** Rows are read one by one: a broken one is left out and counted. Throws when there is no list at all. */
function readAgents(answer: unknown, log: Log): readonly Agent[] {
  const rows = Array.isArray(answer) ? answer : rowsOf(answer);
  if (!Array.isArray(rows)) throw new Error('the agent source answered with no list');
  const agents = rows.flatMap((row) => readAgent(row) ?? []);
  if (agents.length < rows.length)
    log.warn({ dropped: rows.length - agents.length }, 'agents without a name were left out');
  return agents;
}

function rowsOf(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null && 'items' in answer ? answer.items : undefined;
}

function readAgent(row: unknown): Agent | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const members = new Map<string, unknown>(Object.entries(row));
  const text = (key: string) => {
    const value = members.get(key);
    return typeof value === 'string' ? value.trim() : '';
  };
  const texts = (key: string) =>
    [members.get(key)].flat().filter((value): value is string => typeof value === 'string' && value !== '');
  if (text('name') === '') return undefined;
  return {
    name: text('name'),
    contact: text('contact'),
    country: text('country'),
    address: text('address'),
    emails: texts('emails'),
    phones: texts('phones'),
    websites: texts('websites'),
  };
}
