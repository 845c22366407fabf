import 'fake-indexeddb/auto';
import { locks } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AppStore, createStore } from '#app/store.ts';
import { answersChanged, draftTakenOver, saveRetried } from '#features/drafts/draft-events.ts';
import { createDraft, openDraft, openLatestDraft } from '#features/drafts/open-draft.ts';
import { flushDraft, startAutosave } from '#features/drafts/save-draft.ts';
import { draftTabs } from '#features/drafts/tabs.ts';
import { takeOver } from '#features/drafts/take-over.ts';
import { closeDatabase, openDatabase } from '#platform/database.ts';
import { newDevice } from '../new-device.ts';

/** Two pages of one browser: the one that had the draft first, and the one that takes it over. */
let first: AppStore;
let second: AppStore;
let id: string;
let stopFirst: () => void;
const draftsOf = (store: AppStore) => store.getState().drafts;
const untilSaved = (store: AppStore) => vi.waitFor(() => expect(draftsOf(store).save.state).toBe('saved'));
const saved = async () => (await openDatabase()).get('drafts', id);

beforeEach(async () => {
  await newDevice();
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
  first = createStore();
  await first.dispatch(openLatestDraft('direct'));
  id = draftsOf(first).open?.id ?? '';
  first.dispatch(answersChanged({ firstName: 'Amelia' }));
  await untilSaved(first);
  stopFirst = first.dispatch(startAutosave());
  second = createStore();
});
afterEach(() => {
  stopFirst();
  for (const store of [first, second]) store.dispatch(draftTabs()).close();
  Reflect.deleteProperty(navigator, 'locks');
  vi.unstubAllGlobals();
});

/** In the first page something is typed that its full disk does not take; then the second takes the draft over. */
async function takeOverUnsaved() {
  const working = globalThis.indexedDB;
  await closeDatabase();
  vi.stubGlobal('indexedDB', {
    open() {
      throw new DOMException('no room', 'QuotaExceededError');
    },
  });
  for (const familyName of ['H', 'Ha', 'Hal', 'Hall']) first.dispatch(answersChanged({ familyName }));
  await vi.waitFor(() => expect(draftsOf(first).save.state).toBe('failed'));
  vi.stubGlobal('indexedDB', working);
  first.dispatch(draftTakenOver(id));
  first.dispatch(draftTabs()).release(id);
  await vi.waitFor(async () => expect((await locks.query()).held).toEqual([]));
  await second.dispatch(openDraft(id));
  second.dispatch(answersChanged({ firstName: 'Emily' }));
  await untilSaved(second);
  expect(await saved()).toMatchObject({ revision: 2, answers: { firstName: 'Emily' } });
}

describe('a tab that only reads a draft, which another tab owns', () => {
  test.each(['pagehide', 'visibilitychange'])(
    'leaves nothing behind on leaving (%s): the next visit finds what the owner wrote',
    async (event) => {
      await takeOverUnsaved();
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      window.dispatchEvent(new Event(event));
      vi.restoreAllMocks();
      const next = createStore();
      await next.dispatch(openLatestDraft('direct'));
      expect(draftsOf(next).open).toMatchObject({ id, revision: 2, answers: { firstName: 'Emily' } });
      expect(draftsOf(next).open?.answers).not.toHaveProperty('familyName');
    },
  );

  test('leaves nothing behind when another draft is opened in it either', async () => {
    await takeOverUnsaved();
    await first.dispatch(createDraft('direct'));
    const next = createStore();
    await next.dispatch(openDraft(id));
    expect(draftsOf(next).open).toMatchObject({ id, revision: 2, answers: { firstName: 'Emily' } });
  });

  test('does not save it when a save is tried again', async () => {
    await takeOverUnsaved();
    first.dispatch(saveRetried());
    await first.dispatch(flushDraft());
    expect(await saved()).toMatchObject({ revision: 2, answers: { firstName: 'Emily' } });
  });

  test('does not save what was typed just before the draft was taken from it', async () => {
    first.dispatch(answersChanged({ firstName: 'Amelie' }));
    first.dispatch(draftTakenOver(id));
    await first.dispatch(flushDraft());
    expect(await saved()).toMatchObject({ revision: 1, answers: { firstName: 'Amelia' } });
  });

  test('shows the draft as the owner has it, and saves again once it has taken it over', async () => {
    await second.dispatch(openDraft(id));
    expect(draftsOf(second)).toMatchObject({ elsewhere: true, open: { answers: { firstName: 'Amelia' } } });
    second.dispatch(answersChanged({ firstName: 'Emily' }));
    await second.dispatch(flushDraft());
    expect(await saved()).toMatchObject({ revision: 1, answers: { firstName: 'Amelia' } });
    await second.dispatch(takeOver());
    second.dispatch(answersChanged({ firstName: 'Emily' }));
    await untilSaved(second);
    expect(await saved()).toMatchObject({ revision: 2, answers: { firstName: 'Emily' } });
    expect(draftsOf(first).elsewhere).toBe(true);
  });
});

describe('a draft that another tab has written in between', () => {
  test('is said to be open in another tab, and the disk is not said to be at fault', async () => {
    const newer = { ...(await saved()), id, revision: 7, answers: { firstName: 'Emily' } };
    await (await openDatabase()).put('drafts', newer);
    first.dispatch(answersChanged({ firstName: 'Amelie' }));
    await first.dispatch(flushDraft());
    await vi.waitFor(() => expect(draftsOf(first).save.state).toBe('failed'));
    expect(draftsOf(first)).toMatchObject({
      elsewhere: true,
      save: { reason: 'This application is open in another tab.' },
    });
    expect(await saved()).toEqual(newer);
  });
});
