import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AppStore, createStore } from '#app/store.ts';
import { documentFiles } from '#features/documents/document-files.ts';
import { newDraft } from '#features/drafts/draft.ts';
import { loadDrafts, saveDraft } from '#features/drafts/draft-database.ts';
import { answersChanged, documentsChanged, draftKept, draftsSetAside } from '#features/drafts/draft-events.ts';
import { watchExpiry } from '#features/drafts/expiry.ts';
import { createDraft, openLatestDraft } from '#features/drafts/open-draft.ts';
import { beforeSaving, flushDraft } from '#features/drafts/save-draft.ts';
import { watchDrafts } from '#features/drafts/watch-drafts.ts';
import { openDatabase } from '#platform/database.ts';
import { viewOpened } from '#platform/view-slice.ts';
import { newDevice } from '../new-device.ts';

/** How long a draft is kept: 24 hours. */
const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 4, 17, 4, 3);
let store: AppStore;
const open = () => store.getState().drafts.open;
/** The page is looked at again: the work of missed timers is done now. */
const look = () => document.dispatchEvent(new Event('visibilitychange'));
const left = async () => (await openDatabase()).getAllKeys('drafts');

/** The page looks for what has ended. Resolves once the listed drafts were looked at: those that no list names come after. */
const lookedAt = async () => {
  const marker = newDraft(crypto.randomUUID(), 'direct', Date.now() - DAY);
  await saveDraft(marker);
  look();
  await vi.waitFor(async () => expect(await left()).not.toContain(marker.id));
};

