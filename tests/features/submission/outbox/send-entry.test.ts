import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { rootReducer } from '#app/root-reducer.ts';
import { documentFiles } from '#features/documents/document-files.ts';
import { type DocumentState, documentsEvents, documentsSlice } from '#features/documents/documents-slice.ts';
import type { Delivery } from '#features/submission/outbox/drain.ts';
import type { OutboxEntry } from '#features/submission/outbox/outbox-storage.ts';
import * as storage from '#features/submission/outbox/outbox-storage.ts';
import { sendEntry } from '#features/submission/outbox/send-entry.ts';
import { listSent } from '#features/submission/sent-records.ts';
import { selectSubmissionEntry, submissionSlice } from '#features/submission/submission-slice.ts';
import { problem, submissionAt } from '../api-server.ts';
import { startVisit, type Visit } from '../start-visit.ts';

const ID = 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11';
const CONFIRMED = {
  ...{ slot: 'passport', label: 'Current Passport', name: 'p.pdf', size: 900, sha256: 'ab'.repeat(32) },
  attachment: 'confirmed',
};
/** Confirmed before its content was known. */
const UNREAD = { slot: 'passport', label: 'Current Passport', name: 'p.pdf', size: 900, attachment: 'confirmed' };
/** The same as the release before has kept it. */
const BEFORE = { slot: 'passport', label: 'Current Passport', name: 'p.pdf', size: 900 };
const REFUSED = {
  kind: 'refused',
  failure: { message: 'We could not upload these documents: Current Passport' },
};
const UPLOAD = 'a'.repeat(32);
const ANOTHER_UPLOAD = 'b'.repeat(32);

let server: Visit['server'];
let store: Visit['store'];
let end: Visit['end'];
beforeEach(async () => {
  for (const slice of [documentsSlice, submissionSlice]) rootReducer.inject(slice);
  ({ server, store, end } = await startVisit(ID));
});
afterEach(() => end());

type Changes = Partial<Pick<OutboxEntry['documents'][number], 'size' | 'sha256' | 'attachment'>>;

/** The document in the slot of the passport as it is now, whole on the server; `changes` to what was confirmed. */
function attach(uploadId: string, changes: Changes = {}, state: DocumentState = 'uploaded') {
  const { slot, name, size, sha256, attachment = '' } = { ...CONFIRMED, ...changes };
  const document = { attachment, name, type: 'application/pdf', size, sha256, uploadId, kept: true };
  server.uploads.set(uploadId, size);
  store.dispatch(
    documentsEvents.attached({ draftId: ID, slot, document: { ...document, uploadedBytes: size, state } }),
  );
}

type Confirmed = Parameters<typeof storage.addEntry>[0];
/** Confirms the application with its passport. */
const confirm = (changes: Partial<Confirmed> = {}): Promise<OutboxEntry> => {
  const application = {
    id: ID,
    variant: 'direct',
    values: {},
    applicant: 'Amelia Hall',
    documents: [CONFIRMED],
  } as const;
  return storage.addEntry({ ...application, ...changes }, Date.now());
};

/** Makes one attempt to send an application: the first one, unless `isFurther`. */
const attempt = (entry: OutboxEntry, isFurther = false) =>
  store.dispatch(sendEntry(entry, { untried: new Set(isFurther ? [] : [ID]), attempts: new Map() }));

/** Confirms the application, and makes one attempt to send it. */
async function send(attempted: Pick<Partial<OutboxEntry>, 'references' | 'documents'> = {}, isFurther = false) {
  const entry = await confirm({ values: { firstName: 'Amelia' } });
  return attempt({ ...entry, ...attempted }, isFurther);
}

/** Each further attempt looks which documents the device has. */
async function keepPassport(): Promise<void> {
  const { slot, label: _label, ...described } = CONFIRMED;
  const description = { ...described, type: 'application/pdf', uploadId: UPLOAD };
  await documentFiles.put(ID, slot, description, new Blob([new Uint8Array(900)]));
}

const sentUploads = () =>
  server.puts.map(({ body }) => (body as { documents: { uploadId: string }[] }).documents.map((one) => one.uploadId));

