import { describe, expect, it } from 'vitest';
import { agentListState, type KnownList } from '#features/agents/agent-list.ts';

const AGENT = { name: 'Himal Study Centre', country: 'Nepal' };
const list = (source: 'live' | 'cache' | 'stale' | 'fallback') => ({
  items: [AGENT],
  source,
  updatedAt: '2026-03-02T01:00:00.000Z',
});
const http = (status: number) => ({ kind: 'http', status }) as const;
const stateOf = (known: Partial<KnownList>) =>
  agentListState({ data: undefined, error: undefined, refresh: {}, ...known });

const CACHED = 'Using cached data due to connection issue';

describe('what the selector says about its list', () => {
  it('nothing while the first list is loading', () => {
    expect(stateOf({})).toEqual({ agents: undefined, updatedAt: undefined, trouble: undefined });
  });
  it.each(['live', 'cache'] as const)('nothing about a %s list', (source) => {
    expect(stateOf({ data: list(source) })).toEqual({
      agents: [AGENT],
      updatedAt: '2026-03-02T01:00:00.000Z',
      trouble: undefined,
    });
  });
  it(`'${CACHED}' about a stale list`, () => {
    expect(stateOf({ data: list('stale') }).trouble).toEqual({ title: CACHED, lines: [] });
  });
  it(`'${CACHED}' about any list without a connection: it was kept from an earlier visit`, () => {
    expect(stateOf({ data: list('live'), offline: true }).trouble).toEqual({ title: CACHED, lines: [] });
  });
  it(`'${CACHED}' and 'HTTP error! status: N' when a later request fails`, () => {
    const state = stateOf({ data: list('live'), error: http(502) });
    expect(state.agents).toEqual([AGENT]);
    expect(state.trouble).toEqual({ title: CACHED, lines: ['HTTP error! status: 502'] });
  });
  it("'Failed to fetch agents' and the built-in admissions entry when nothing is known", () => {
    const state = stateOf({ error: http(500) });
    expect(state.agents).toMatchObject([{ name: 'Admissions', country: 'Australia' }]);
    expect(state.trouble?.title).toBe('Failed to fetch agents');
    expect(state.trouble?.lines).toContain('HTTP error! status: 500');
  });
  it('the admissions entry of the college once its name is known', () => {
    const college = { name: 'Harbour College', email: 'hello@harbour.example' };
    expect(stateOf({ error: http(500), college }).agents).toMatchObject([
      { name: 'Harbour College Admissions', emails: ['hello@harbour.example'], phones: [], address: '' },
    ]);
  });
  it("'Failed to fetch agents' when the server itself could only offer the built-in entry", () => {
    expect(stateOf({ data: list('fallback') }).trouble?.title).toBe('Failed to fetch agents');
  });
  it("'Failed to refresh agents' beside the cached list when a refresh fails", () => {
    expect(stateOf({ data: list('live'), refresh: { error: http(503) } }).trouble).toEqual({
      title: 'Failed to refresh agents',
      lines: [CACHED, 'HTTP error! status: 503'],
    });
  });
  it.each(['stale', 'fallback'] as const)('the same when the refresh came back %s', (source) => {
    expect(stateOf({ data: list('live'), refresh: { data: list(source) } }).trouble).toEqual({
      title: 'Failed to refresh agents',
      lines: [CACHED],
    });
  });
  it('no status of a failure that had none', () => {
    expect(stateOf({ data: list('live'), error: { kind: 'network' } }).trouble?.lines).toEqual([]);
  });
});
