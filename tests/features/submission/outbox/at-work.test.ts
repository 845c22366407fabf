import 'fake-indexeddb/auto';
import { locks } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { documentsEvents } from '#features/documents/documents-slice.ts';
import { newDraft } from '#features/drafts/draft.ts';
import { saveDraft } from '#features/drafts/draft-database.ts';
import { followSent } from '#features/submission/outbox/follow-sent.ts';
import { confirmApplication, startOutbox, withdrawApplication } from '#features/submission/outbox/outbox.ts';
import { selectOutbox } from '#features/submission/outbox/outbox-slice.ts';
import * as storage from '#features/submission/outbox/outbox-storage.ts';
import { listSent, listUnsent, saveSent } from '#features/submission/sent-records.ts';
import { submissionApi } from '#features/submission/submission-api.ts';
import { selectSubmissionEntry } from '#features/submission/submission-slice.ts';
import { closeDatabase, openDatabase } from '#platform/database.ts';
import { problem, submissionAt } from '../api-server.ts';
import { startVisit, type Visit } from '../start-visit.ts';
import { withholdPauses } from './withheld-pauses.ts';

const ID = 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11';
const APPLICATION = {
  variant: 'direct',
  values: { firstName: 'Amelia' },
  applicant: 'Amelia Hall',
  documents: [],
} as const;
const PROCESSED = submissionAt(ID, 'completion', { state: 'completed' });
const BUSY = { status: 503, body: problem(503, 'UNAVAILABLE', 'The service is not available at the moment') };
const DAY = 24 * 60 * 60 * 1000;

let server: Visit['server'];
let store: Visit['store'];
let endVisit: Visit['end'];
const outbox = () => selectOutbox(store.getState());
const savedDraft = async () => (await openDatabase()).get('drafts', ID);
const confirm = () => store.dispatch(confirmApplication(ID, APPLICATION));
/** Confirms, and waits until the server has it. */
async function confirmAndArrive() {
  await confirm();
  await vi.waitFor(() => expect(outbox()).toMatchObject({ entries: [], processing: [{ id: ID }] }));
}
/** What an event of the server brings at the end. */
const end = () => store.dispatch(submissionApi.util.updateQueryData('submission', ID, () => PROCESSED));

beforeEach(async () => {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
  ({ server, store, end: endVisit } = await startVisit(ID));
  server.answers.get = { status: 200, body: PROCESSED };
  withholdPauses();
  await saveDraft({ ...newDraft(ID, 'direct', Date.now()), revision: 1 });
});
afterEach(async () => {
  // No outbox is at work any more, and finds what the next test confirms.
  await locks.request('outbox', () => {});
  Reflect.deleteProperty(navigator, 'locks');
  await endVisit();
});

