import { cleanup, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AppStore, createStore } from '#app/store.ts';
import { indexAgents } from '#features/agents/agent-index.ts';
import { useAgents } from '#features/agents/agent-list.ts';
import { AgentSearch } from '#features/agents/agent-search.tsx';
import { agentsApi } from '#features/agents/agents-api.ts';
import { makeAgents } from '#mocks/agents/make-agents.ts';
import { api } from '#platform/api.ts';
import { type Answers, startAnsweringServer } from '../app/answering-server.ts';
import { renderThemed } from '../render.tsx';
import { pageAt } from '../submission/api-server.ts';

const FIRST = '2026-03-02T01:00:00.000Z';
const LATER = '2026-03-02T02:00:00.000Z';
const PATH = 'GET /api/agent-list';
const answerOf = (source: string, updatedAt: string, count: number) => {
  const items = makeAgents(count);
  return { body: { items, source, updatedAt, total: items.length } };
};

let store: AppStore;
let server: Awaited<ReturnType<typeof startAnsweringServer>> | undefined;
beforeEach(() => {
  store = createStore();
});
afterEach(async () => {
  cleanup();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
  vi.useRealTimers();
  await server?.stop();
  server = undefined;
});

async function answering(answers: Answers) {
  server = await startAnsweringServer(answers, 0);
  pageAt(server.url);
}
const known = () => agentsApi.endpoints.agentList.select(undefined)(store.getState());
const useStore = ({ children }: { readonly children: ReactNode }) => <Provider store={store}>{children}</Provider>;
const open = () => renderHook(useAgents, { wrapper: useStore });

describe("the footer 'N of M agents'", () => {
  test('counts those that the search has found, of all that there are', async () => {
    const agents = indexAgents([
      { name: 'Himal Study Centre', country: 'Nepal' },
      { name: 'Himal Pathways', country: 'India' },
      { name: 'Mekong Pathways', country: 'Vietnam' },
    ]);
    const list = { agents, updatedAt: FIRST, trouble: undefined, refreshing: false, refresh: () => undefined };
    renderThemed(<AgentSearch list={list} listId="agents" chosen="" typed="" onChoose={() => undefined} />);
    expect(screen.getByText('3 of 3 agents')).toBeTruthy();
    fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'himal' } });
    expect(await screen.findByText('2 of 3 agents')).toBeTruthy();
    fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'nobody' } });
    expect(await screen.findByText('0 of 3 agents')).toBeTruthy();
  });
});

describe('the list', () => {
  test('is asked for again after two minutes, and not before', async () => {
    await answering({ [PATH]: [answerOf('live', FIRST, 2), answerOf('live', LATER, 2)] });
    // Only the clock is fake: timers that wait for an answer still run.
    vi.setSystemTime(Date.UTC(2026, 2, 2));
    const first = open();
    await waitFor(() => expect(first.result.current.updatedAt).toBe(FIRST));
    first.unmount();
    vi.setSystemTime(Date.UTC(2026, 2, 2) + 119_000);
    const second = open();
    expect([known().status, second.result.current.updatedAt]).toEqual(['fulfilled', FIRST]);
    second.unmount();
    vi.setSystemTime(Date.UTC(2026, 2, 2) + 120_000);
    const third = open();
    await waitFor(() => expect(third.result.current.updatedAt).toBe(LATER));
  });

  test('of 10,000 agents stays when a refresh brings nothing but the built-in one, and it is said', async () => {
    await answering({
      [PATH]: [answerOf('live', FIRST, 10_000)],
      [`${PATH}?refresh=true`]: [answerOf('fallback', LATER, 1)],
    });
    const { result } = open();
    await waitFor(() => expect(known().data?.items).toHaveLength(10_000));
    result.current.refresh();
    await waitFor(() => expect(result.current.trouble?.title).toBe('Failed to refresh agents'));
    expect(known().data).toMatchObject({ source: 'live', updatedAt: FIRST, total: 10_000 });
  });

  test('is asked for past every cache on the way by a refresh, and by nothing else', async () => {
    await answering({
      [PATH]: [answerOf('live', FIRST, 2)],
      [`${PATH}?refresh=true`]: [answerOf('live', LATER, 2)],
    });
    const { result } = open();
    await waitFor(() => expect(result.current.updatedAt).toBe(FIRST));
    result.current.refresh();
    await waitFor(() => expect(result.current.updatedAt).toBe(LATER));
    expect(server?.requests.map(({ url, headers }) => [url, headers['cache-control'], headers.pragma])).toEqual([
      ['/api/agent-list', undefined, undefined],
      ['/api/agent-list?refresh=true', 'no-cache', 'no-cache'],
    ]);
  });

  test('that a refresh brings replaces the one before', async () => {
    await answering({
      [PATH]: [answerOf('live', FIRST, 2)],
      [`${PATH}?refresh=true`]: [answerOf('live', LATER, 3)],
    });
    const { result } = open();
    await waitFor(() => expect(result.current.updatedAt).toBe(FIRST));
    result.current.refresh();
    await waitFor(() => expect(result.current).toMatchObject({ updatedAt: LATER, trouble: undefined }));
    expect(result.current.agents).toHaveLength(3);
  });
});
