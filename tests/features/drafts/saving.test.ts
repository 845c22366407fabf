import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { startingState } from '#app/starting-state.ts';
import { type AppStore, createStore } from '#app/store.ts';
import { newDraft } from '#features/drafts/draft.ts';
import { keepCopy } from '#features/drafts/draft-copy.ts';
import { saveDraft } from '#features/drafts/draft-database.ts';
import {
  answersChanged,
  saveRetried,
  stepCompleted,
  stepOpened,
  typingStarted,
} from '#features/drafts/draft-events.ts';
import { listDrafts } from '#features/drafts/list-drafts.ts';
import { createDraft, openDraft, openLatestDraft, parkDraft } from '#features/drafts/open-draft.ts';
import { removeDraft } from '#features/drafts/remove-draft.ts';
import { beforeSaving, flushDraft } from '#features/drafts/save-draft.ts';
import { closeDatabase, openDatabase } from '#platform/database.ts';
import { viewOpened } from '#platform/view-slice.ts';
import { newDevice } from '../new-device.ts';

let store: AppStore;
const draftOf = (at: AppStore) => at.getState().drafts.open;
const openId = (at: AppStore) => draftOf(at)?.id ?? '';
const saveOf = (at: AppStore) => at.getState().drafts.save;
const saved = async (id: string) => (await openDatabase()).get('drafts', id);

beforeEach(async () => {
  await newDevice();
  store = createStore();
  await store.dispatch(openLatestDraft('direct'));
});

describe('saving', () => {
  test('happens within a second of a change, and only then the indicator says saved', async () => {
    store.dispatch(answersChanged({ firstName: 'Amelia' }));
    expect(saveOf(store).state).toBe('saving');
    await vi.waitFor(() => expect(saveOf(store).state).toBe('saved'), { interval: 10 });
    expect(await saved(openId(store))).toMatchObject({ revision: 1, answers: { firstName: 'Amelia' } });
  });

  test('brings back answers, step and completed steps in another page', async () => {
    store.dispatch(answersChanged({ firstName: 'Amelia' }));
    store.dispatch(stepCompleted(1));
    store.dispatch(stepOpened(2));
    await store.dispatch(flushDraft());
    const again = createStore();
    await again.dispatch(openLatestDraft('direct'));
    expect(draftOf(again)).toEqual(draftOf(store));
    expect(saveOf(again).state).toBe('saved');
  });

  test('takes in what was typed last before another draft takes its place', async () => {
    store.dispatch(answersChanged({ firstName: 'Amelia' }));
    const id = openId(store);
    const unregister = beforeSaving(() => {
      unregister();
      store.dispatch(answersChanged({ familyName: 'Hall' }));
    });
    await store.dispatch(createDraft('direct'));
    expect(await saved(id)).toMatchObject({ answers: { firstName: 'Amelia', familyName: 'Hall' } });
  });

  test('brings back after a reload the draft that this tab had open, though another was changed later', async () => {
    const one = openId(store);
    store.dispatch(answersChanged({ firstName: 'Amelia' }));
    await store.dispatch(createDraft('direct'));
    store.dispatch(answersChanged({ firstName: 'Wei' }));
    await store.dispatch(openDraft(one));
    const again = createStore();
    await again.dispatch(openLatestDraft('direct'));
    expect(draftOf(again)).toMatchObject({ id: one, answers: { firstName: 'Amelia' } });
  });

  test('writes what only the copy made on leaving has as soon as that draft is opened', async () => {
    const draft = { ...newDraft(crypto.randomUUID(), 'agent', Date.now()), revision: 1 };
    await saveDraft(draft);
    keepCopy({ ...draft, revision: 2, answers: { firstName: 'Amelia' } });
    const again = createStore();
    await again.dispatch(openLatestDraft('agent'));
    await vi.waitFor(() => expect(saveOf(again).state).toBe('saved'));
    expect(await saved(draft.id)).toMatchObject({ revision: 2, answers: { firstName: 'Amelia' } });
  });

  test('makes a separate draft of what was typed into the blank step 1 while the last one was being read', async () => {
    store.dispatch(answersChanged({ firstName: 'Amelia' }));
    await store.dispatch(flushDraft());
    const again = createStore({ preloadedState: startingState('student-form') });
    const opening = again.dispatch(openLatestDraft('direct'));
    await again.dispatch(listDrafts());
    // Now the latest draft is being read.
    again.dispatch(typingStarted());
    await opening;
    expect(openId(again)).not.toBe(openId(store));
    expect(draftOf(again)?.answers).not.toHaveProperty('firstName');
    expect(await saved(openId(store))).toMatchObject({ answers: { firstName: 'Amelia' } });
  });

  test('keeps the draft of another form that was pressed in the list while the last one was being read', async () => {
    store.dispatch(answersChanged({ firstName: 'Amelia' }));
    const pressed = openId(store);
    await store.dispatch(createDraft('direct'));
    store.dispatch(answersChanged({ firstName: 'Wei' }));
    await store.dispatch(flushDraft());
    const latest = { ...newDraft(crypto.randomUUID(), 'agent', Date.now()), revision: 1 };
    await saveDraft(latest);
    let goOn = () => {};
    const slow = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const request = async (name: string, _options: LockOptions, use: LockGrantedCallback<unknown>) => {
      if (name === `draft:${latest.id}`) await slow;
      return use({ name, mode: 'exclusive' });
    };
    vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: { request } } }));
    const again = createStore();
    const opening = again.dispatch(openLatestDraft('agent'));
    expect(await again.dispatch(openDraft(pressed))).toBe(true);
    goOn();
    await opening;
    expect(draftOf(again)).toMatchObject({ id: pressed, answers: { firstName: 'Amelia' } });
  });

  test('of two stores in one process each writes its own draft, and hears of it', async () => {
    const other = createStore();
    await other.dispatch(createDraft('agent'));
    store.dispatch(answersChanged({ firstName: 'Amelia' }));
    other.dispatch(answersChanged({ firstName: 'Wei' }));
    for (const one of [store, other]) await vi.waitFor(() => expect(saveOf(one).state).toBe('saved'));
    expect(await saved(openId(store))).toMatchObject({ variant: 'direct', answers: { firstName: 'Amelia' } });
    expect(await saved(openId(other))).toMatchObject({ variant: 'agent', answers: { firstName: 'Wei' } });
    expect(store.getState().drafts.byId).not.toHaveProperty(openId(other));
  });

  test('of two drafts that are opened at once, the one that was asked for last stays, and is the one that is saved', async () => {
    const ids: string[] = [];
    for (const name of ['Amelia', 'Wei', 'Mei']) {
      await store.dispatch(createDraft('direct'));
      store.dispatch(answersChanged({ firstName: name }));
      ids.push(openId(store));
    }
    const [amelia = '', wei = ''] = ids;
    expect(await Promise.all([store.dispatch(openDraft(amelia)), store.dispatch(openDraft(wei))])).toEqual([
      undefined,
      true,
    ]);
    expect(openId(store)).toBe(wei);
    expect(await Promise.all([store.dispatch(openDraft(amelia)), store.dispatch(openDraft(wei))])).toEqual([
      undefined,
      true,
    ]);
    expect(
      await Promise.all([
        store.dispatch(openDraft(amelia)),
        store.dispatch(openDraft(wei)),
        store.dispatch(openDraft(wei)),
      ]),
    ).toContain(true);
    store.dispatch(answersChanged({ firstName: 'Wei Ling' }));
    await vi.waitFor(() => expect(saveOf(store).state).toBe('saved'));
    expect(await saved(wei)).toMatchObject({ answers: { firstName: 'Wei Ling' } });
    expect(await saved(amelia)).toMatchObject({ answers: { firstName: 'Amelia' } });
  });

  test('a draft that is still being read when another view is asked for does not come to the screen', async () => {
    store.dispatch(answersChanged({ firstName: 'Amelia' }));
    const amelia = openId(store);
    await store.dispatch(createDraft('direct'));
    const shown = openId(store);
    const opening = store.dispatch(openDraft(amelia));
    store.dispatch(viewOpened('new-agent'));
    expect(await opening).toBeUndefined();
    expect(openId(store)).toBe(shown);
    const creating = store.dispatch(createDraft('direct'));
    store.dispatch(viewOpened('home'));
    expect(await creating).toBe(false);
    expect(openId(store)).toBe(shown);
  });

  test('a draft that was never changed leaves no trace', async () => {
    const id = openId(store);
    await store.dispatch(parkDraft());
    expect(await saved(id)).toBeUndefined();
    expect(store.getState().drafts.byId).toEqual({});
  });

  test('that fails is said, with the reason, and goes through when it is tried again', async () => {
    const working = globalThis.indexedDB;
    await closeDatabase();
    vi.stubGlobal('indexedDB', {
      open() {
        throw new DOMException('no room', 'QuotaExceededError');
      },
    });
    store.dispatch(answersChanged({ firstName: 'Amelia' }));
    await vi.waitFor(() => expect(saveOf(store).state).toBe('failed'));
    expect(saveOf(store).reason).toContain('no room left');
    expect(draftOf(store)?.answers.firstName).toBe('Amelia');
    vi.stubGlobal('indexedDB', working);
    store.dispatch(saveRetried());
    await vi.waitFor(() => expect(saveOf(store).state).toBe('saved'));
    expect(await saved(openId(store))).toMatchObject({ answers: { firstName: 'Amelia' } });
  });
});

