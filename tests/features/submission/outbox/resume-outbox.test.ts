import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createStore } from '#app/store.ts';
import { selectOutbox } from '#features/submission/outbox/outbox-slice.ts';
import { addEntry } from '#features/submission/outbox/outbox-storage.ts';
import { resumeOutbox } from '#features/submission/outbox/resume-outbox.ts';
import { api } from '#platform/api.ts';
import { importWithRetry } from '#platform/import-with-retry.ts';
import { startVisit, type Visit } from '../start-visit.ts';

vi.mock('#platform/import-with-retry.ts', { spy: true });

const ID = 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11';
const WAITING = { id: ID, variant: 'direct', values: {}, applicant: 'Amelia Hall', documents: [] } as const;

let visit: Visit;
beforeEach(async () => {
  visit = await startVisit(ID);
  await addEntry(WAITING, Date.now());
});
afterEach(() => visit.end());

test('while the scripts of the outbox cannot be loaded, what waits is listed and kept; the next visit sends it', async () => {
  vi.mocked(importWithRetry).mockRejectedValueOnce(new TypeError('error loading dynamically imported module'));
  await visit.store.dispatch(resumeOutbox());
  expect(selectOutbox(visit.store.getState())).toMatchObject({ entries: [{ id: ID }], sending: null });
  expect(visit.server.puts).toEqual([]);

  const next = createStore();
  onTestFinished(() => void next.dispatch(api.util.resetApiState()));
  await next.dispatch(resumeOutbox());
  await vi.waitFor(() =>
    expect(selectOutbox(next.getState())).toMatchObject({ entries: [], processing: [{ id: ID }] }),
  );
  expect(visit.server.puts.map(({ id }) => id)).toEqual([ID]);
});
