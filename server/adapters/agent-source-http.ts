import type { AgentSource } from '../ports/agent-source.ts';
import { CallFailure } from '../ports/call-failure.ts';
import type { Outbound } from './outbound.ts';

const NO_CACHE = { 'cache-control': 'no-cache', pragma: 'no-cache' };

/** The agent list over HTTP (`AGENT_LIST_URL`). */
export function createHttpAgentSource({ url, outbound }: { url: string; outbound: Outbound }): AgentSource {
  return {
    fetch: async ({ fresh }) => {
      const answer = await outbound({ method: 'GET', url, headers: fresh ? NO_CACHE : {} });
      try {
        if (answer.whole) return JSON.parse(answer.text);
      } catch {}
      throw new CallFailure('unreadable', 'The answer could not be read', { status: answer.status });
    },
  };
}
