import 'fake-indexeddb/auto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createStore } from '#app/store.ts';
import { confirmApplication } from '#features/submission/outbox/outbox.ts';
import { listEntries } from '#features/submission/outbox/outbox-storage.ts';
import { api } from '#platform/api.ts';
import { connectionRegained } from '#platform/connection.ts';
import { pageAt, problem, startApiServer, submissionAt } from '../api-server.ts';
import { withholdPauses } from './withheld-pauses.ts';

const ID = 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11';
const APPLICATION = { variant: 'direct', values: {}, applicant: 'Amelia Hall', documents: [] } as const;
const BUSY = { status: 503, body: problem(503, 'UNAVAILABLE', 'The service is not available at the moment') };

test('what waits in the outbox is sent as soon as the connection is back, however long the next pause is', async () => {
  const server = await startApiServer();
  const store = createStore();
  onTestFinished(async () => {
    store.dispatch(api.util.resetApiState());
    vi.unstubAllGlobals();
    await server.stop();
  });
  pageAt(server.url);
  server.answers.put = BUSY;
  server.answers.get = BUSY;
  const pauses = withholdPauses();
  await store.dispatch(confirmApplication(ID, APPLICATION));
  // The outbox pauses only where nothing has asked for a further attempt.
  await vi.waitFor(() => expect(pauses).toHaveLength(1));
  const before = server.puts.length;
  server.answers.put = { status: 202, body: submissionAt(ID, 'preparing', {}) };
  store.dispatch(connectionRegained());
  await vi.waitFor(async () => expect(await listEntries()).toEqual([]));
  expect(server.puts.slice(before).map(({ id }) => id)).toEqual([ID]);
});
