import * as v from 'valibot';
import type { CollegeFacts } from '#contract/college.ts';
import type { Agent, AgentList } from '#contract/lists.ts';
import { fallbackAgent } from '#domain/institute.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { type Outbound, wholeJson } from '../outbound.ts';
import { createCache } from './cache.ts';

/** How long a list is fresh (R10.15). */
const LIFE_MS = 120_000;
/** The pause after a failure of the source, unless a visitor refreshes the list. */
const TROUBLE_LIFE_MS = 5_000;

/** Gets the agent list, without caches on request. Rejects with CallFailure. */
type AgentSource = (options: { readonly fresh: boolean }) => Promise<unknown>;

export function createAgentSource(url: string, outbound: Outbound): AgentSource {
  const noCache = { 'cache-control': 'no-cache', pragma: 'no-cache' };
  return ({ fresh }) =>
    outbound({ service: 'agent-list', operation: 'fetch', url, headers: fresh ? noCache : {}, read: wholeJson });
}

interface AgentListOptions {
  /** Without a configured source there is only the built-in agent. */
  readonly source: AgentSource | undefined;
  /** Whose admissions office the built-in agent is. */
  readonly college?: CollegeFacts | undefined;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly log: Log;
}

/** If the source fails: the last list (`stale`), else the built-in agent (`fallback`); never an error (R10.16). */
export function createAgentList({ source, college, clock, log }: AgentListOptions) {
  let lastLive: AgentList | undefined;

  const inTrouble = (): AgentList =>
    lastLive ? { ...lastLive, source: 'stale' } : listOf([fallbackAgent(college)], 'fallback', clock.now());
  const load = async (reload: boolean) => {
    if (source === undefined) return { value: inTrouble(), lifeMs: LIFE_MS };
    try {
      lastLive = listOf(readAgents(await source({ fresh: reload }), log), 'live', clock.now());
      return { value: lastLive, lifeMs: LIFE_MS };
    } catch (err) {
      log.warn({ err }, 'the agent list could not be fetched');
      return { value: inTrouble(), lifeMs: TROUBLE_LIFE_MS };
    }
  };
  const cache = createCache<AgentList>({ load, monotonic: clock.monotonic });
  return async ({ refresh }: { readonly refresh: boolean }): Promise<AgentList> => {
    if (refresh) return cache.reload();
    const cached = cache.current();
    if (cached === undefined) return cache.get();
    return cached.source === 'live' ? { ...cached, source: 'cache' } : cached;
  };
}

function listOf(items: readonly Agent[], source: AgentList['source'], at: Date): AgentList {
  return { items, source, updatedAt: at.toISOString(), total: items.length };
}

const Text = v.fallback(v.pipe(v.string(), v.trim()), '');
const Texts = v.fallback(
  v.pipe(
    v.unknown(),
    v.transform((given) => [given].flat().filter((text): text is string => typeof text === 'string' && text !== '')),
  ),
  [],
);
const AgentRow = v.object({
  name: v.pipe(v.string(), v.trim(), v.nonEmpty()),
  contact: Text,
  country: Text,
  address: Text,
  emails: Texts,
  phones: Texts,
  websites: Texts,
});
/** The list itself, or an object with it. A row without a name is null. */
const Rows = v.array(v.fallback(v.nullable(AgentRow), null));
const AgentAnswer = v.union(
  [
    Rows,
    v.pipe(
      v.object({ items: Rows }),
      v.transform(({ items }) => items),
    ),
  ],
  'the agent source answered with no list',
);

/** Rows that cannot be read are skipped and counted. Throws if the answer is no list. */
function readAgents(answer: unknown, log: Log): readonly Agent[] {
  const rows = v.parse(AgentAnswer, answer);
  const agents = rows.filter((row) => row !== null);
  if (agents.length < rows.length)
    log.warn({ dropped: rows.length - agents.length }, 'agents without a name were left out');
  return agents;
}