beforeEach(async () => {
  // Only the clock is stopped, also while the test waits for something.
  vi.setSystemTime(NOW);
  await newDevice();
  store = createStore();
  await store.dispatch(openLatestDraft('direct'));
  await store.dispatch(watchDrafts());
  store.dispatch(answersChanged({ firstName: 'Amelia' }));
  await store.dispatch(flushDraft());
});
afterEach(async () => {
  // Ends the watching: the next test has its own clock and device.
  await store.dispatch(watchExpiry())();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('24 hours after the last change a draft is gone with its documents, also in a page left open', async () => {
  const id = open()?.id ?? '';
  await documentFiles.put(id, 'passport', { name: 'p.pdf', type: 'application/pdf', size: 1 }, new Blob(['1']));
  vi.setSystemTime(NOW + DAY - 1);
  look();
  expect(open()?.id).toBe(id);
  vi.setSystemTime(NOW + DAY);
  look();
  await vi.waitFor(() => expect(open()).toBeNull());
  await vi.waitFor(async () => expect(await left()).toEqual([]));
  expect(await (await openDatabase()).getAllKeys('files')).toEqual([]);
  expect(store.getState().drafts.byId).toEqual({});
});

test('so it is where a look for expired drafts has failed before', async () => {
  const unreadable = vi.fn(() => {
    throw new Error('this form cannot be read');
  });
  const stop = beforeSaving(unreadable);
  vi.setSystemTime(NOW + DAY);
  look();
  await vi.waitFor(() => expect(unreadable).toHaveBeenCalled());
  stop();
  look();
  await vi.waitFor(async () => expect(await left()).toEqual([]));
  expect(open()).toBeNull();
});

test('what ended is noted for the next visit, with its kind and dates and nothing else', async () => {
  vi.setSystemTime(NOW + DAY);
  look();
  await vi.waitFor(() => expect(open()).toBeNull());
  const note = { variant: 'direct', createdAt: NOW, changedAt: NOW, at: NOW + DAY };
  expect(JSON.parse(localStorage.getItem('ended-applications') ?? '')).toEqual([note]);
  expect(store.getState().drafts.ended).toBe(1);
});

test('so it is when the 24 hours were over before the visit began', async () => {
  await store.dispatch(watchExpiry())();
  vi.setSystemTime(NOW + 2 * DAY);
  store = createStore();
  await store.dispatch(watchDrafts());
  const note = { variant: 'direct', createdAt: NOW, changedAt: NOW, at: NOW + 2 * DAY };
  await vi.waitFor(() => expect(JSON.parse(localStorage.getItem('ended-applications') ?? '[]')).toEqual([note]));
  expect(await left()).toEqual([]);
});

test('so it is in a page that the browser kept whole and shows again, also where that is no change of visibility', async () => {
  vi.setSystemTime(NOW + DAY);
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await vi.waitFor(() => expect(open()).toBeNull());
  await vi.waitFor(async () => expect(await left()).toEqual([]));
});

test('a draft whose end comes while the page looks for what has ended is gone then, not at the next look', async () => {
  vi.setSystemTime(NOW + DAY - 1);
  // After the drafts come the notes, which are read from there.
  const getItem = vi.fn(() => {
    vi.setSystemTime(NOW + DAY);
    vi.unstubAllGlobals();
    return null;
  });
  vi.stubGlobal('localStorage', { getItem });
  look();
  await vi.waitFor(() => expect(getItem).toHaveBeenCalled());
  await vi.waitFor(async () => expect(await left()).toEqual([]));
  expect(open()).toBeNull();
});

test('where its form is on the screen an empty one takes its place', async () => {
  store.dispatch(viewOpened('student-form'));
  const id = open()?.id;
  vi.setSystemTime(NOW + DAY);
  look();
  await vi.waitFor(() => expect([undefined, id]).not.toContain(open()?.id));
  expect(open()?.answers).not.toHaveProperty('firstName');
});

test.each([
  ['typing', () => answersChanged({ firstName: 'Amelie' })],
  ['attaching a document', (id: string) => documentsChanged(id, ['passport'])],
])('%s starts the 24 hours again, in the open page and for the next visit', async (_what, change) => {
  const id = open()?.id ?? '';
  const changedAt = NOW + DAY - 1000;
  vi.setSystemTime(changedAt);
  store.dispatch(change(id));
  await store.dispatch(flushDraft());
  vi.setSystemTime(NOW + DAY + 1000);
  await lookedAt();
  expect(open()?.id).toBe(id);
  expect(store.getState().drafts.byId[id]?.changedAt).toBe(changedAt);
  expect((await loadDrafts(changedAt + DAY - 1)).drafts).toMatchObject([{ id, changedAt }]);
  expect((await loadDrafts(changedAt + DAY)).drafts).toEqual([]);
});

test("'Keep it another 24 hours' counts from then on; an idle autosave renews nothing", async () => {
  vi.setSystemTime(NOW + DAY - 1000);
  await store.dispatch(flushDraft());
  expect(open()?.changedAt).toBe(NOW);
  store.dispatch(draftKept());
  await store.dispatch(flushDraft());
  vi.setSystemTime(NOW + DAY + 1);
  await lookedAt();
  expect(await left()).toHaveLength(1);
  expect(open()?.answers.firstName).toBe('Amelia');
});

test('unreadable data that was set aside is gone after its 24 hours, too', async () => {
  await (await openDatabase()).add('quarantine', { draftId: 'torn', value: 'torn', at: NOW });
  store.dispatch(draftsSetAside(['torn']));
  vi.setSystemTime(NOW + DAY);
  look();
  await vi.waitFor(() => expect(store.getState().drafts.setAside).toEqual([]));
  expect(await (await openDatabase()).count('quarantine')).toBe(0);
});

test('a draft that another tab has changed since is not ended by an old list', async () => {
  const kept = open();
  await store.dispatch(createDraft('direct'));
  vi.setSystemTime(NOW + DAY + 1);
  const changedAt = Date.now();
  if (kept) await saveDraft({ ...kept, changedAt, revision: kept.revision + 1 });
  look();
  await vi.waitFor(() => expect(store.getState().drafts.byId[kept?.id ?? '']?.changedAt).toBe(changedAt));
  expect(await left()).toEqual([kept?.id]);
});

test('a registration that is not opened again is gone after its 24 hours all the same', async () => {
  await store.dispatch(createDraft('agency'));
  store.dispatch(answersChanged({ agencyName: 'Himal Partners' }));
  await store.dispatch(flushDraft());
  const id = open()?.id ?? '';
  await store.dispatch(createDraft('direct'));
  expect(await left()).toContain(id);
  vi.setSystemTime(NOW + DAY);
  look();
  await vi.waitFor(async () => expect(await left()).not.toContain(id));
});