describe('the document that was confirmed', () => {
  test('goes with the application', async () => {
    attach(UPLOAD);
    expect(await send()).toEqual({ kind: 'sent' });
    expect(sentUploads()).toEqual([[UPLOAD]]);
  });

  test.each([
    ['of another content', { sha256: 'cd'.repeat(32) }],
    ['of another size', { size: 901 }],
    ['of both', { size: 901, sha256: 'cd'.repeat(32) }],
    ['of a content that this browser cannot compute', { sha256: undefined }],
  ])('exchanged for one %s since then is not sent: the person is asked', async (_what, changes) => {
    attach(UPLOAD, { ...changes, attachment: 'another' });
    expect(await send()).toMatchObject(REFUSED);
    expect(server.puts).toEqual([]);
  });

  test('goes with the application also where it was still being read at that moment', async () => {
    attach(UPLOAD);
    expect(await send({ documents: [UNREAD] })).toEqual({ kind: 'sent' });
    expect(sentUploads()).toEqual([[UPLOAD]]);
  });

  test('and exchanged while it was still being read is not sent, though the other one has the same size', async () => {
    attach(UPLOAD, { attachment: 'another' });
    expect(await send({ documents: [UNREAD] })).toMatchObject(REFUSED);
    expect(server.puts).toEqual([]);
  });

  test('is sent when the person has chosen the same file again since then', async () => {
    attach(UPLOAD, { attachment: 'another' });
    expect(await send()).toEqual({ kind: 'sent' });
    expect(sentUploads()).toEqual([[UPLOAD]]);
  });

  test('and chosen again is waited for until its content is known', async () => {
    attach(UPLOAD, { attachment: 'another', sha256: undefined }, 'checking');
    const sending = send();
    await vi.waitFor(() => expect(selectSubmissionEntry(store.getState(), ID)?.phase).toBe('waiting'));
    attach(UPLOAD, { attachment: 'another' });
    expect(await sending).toEqual({ kind: 'sent' });
  });

  test.each([
    ['by its content', { ...BEFORE, sha256: CONFIRMED.sha256 }],
    ['by its size, where it was still being read', BEFORE],
  ])('in the release before is known %s, and is sent', async (_how, document) => {
    attach(UPLOAD);
    expect(await send({ documents: [document] })).toEqual({ kind: 'sent' });
    expect(sentUploads()).toEqual([[UPLOAD]]);
  });

  test('goes alone, without one that was attached to another place since then', async () => {
    attach(UPLOAD);
    const later = { attachment: 'later', name: 'cv.pdf', type: 'application/pdf', size: 5, kept: true };
    const document = { ...later, uploadId: ANOTHER_UPLOAD, uploadedBytes: 5, state: 'uploaded' as const };
    server.uploads.set(ANOTHER_UPLOAD, 5);
    store.dispatch(documentsEvents.attached({ draftId: ID, slot: 'cv', document }));
    expect(await send()).toEqual({ kind: 'sent' });
    expect(sentUploads()).toEqual([[UPLOAD]]);
  });

  test('whose upload has ended on the server since the last attempt is sent as its new upload', async () => {
    attach(ANOTHER_UPLOAD);
    server.answers.nextPuts = [{ status: 422, body: problem(422, 'UPLOAD_MISMATCH', 'A document does not belong') }];
    const { slot, name, size, sha256 } = CONFIRMED;
    const references = [{ slot, uploadId: UPLOAD, name, size, sha256 }];
    expect(await send({ references })).toEqual({ kind: 'sent' });
    expect(sentUploads()).toEqual([[UPLOAD], [ANOTHER_UPLOAD]]);
    expect(await storage.findEntry(ID)).toMatchObject({ references: [{ uploadId: ANOTHER_UPLOAD }] });
  });

  test('goes without waiting for one that was attached since then and cannot be uploaded', async () => {
    attach(UPLOAD);
    const later = { attachment: 'later', name: 'cv.pdf', type: 'application/pdf', size: 5, kept: true };
    const document = { ...later, uploadedBytes: 0, state: 'failed' as const };
    store.dispatch(documentsEvents.attached({ draftId: ID, slot: 'cv', document }));
    expect(await send()).toEqual({ kind: 'sent' });
    expect(sentUploads()).toEqual([[UPLOAD]]);
  });

  test('that the server does not accept in a first attempt either is refused, and not sent for ever', async () => {
    attach(UPLOAD);
    const refusal = { status: 422, body: problem(422, 'UPLOAD_MISMATCH', 'A document does not belong') };
    server.answers.nextPuts = [refusal, refusal];
    expect(await send()).toMatchObject({ kind: 'refused', failure: { code: 'UPLOAD_MISMATCH' } });
    expect(server.puts).toHaveLength(1);
  });
});

