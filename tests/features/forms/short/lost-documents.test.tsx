import 'fake-indexeddb/auto';
import { locks } from 'node:worker_threads';
import { cleanup } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rootReducer } from '#app/root-reducer.ts';
import { type AppStore, createStore } from '#app/store.ts';
import { DOCUMENT_MISSING } from '#domain/submission/submission.ts';
import { documentsEngine } from '#features/documents/documents-engine.ts';
import { documentsSlice } from '#features/documents/documents-slice.ts';
import { newDraft } from '#features/drafts/draft.ts';
import { saveDraft } from '#features/drafts/draft-database.ts';
import { ShortApplication } from '#features/forms/short/short-application.tsx';
import { selectOutbox } from '#features/submission/outbox/outbox-slice.ts';
import { submissionEvents, submissionSlice } from '#features/submission/submission-slice.ts';
import { api } from '#platform/api.ts';
import { SHORT_ANSWERS } from '#tests/support/short-answers.ts';
import { newDevice } from '../../new-device.ts';
import { renderThemed } from '../../render.tsx';
import { pageAt, startApiServer, submissionAt } from '../../submission/api-server.ts';

const ID = 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11';
const LOST = { field: 'photo-id', message: 'Lost', technical: DOCUMENT_MISSING };
const STOPPED = submissionAt(ID, 'power-automate', {
  state: 'error',
  error: { code: 'DOCUMENTS_LOST', message: 'Documents are missing', errors: [LOST] },
});
const SENT = { applicant: 'Linh Tran', documents: [] };

let server: Awaited<ReturnType<typeof startApiServer>>;
let store: AppStore;

beforeEach(async () => {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
  await newDevice();
  server = await startApiServer();
  server.answers.get = { status: 200, body: STOPPED };
  server.answers.put = { status: 202, body: submissionAt(ID, 'preparing', {}) };
  pageAt(server.url);
  store = createStore();
  for (const slice of [documentsSlice, submissionSlice]) rootReducer.inject(slice);
});
afterEach(async () => {
  cleanup();
  await locks.request('outbox', () => {});
  Reflect.deleteProperty(navigator, 'locks');
  store.dispatch(api.util.resetApiState());
  await server.stop();
  vi.unstubAllGlobals();
});

test('a short application whose documents were lost is sent again with the answers of the first time', async () => {
  const answers = { ...SHORT_ANSWERS, firstName: ' Linh ', middleName: '', nameOfAnEarlierRelease: 'Linh' };
  const draft = { ...newDraft(ID, 'short', Date.now(), answers), revision: 1 };
  await saveDraft(draft);
  // This device has all of the documents.
  vi.spyOn(store.dispatch(documentsEngine()), 'bringAgain').mockResolvedValue(true);
  store.dispatch(submissionEvents.accepted({ draftId: ID, sent: SENT }));
  renderThemed(
    <Provider store={store}>
      <ShortApplication draft={draft} />
    </Provider>,
  );
  await vi.waitFor(() => expect(server.puts).toHaveLength(1));
  expect(server.puts[0]?.body).toHaveProperty('values', SHORT_ANSWERS);
  await vi.waitFor(() =>
    expect(selectOutbox(store.getState())).toMatchObject({ entries: [], processing: [{ id: ID }] }),
  );
});