describe('many drafts', () => {
  test('switching writes each to its own place, however late the write', async () => {
    const one = openId(store);
    store.dispatch(answersChanged({ firstName: 'Amelia' }));
    await store.dispatch(createDraft('direct'));
    const other = openId(store);
    store.dispatch(answersChanged({ firstName: 'Wei' }));
    await store.dispatch(openDraft(one));
    expect(draftOf(store)?.answers.firstName).toBe('Amelia');
    store.dispatch(answersChanged({ familyName: 'Hall' }));
    await store.dispatch(openDraft(other));
    await store.dispatch(flushDraft());
    expect(await saved(one)).toMatchObject({ answers: { firstName: 'Amelia', familyName: 'Hall' } });
    expect(await saved(other)).toMatchObject({ answers: { firstName: 'Wei' } });
    expect((await saved(other)) as object).not.toHaveProperty('answers.familyName');
  });

  test('a portal card opens the latest unfinished draft of its variant, or a new one', async () => {
    store.dispatch(answersChanged({ firstName: 'Amelia' }));
    const direct = openId(store);
    await store.dispatch(openLatestDraft('agent'));
    expect(draftOf(store)).toMatchObject({ variant: 'agent', answers: { howDidYouHearAboutUs: 'Agent' } });
    await store.dispatch(openLatestDraft('direct'));
    expect(openId(store)).toBe(direct);
  });

  test('a deleted draft is gone from memory, from the list and from the disk, and stays gone', async () => {
    const id = openId(store);
    store.dispatch(answersChanged({ firstName: 'Amelia' }));
    await store.dispatch(removeDraft(id));
    await store.dispatch(flushDraft());
    expect(draftOf(store)).toBeNull();
    expect(store.getState().drafts.byId).toEqual({});
    expect(await saved(id)).toBeUndefined();
  });
});
