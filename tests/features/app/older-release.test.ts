import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reloadForRelease } from '#app/older-release.ts';
import { type AppStore, createStore } from '#app/store.ts';
import { enterTopLayer } from '#components/top-layer.ts';
import { loadDraft } from '#features/drafts/draft-database.ts';
import { answersChanged } from '#features/drafts/draft-events.ts';
import { openLatestDraft } from '#features/drafts/open-draft.ts';
import { closeDatabase } from '#platform/database.ts';
import { newDevice } from '../new-device.ts';

let store: AppStore;
const reload = vi.fn();
beforeEach(async () => {
  await newDevice();
  vi.stubGlobal('location', { reload });
  store = createStore();
  await store.dispatch(openLatestDraft('direct'));
  store.dispatch(answersChanged({ firstName: 'Amelia' }));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  reload.mockClear();
  await closeDatabase();
});

test('an older page is reloaded once for a release, after its answers are saved', async () => {
  const id = store.getState().drafts.open?.id ?? '';
  await store.dispatch(reloadForRelease('two'));
  expect((await loadDraft(id, Date.now()))?.answers.firstName).toBe('Amelia');
  expect(reload).toHaveBeenCalledOnce();
  await store.dispatch(reloadForRelease('two'));
  expect(reload).toHaveBeenCalledOnce();
  await store.dispatch(reloadForRelease('three'));
  expect(reload).toHaveBeenCalledTimes(2);
});

test('an older page stays while its answers cannot be saved', async () => {
  await closeDatabase();
  vi.stubGlobal('indexedDB', {
    open() {
      throw new DOMException('no room', 'QuotaExceededError');
    },
  });
  await store.dispatch(reloadForRelease('two'));
  expect(reload).not.toHaveBeenCalled();
  expect(store.getState().drafts.save.state).toBe('failed');
});

test('an older page stays while a dialog is open', async () => {
  const leave = enterTopLayer(document.body, () => {});
  await store.dispatch(reloadForRelease('two'));
  leave();
  expect(reload).not.toHaveBeenCalled();
});