describe('an answer that', () => {
  test.each([
    [503, 'UNAVAILABLE', 'later'],
    [429, 'RATE_LIMITED', 'later'],
    [429, 'TOO_MANY_APPLICATIONS', 'later'],
    [500, 'INTERNAL_ERROR', 'later'],
    [422, 'VALIDATION_FAILED', 'refused'],
    [503, 'NOT_CONFIGURED', 'refused'],
  ])('is %i %s leaves the application to be sent: %s', async (status, code, kind) => {
    attach(UPLOAD);
    server.answers.put = { status, body: problem(status, code, 'Title') };
    expect(await send()).toMatchObject({ kind });
  });

  test.each([200, 202, 302, 400, 403, 404, 406, 409, 413, 422, 451, 500, 502, 503])(
    'is an HTML page with status %i is no answer: the application stays in the line',
    async (status) => {
      attach(UPLOAD);
      server.answers.put = { status, body: '<!doctype html><title>Sign in</title>' };
      expect(await send()).toEqual(status < 500 ? { kind: 'later', foreign: true } : { kind: 'later' });
      expect((await storage.findEntry(ID))?.failure).toBeUndefined();
      expect(selectSubmissionEntry(store.getState(), ID)?.failure?.detail).toBe(
        status < 500
          ? 'Another computer answered instead of our server, for example a Wi-Fi sign-in page. If this happens again, try another network.'
          : undefined,
      );
    },
  );

  test.each([
    ['JSON that is no submission', 200, { ok: true }],
    ['JSON without a code', 403, { error: 'blocked' }],
  ])('is %s of something in between is no answer', async (_what, status, body) => {
    attach(UPLOAD);
    server.answers.put = { status, body };
    expect(await send()).toMatchObject({ kind: 'later', foreign: true });
  });

  test.each(['direct', 'agent', 'short', 'agency'] as const)(
    'is a block page decides nothing for the form "%s" either',
    async (variant) => {
      server.answers.nextPuts = [{ status: 403, body: '<h1>Blocked</h1>' }];
      const entry = await confirm({ variant, documents: [] });
      expect(await attempt(entry)).toMatchObject({ kind: 'later' });
      expect(await attempt(entry)).toEqual({ kind: 'sent' });
    },
  );

  test('says that the form is not configured is said in its words, and waits for the person', async () => {
    attach(UPLOAD);
    const detail = 'Application submission is not configured. Please contact support.';
    server.answers.put = { status: 503, body: problem(503, 'NOT_CONFIGURED', 'Title', { detail }) };
    expect(await send()).toMatchObject({ kind: 'refused', failure: { code: 'NOT_CONFIGURED', message: detail } });
  });
});

