import 'fake-indexeddb/auto';
import { configureStore, isAction, type Middleware } from '@reduxjs/toolkit';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { apiCalls, isApiAction, recordCall } from '#features/dev-tools/api-calls.ts';
import { ApiDebug } from '#features/dev-tools/api-debug.tsx';
import { JsonPreview } from '#features/dev-tools/json-preview.tsx';
import { SavedVersions } from '#features/dev-tools/saved-versions.tsx';
import type { CurrentDraft } from '#features/dev-tools/tool.tsx';
import { newDraft } from '#features/drafts/draft.ts';
import { saveDraft } from '#features/drafts/draft-database.ts';
import { api } from '#platform/api.ts';
import { AGENCY, SHORT_MINIMAL } from '#tests/domain/support/applications.ts';
import { renderThemed } from '../render.tsx';

const CONFIG = {
  demo: true,
  devTools: true,
  flows: { student: true, agent: true, shortForm: true, files: true },
  limits: {
    totalDocumentBytes: 1,
    agentIntroductionBytes: 1,
    genericFileBytes: 1,
    genericFileCount: 1,
    draftHours: 24,
  },
};
const ID = 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11';

afterEach(() => {
  cleanup();
  apiCalls.clear();
  vi.useRealTimers();
});

describe('API response debug', () => {
  const server = vi.fn<typeof fetch>();
  /** A store with the api of the page, whose actions the tool notes. */
  function startStore() {
    vi.stubGlobal('fetch', server);
    (window as Window & { happyDOM?: { setURL(url: string): void } }).happyDOM?.setURL('http://localhost:3000/');
    const note: Middleware = () => (next) => (action) => {
      if (isAction(action) && isApiAction(action)) recordCall(action);
      return next(action);
    };
    const store = configureStore({
      reducer: { [api.reducerPath]: api.reducer },
      middleware: (getDefault) => getDefault().concat(api.middleware, note),
    });
    return () => store.dispatch(api.endpoints.config.initiate(undefined, { forceRefetch: true, subscribe: false }));
  }
  afterEach(() => {
    server.mockReset();
    vi.unstubAllGlobals();
  });

  test('opens a call to its answer and headers, and finds it by any word', async () => {
    const answer = { ...CONFIG, timeZone: 'Australia/Hobart' };
    server.mockImplementation(async () => Response.json(answer, { headers: { 'X-Request-Id': 'r1' } }));
    await startStore()();
    renderThemed(<ApiDebug />);
    expect(screen.getByText('GET /api/config')).toBeDefined();
    expect(screen.getByText(/^200, \d+ ms$/)).toBeDefined();
    expect(screen.getByText(/"timeZone": "Australia\/Hobart"/)).toBeDefined();
    expect(screen.getByText(/x-request-id: r1/i)).toBeDefined();
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'HOBART config' } });
    expect(screen.getByRole('status').textContent).toBe('1 of 1 calls');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nowhere' } });
    expect(screen.getByRole('status').textContent).toBe('0 of 1 calls');
  });

  test('shows the error of a refused call', async () => {
    server.mockImplementation(
      async () => new Response('no', { status: 403, headers: { 'Content-Type': 'text/plain' } }),
    );
    await startStore()();
    renderThemed(<ApiDebug />);
    expect(screen.getByText(/^403, /)).toBeDefined();
    expect(screen.getByText(/"kind": "http"/)).toBeDefined();
  });

  test('keeps the last 100 calls, the newest first', async () => {
    server.mockImplementation(async () => Response.json(CONFIG));
    const call = startStore();
    for (let count = 0; count < 101; count += 1) await call();
    const calls = apiCalls.calls();
    expect(calls).toHaveLength(100);
    expect(calls[0]?.startedAt).toBeGreaterThanOrEqual(calls[99]?.startedAt ?? Number.NaN);
  });
});

describe('JSON preview', () => {
  const shown = (draft: CurrentDraft, path: string) => {
    renderThemed(
      <JsonPreview
        draft={draft}
        mapping={{ timeZone: 'Australia/Melbourne', dialect: 'spec', lists: {} }}
        demo={false}
        onClose={() => undefined}
      />,
    );
    const row = screen.getByText(path, { selector: 'code' }).closest('tr') as HTMLElement;
    return within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
  };

  test('of an agency has the agent flow’s fields, each with its answer, and the introduction', () => {
    const documents = [{ slot: 'agent-introduction', name: 'We are.pdf', size: 2048 }];
    const draft: CurrentDraft = { id: ID, form: 'agency', variant: 'direct', answers: AGENCY, documents };
    expect(shown(draft, 'targetRecruitmentCountryPrimary')).toEqual([
      'targetRecruitmentCountryPrimary',
      '"Nepal"',
      'targetRecruitmentCountry',
    ]);
    expect(screen.getByText('"(We are.pdf, 2 KB)"')).toBeDefined();
  });

  test('of a short application has the student flow’s fields', () => {
    const draft: CurrentDraft = { id: ID, form: 'short', variant: 'direct', answers: SHORT_MINIMAL, documents: [] };
    expect(shown(draft, 'title')).toEqual(['title', '"Asha Rai"', 'firstName, familyName']);
  });
});

describe('State', () => {
  test('lists each saved version with its place, revision, size and age', async () => {
    // The clock is stopped: the age is shown to the second.
    vi.setSystemTime(Date.now());
    const draft = { ...newDraft(ID, 'direct', Date.now() - 90_000, { firstName: 'Linh' }), revision: 3 };
    await saveDraft(draft);
    renderThemed(<SavedVersions currentId={ID} />);
    const row = (await screen.findByText('a0c5c4f2')).closest('li') as HTMLElement;
    expect(row.textContent).toContain('(open), IndexedDB');
    expect(row.textContent).toMatch(/revision 3, \d+ Bytes, 1 min 30 s old/);
  });
});
