import { describe, expect, test } from 'vitest';

import { type Agent, makeAgents } from '#mocks/agents/make-agents.ts';
import { startMocks } from '#mocks/server.ts';

const listOf = async (url = '') => (await (await fetch(url)).json()) as Agent[];

describe('agent source', () => {
  test('lists about forty agents of several countries', async () => {
    const mocks = await startMocks({ port: 0, latency: 0 });
    const agents = await listOf(mocks.env.AGENT_LIST_URL);
    expect(agents).toHaveLength(40);
    expect(new Set(agents.map(({ country }) => country)).size).toBe(10);
    await mocks.close();
  });

  test('lists the agents it is given, or as many as are wanted', async () => {
    const own = await startMocks({ port: 0, latency: 0, agents: makeAgents(2, 5) });
    const many = await startMocks({ port: 0, latency: 0, agents: 10_000 });
    expect(await listOf(own.env.AGENT_LIST_URL)).toEqual(makeAgents(2, 5));
    expect(await listOf(many.env.AGENT_LIST_URL)).toHaveLength(10_000);
    await Promise.all([own.close(), many.close()]);
  });

  test('can be empty, wrapped, doubled, huge, or have rows that are none', async () => {
    const mocks = await startMocks({ port: 0, latency: 0, agents: 3 });
    const played = async (scenario: string) => {
      mocks.setScenario({ service: 'agents', scenario });
      return (await (await fetch(mocks.env.AGENT_LIST_URL ?? '')).json()) as unknown;
    };
    expect(await played('empty')).toEqual([]);
    expect(await played('as-items')).toMatchObject({ items: { length: 3 }, total: 4 });
    expect(await played('duplicates')).toHaveLength(6);
    expect(await played('many')).toHaveLength(10_000);
    expect(await played('odd-rows')).toContain(null);
    await mocks.close();
  });
});
