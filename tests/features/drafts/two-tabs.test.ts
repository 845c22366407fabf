import 'fake-indexeddb/auto';
import { locks } from 'node:worker_threads';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AppStore, createStore } from '#app/store.ts';
import { answersChanged } from '#features/drafts/draft-events.ts';
import { watchExpiry } from '#features/drafts/expiry.ts';
import { keepDrafts } from '#features/drafts/keep-drafts.ts';
import { createDraft, openDraft, openLatestDraft, removeDraft, takeOver } from '#features/drafts/open-draft.ts';
import { beforeSaving, draftTabs } from '#features/drafts/save-draft.ts';
import { closeDatabase } from '#platform/database.ts';

/** Two pages of one browser, with the locks that happy-dom does not have and Node has. */
let first: AppStore;
let second: AppStore;
let id: string;
const applicationOf = (store: AppStore) => store.getState().application;

beforeEach(async () => {
  await closeDatabase();
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
  sessionStorage.clear();
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
  first = createStore();
  await first.dispatch(openLatestDraft('direct'));
  id = applicationOf(first).draft?.id ?? '';
  first.dispatch(answersChanged({ firstName: 'Amelia' }));
  await vi.waitFor(() => expect(applicationOf(first).save.state).toBe('saved'), 3000);
  second = createStore();
});
afterEach(() => {
  for (const store of [first, second]) store.dispatch(draftTabs()).close();
  Reflect.deleteProperty(navigator, 'locks');
});

test('a draft that another tab has open can be read and not changed', async () => {
  await second.dispatch(openDraft(id));
  second.dispatch(answersChanged({ firstName: 'Emily' }));
  expect(applicationOf(second)).toMatchObject({ elsewhere: true, draft: { answers: { firstName: 'Amelia' } } });
});

test('a draft that is taken over comes with what its tab had not written yet', async () => {
  await second.dispatch(openDraft(id));
  first.dispatch(answersChanged({ familyName: 'Hall' }));
  await second.dispatch(takeOver());
  expect(applicationOf(second)).toMatchObject({ elsewhere: false, draft: { answers: { familyName: 'Hall' } } });
});

test('a draft that is taken over comes with what was typed last, which its form had not stored yet', async () => {
  await second.dispatch(openDraft(id));
  const unregister = beforeSaving(() => {
    unregister();
    first.dispatch(answersChanged({ familyName: 'Hall' }));
  });
  await second.dispatch(takeOver());
  expect(applicationOf(second).draft?.answers).toMatchObject({ familyName: 'Hall' });
});

test('a draft that was put away in one tab can be changed in the next', async () => {
  await first.dispatch(createDraft('direct'));
  await vi.waitFor(async () =>
    expect((await locks.query()).held?.map(({ name }) => name)).not.toContain(`draft:${id}`),
  );
  await second.dispatch(openDraft(id));
  expect(applicationOf(second).elsewhere).toBe(false);
});

test('a draft that is deleted in one tab is gone from the list of the other', async () => {
  await second.dispatch(keepDrafts());
  expect(second.getState().drafts.byId).toHaveProperty(id);
  await first.dispatch(removeDraft(id));
  await vi.waitFor(() => expect(second.getState().drafts.byId).not.toHaveProperty(id));
  await second.dispatch(watchExpiry())();
});
