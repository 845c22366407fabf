import 'fake-indexeddb/auto';
import { locks } from 'node:worker_threads';
import { cleanup } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rootReducer } from '#app/root-reducer.ts';
import { DOCUMENT_MISSING } from '#domain/submission/submission.ts';
import { documentsEngine } from '#features/documents/documents-engine.ts';
import { documentsSlice } from '#features/documents/documents-slice.ts';
import { newDraft } from '#features/drafts/draft.ts';
import { saveDraft } from '#features/drafts/draft-database.ts';
import { ShortApplication } from '#features/forms/short/short-application.tsx';
import { selectOutbox } from '#features/submission/outbox/outbox-slice.ts';
import { submissionEvents, submissionSlice } from '#features/submission/submission-slice.ts';
import { SHORT_ANSWERS } from '#tests/support/short-answers.ts';
import { renderThemed } from '../../render.tsx';
import { submissionAt } from '../../submission/api-server.ts';
import { startVisit, type Visit } from '../../submission/start-visit.ts';

const ID = 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11';
const LOST = { field: 'photo-id', message: 'Lost', technical: DOCUMENT_MISSING };
const STOPPED = submissionAt(ID, 'power-automate', {
  state: 'error',
  error: { code: 'DOCUMENTS_LOST', message: 'Documents are missing', errors: [LOST] },
});
const SENT = { applicant: 'Linh Tran', documents: [] };

let server: Visit['server'];
let store: Visit['store'];
let end: Visit['end'];

beforeEach(async () => {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
  ({ server, store, end } = await startVisit(ID));
  server.answers.get = { status: 200, body: STOPPED };
  for (const slice of [documentsSlice, submissionSlice]) rootReducer.inject(slice);
});
afterEach(async () => {
  cleanup();
  await locks.request('outbox', () => {});
  Reflect.deleteProperty(navigator, 'locks');
  await end();
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