describe('an attempt', () => {
  test('leaves none of the answers in the state of the page, which Redux DevTools show', async () => {
    attach(UPLOAD);
    await send();
    expect(server.puts).toMatchObject([{ body: { values: { firstName: 'Amelia' } } }]);
    expect(JSON.stringify(store.getState())).not.toContain('firstName');
  });

  test('that the server refuses since it has the application of an earlier one leaves that on the receipt', async () => {
    attach(UPLOAD);
    await send();
    const [before] = await listSent();
    expect(before).toMatchObject({ documents: [{ name: 'p.pdf', size: 900 }] });
    store.dispatch(documentsEvents.removed({ draftId: ID, slot: 'passport' }));
    server.answers.put = { status: 409, body: problem(409, 'ALREADY_SUBMITTED', 'Already submitted') };
    server.answers.get = { status: 200, body: submissionAt(ID, 'completion', { state: 'completed' }) };
    expect(await attempt(await confirm({ documents: [] }))).toEqual({ kind: 'sent' });
    expect(await listSent()).toMatchObject([{ documents: before?.documents }]);
  });

  describe.each([
    ['entry', { kind: 'withdrawn' }, () => keepPassport().then(() => storage.withdrawEntry(ID))],
    ['document', REFUSED, () => store.dispatch(documentsEvents.removed({ draftId: ID, slot: 'passport' }))],
  ])('whose %s went while an earlier confirmation arrived', (_what, alone, take) => {
    const attemptAgain = async () => {
      attach(UPLOAD);
      await send();
      const entry = await confirm();
      await take();
      return attempt(entry);
    };

    test('follows that one to its end, and says that later changes are no part of it', async () => {
      server.answers.get = { status: 200, body: submissionAt(ID, 'completion', { state: 'completed' }) };
      expect(await attemptAgain()).toEqual({ kind: 'sent' });
      expect(selectSubmissionEntry(store.getState(), ID)).toMatchObject({ phase: 'followed', confirmedAgain: true });
      expect(server.puts).toHaveLength(1);
    });

    test('ends for its own reason where that one has stopped', async () => {
      server.answers.get = { status: 200, body: submissionAt(ID, 'cricos-validation', { state: 'error' }) };
      expect(await attemptAgain()).toMatchObject(alone);
      expect(server.puts).toHaveLength(1);
    });
  });

  test('that fails after the first one leaves on the screen why the first one failed', async () => {
    attach(UPLOAD);
    server.answers.nextPuts = [
      { status: 503, body: problem(503, 'UNAVAILABLE', 'Unavailable', { detail: 'This could not be stored' }) },
      { status: 429, body: problem(429, 'RATE_LIMITED', 'Too many requests') },
    ];
    expect(await send()).toEqual({ kind: 'later' });
    const shown = selectSubmissionEntry(store.getState(), ID)?.failure;
    expect(shown).toMatchObject({ detail: 'This could not be stored' });
    await keepPassport();
    expect(await send({}, true)).toEqual({ kind: 'later' });
    expect(server.puts).toHaveLength(2);
    expect(selectSubmissionEntry(store.getState(), ID)?.failure).toEqual(shown);
  });

  test('whose documents have not got on for a minute makes room for the next application', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { slot, name, size } = CONFIRMED;
    const file = { attachment: CONFIRMED.attachment, name, type: 'application/pdf', size, kept: true };
    const document = { ...file, uploadedBytes: 100, state: 'uploading' as const };
    store.dispatch(documentsEvents.attached({ draftId: ID, slot, document }));
    let delivery: Delivery | undefined;
    void send().then((kind) => (delivery = kind));
    await vi.waitFor(() => expect(selectSubmissionEntry(store.getState(), ID)?.phase).toBe('waiting'));
    await vi.advanceTimersByTimeAsync(50_000);
    const changes = { uploadedBytes: 200 };
    store.dispatch(documentsEvents.progressed({ draftId: ID, slot, attachment: CONFIRMED.attachment, changes }));
    // Stopped and tried again at the same byte, again and again.
    for (const state of ['retrying', 'uploading', 'retrying', 'uploading'] as const) {
      await vi.advanceTimersByTimeAsync(13_750);
      store.dispatch(
        documentsEvents.progressed({ draftId: ID, slot, attachment: CONFIRMED.attachment, changes: { state } }),
      );
    }
    expect(delivery).toBeUndefined();
    await vi.advanceTimersByTimeAsync(10_000);
    await vi.waitFor(() => expect(delivery).toEqual({ kind: 'later' }));
    expect(server.puts).toEqual([]);
  });
});

test('an application that is withdrawn before it leaves does not leave', async () => {
  attach(UPLOAD);
  const entry = await confirm();
  await storage.withdrawEntry(ID);
  expect(await attempt(entry)).toEqual({ kind: 'withdrawn' });
  expect(server.puts).toEqual([]);
});
