import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AppStore, createStore } from '#app/store.ts';
import { answersChanged, stepCompleted, stepOpened } from '#features/drafts/draft-events.ts';
import { createDraft, openLatestDraft } from '#features/drafts/open-draft.ts';
import { beforeSaving, startAutosave } from '#features/drafts/save-draft.ts';
import { closeDatabase, openDatabase } from '#platform/database.ts';
import { newDevice } from '../new-device.ts';

let store: AppStore;
let stop: () => void;
const saveState = () => store.getState().drafts.save.state;
const saved = async () => (await openDatabase()).get('drafts', store.getState().drafts.open?.id ?? '');
const untilSaved = () => vi.waitFor(() => expect(saveState()).toBe('saved'), { interval: 10 });
/** Told by the store: what looks again and again moves the clock each time. */
const untilFailed = () => new Promise<void>((resolve) => store.subscribe(() => saveState() === 'failed' && resolve()));

beforeEach(async () => {
  await newDevice();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  store = createStore();
  await store.dispatch(openLatestDraft('direct'));
  stop = store.dispatch(startAutosave());
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('step, completed steps and answers are saved', () => {
  /** Storage that takes nothing, until the answer is called. */
  async function fillStorage() {
    const working = globalThis.indexedDB;
    await closeDatabase();
    vi.stubGlobal('indexedDB', {
      open() {
        throw new DOMException('no room', 'QuotaExceededError');
      },
    });
    return () => vi.stubGlobal('indexedDB', working);
  }

  test('every 30 seconds, what could not be saved before among them', async () => {
    const makeRoom = await fillStorage();
    const failed = untilFailed();
    store.dispatch(answersChanged({ firstName: 'Amelia' }));
    // The first try is within a second of the change.
    vi.advanceTimersByTime(1000);
    await failed;
    makeRoom();
    vi.advanceTimersByTime(28_999);
    expect(saveState()).toBe('failed');
    vi.advanceTimersByTime(1);
    await untilSaved();
    expect(await saved()).toMatchObject({ answers: { firstName: 'Amelia' } });
  });

  test('every 30 seconds, with what a form finds in its controls only when it looks', async () => {
    const unregister = beforeSaving(() => store.dispatch(answersChanged({ middleName: 'Rose' })));
    vi.advanceTimersByTime(30_000);
    unregister();
    await untilSaved();
    expect(await saved()).toMatchObject({ answers: { middleName: 'Rose' } });
  });

  test('every 30 seconds, a draft among them that was put away before it could be saved', async () => {
    const id = store.getState().drafts.open?.id ?? '';
    const makeRoom = await fillStorage();
    store.dispatch(answersChanged({ firstName: 'Amelia' }));
    await store.dispatch(createDraft('direct'));
    // It is tried once more as it is put away, before this asks for the same.
    await expect(openDatabase()).rejects.toThrow('no room');
    makeRoom();
    expect(await (await openDatabase()).get('drafts', id)).toBeUndefined();
    vi.advanceTimersByTime(30_000);
    await vi.waitFor(async () =>
      expect(await (await openDatabase()).get('drafts', id)).toMatchObject({ answers: { firstName: 'Amelia' } }),
    );
  });

  test.each(['beforeunload', 'pagehide', 'visibilitychange'])(
    'on leaving the page (%s), where nothing can be waited for',
    async (event) => {
      await fillStorage();
      store.dispatch(answersChanged({ firstName: 'Amelia' }));
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      window.dispatchEvent(new Event(event));
      vi.restoreAllMocks();
      stop();
      const later = createStore();
      globalThis.indexedDB = new IDBFactory();
      vi.stubGlobal('indexedDB', globalThis.indexedDB);
      await later.dispatch(openLatestDraft('direct'));
      expect(later.getState().drafts.open).toMatchObject({ answers: { firstName: 'Amelia' } });
    },
  );

  test('on a change of step', async () => {
    store.dispatch(stepCompleted(1));
    store.dispatch(stepOpened(2));
    await untilSaved();
    expect(await saved()).toMatchObject({ step: 2, completedSteps: [1] });
  });
});