describe('what was confirmed', () => {
  test('is sent once, leaves the line, and is followed to its end; then its draft is gone and its receipt there', async () => {
    await confirmAndArrive();
    expect(await savedDraft()).toBeDefined();
    expect((await listSent())[0]?.reference).toBeUndefined();
    end();
    await vi.waitFor(() => expect(outbox()).toMatchObject({ processing: [], sent: [{ reference: ID }] }));
    expect(server.puts.map(({ id }) => id)).toEqual([ID]);
    expect(await listSent()).toMatchObject([{ id: ID, applicant: 'Amelia Hall', reference: ID }]);
    expect(await savedDraft()).toBeUndefined();
  });

  test.each([
    ['is sent once where nothing was changed', APPLICATION.values, 1],
    ['goes as well where something was changed', { firstName: 'Emily' }, 2],
  ])('and is confirmed again while it arrives %s', async (_what, values, times) => {
    const held = Promise.withResolvers<void>();
    server.answers.putsHeld = held.promise;
    await confirm();
    await vi.waitFor(() => expect(server.puts).toHaveLength(1));
    await store.dispatch(confirmApplication(ID, { ...APPLICATION, values }));
    held.resolve();
    await vi.waitFor(() => expect(outbox()).toMatchObject({ entries: [], sending: null, processing: [{ id: ID }] }));
    expect(server.puts.map(({ body }) => body)).toHaveLength(times);
    expect(server.puts.at(-1)).toMatchObject({ body: { values } });
    expect(selectSubmissionEntry(store.getState(), ID)).toMatchObject({ phase: 'followed', shown: true });
  });

  test('and was confirmed again with other answers is shown as being sent without them, in case it is through before', async () => {
    const held = Promise.withResolvers<void>();
    server.answers.putsHeld = held.promise;
    await confirm();
    await vi.waitFor(() => expect(server.puts).toHaveLength(1));
    await store.dispatch(confirmApplication(ID, { ...APPLICATION, values: { firstName: 'Emily' } }));
    // The end of an application takes what waits of it from this device.
    const follow = store.subscribe(() => {
      if (selectSubmissionEntry(store.getState(), ID)?.confirmedAgain) void storage.withdrawEntry(ID);
    });
    held.resolve();
    await vi.waitFor(() => expect(outbox()).toMatchObject({ entries: [], sending: null }));
    follow();
    expect(server.puts).toHaveLength(1);
    expect(selectSubmissionEntry(store.getState(), ID)).toMatchObject({ phase: 'followed', confirmedAgain: true });
  });

  test('keeps its draft where another tab has the form open, which shows the end itself', async () => {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const otherTab = locks.request(`draft:${ID}`, () => {
      held.resolve();
      return closed;
    });
    await held.promise;
    await confirmAndArrive();
    end();
    await vi.waitFor(() => expect(outbox().processing).toEqual([]));
    expect(await savedDraft()).toBeDefined();
    close();
    await otherTab;
  });

  test('is sent at once where this browser keeps nothing', async () => {
    await closeDatabase();
    vi.stubGlobal('indexedDB', {
      open() {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
    await confirm();
    expect(server.puts).toMatchObject([{ id: ID, body: { values: { firstName: 'Amelia' } } }]);
  });

  test('is not sent with another document than the confirmed one where this browser keeps nothing either', async () => {
    await closeDatabase();
    vi.stubGlobal('indexedDB', {
      open() {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
    store.dispatch(startOutbox());
    const attach = (attachment: string, state: 'retrying' | 'uploaded') => {
      const file = { attachment, name: `${attachment}.pdf`, type: 'application/pdf', size: 9, uploadedBytes: 9 };
      const document = { ...file, uploadId: attachment, kept: false, state };
      server.uploads.set(attachment, 9);
      store.dispatch(documentsEvents.attached({ draftId: ID, slot: 'passport', document }));
    };
    attach('confirmed', 'retrying');
    const confirmed = { slot: 'passport', label: 'Passport', name: 'confirmed.pdf', size: 9, attachment: 'confirmed' };
    const sending = store.dispatch(confirmApplication(ID, { ...APPLICATION, documents: [confirmed] }));
    await vi.waitFor(() => expect(selectSubmissionEntry(store.getState(), ID)?.phase).toBe('waiting'));
    attach('another', 'uploaded');
    await sending;
    expect(selectSubmissionEntry(store.getState(), ID)?.failure).toMatchObject({ code: 'UPLOAD_FAILED' });
    expect(server.puts).toEqual([]);
  });

  test('is withdrawn while its documents are on their way: it leaves the line, and its attempt ends', async () => {
    store.dispatch(startOutbox());
    const file = { attachment: 'a', name: 'p.pdf', type: 'application/pdf', size: 9, uploadedBytes: 1, kept: true };
    const document = { ...file, state: 'uploading' as const };
    store.dispatch(documentsEvents.attached({ draftId: ID, slot: 'passport', document }));
    const confirmed = { slot: 'passport', label: 'Passport', name: 'p.pdf', size: 9, attachment: 'a' };
    await store.dispatch(confirmApplication(ID, { ...APPLICATION, documents: [confirmed] }));
    await vi.waitFor(() => expect(outbox().sending).toBe(ID));
    await store.dispatch(withdrawApplication(ID));
    await vi.waitFor(() => expect(outbox()).toMatchObject({ entries: [], sending: null }));
    expect(selectSubmissionEntry(store.getState(), ID)).toBeUndefined();
    expect(await storage.listEntries()).toEqual([]);
    expect(server.puts).toEqual([]);
  });
});

test('an application is given up after seven days of tries: it leaves the device, and a note remains', async () => {
  server.answers.put = BUSY;
  await storage.addEntry({ id: ID, ...APPLICATION }, Date.now() - 7 * DAY);
  store.dispatch(startOutbox());
  await vi.waitFor(() => expect(outbox()).toMatchObject({ entries: [], expired: 1 }));
  expect(server.puts).toHaveLength(1);
  expect(listUnsent()).toMatchObject([{ id: ID, applicant: 'Amelia Hall' }]);
  expect(await savedDraft()).toBeUndefined();
});

test('an application that was noted as sent and that the server does not know is followed no longer', async () => {
  server.answers.get = { status: 404, body: problem(404, 'NOT_FOUND', 'There is nothing here') };
  await saveSent({ id: ID, applicant: 'Amelia Hall', documents: [], at: Date.now() });
  store.dispatch(startOutbox());
  store.dispatch(followSent({ id: ID, applicant: 'Amelia Hall' }));
  expect(outbox().processing).toHaveLength(1);
  await vi.waitFor(() => expect(outbox().processing).toEqual([]));
  expect(await listSent()).toEqual([]);
  expect(await savedDraft()).toBeDefined();
});
