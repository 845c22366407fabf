import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AppStore, createStore } from '#app/store.ts';
import { selectOutbox } from '#features/submission/outbox/outbox-slice.ts';
import { addEntry } from '#features/submission/outbox/outbox-storage.ts';
import { resumeOutbox } from '#features/submission/outbox/resume-outbox.ts';
import { api } from '#platform/api.ts';
import { importWithRetry } from '#platform/import-with-retry.ts';
import { newDevice } from '../../new-device.ts';
import { pageAt, startApiServer, submissionAt } from '../api-server.ts';

vi.mock('#platform/import-with-retry.ts', { spy: true });

const ID = 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11';
const WAITING = { id: ID, variant: 'direct', values: {}, applicant: 'Amelia Hall', documents: [] } as const;

let server: Awaited<ReturnType<typeof startApiServer>>;
let store: AppStore;

beforeEach(async () => {
  await newDevice();
  server = await startApiServer();
  server.answers.put = { status: 202, body: submissionAt(ID, 'preparing', {}) };
  pageAt(server.url);
  await addEntry(WAITING, Date.now());
  store = createStore();
});
afterEach(async () => {
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
  await server.stop();
});

test('while the scripts of the outbox cannot be loaded, what waits is listed and kept; the next visit sends it', async () => {
  vi.mocked(importWithRetry).mockRejectedValueOnce(new TypeError('error loading dynamically imported module'));
  await store.dispatch(resumeOutbox());
  expect(selectOutbox(store.getState())).toMatchObject({ entries: [{ id: ID }], sending: null });
  expect(server.puts).toEqual([]);

  store = createStore();
  await store.dispatch(resumeOutbox());
  await vi.waitFor(() =>
    expect(selectOutbox(store.getState())).toMatchObject({ entries: [], processing: [{ id: ID }] }),
  );
  expect(server.puts.map(({ id }) => id)).toEqual([ID]);
});
