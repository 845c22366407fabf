import 'fake-indexeddb/auto';
import { act, cleanup, screen } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AppStore, createStore } from '#app/store.ts';
import { Toasts, toast } from '#components/toasts.tsx';
import { loadDraft } from '#features/drafts/draft-database.ts';
import { answersChanged } from '#features/drafts/draft-events.ts';
import { createDraft, openLatestDraft } from '#features/drafts/open-draft.ts';
import { flushDraft } from '#features/drafts/save-draft.ts';
import { closeDatabase } from '#platform/database.ts';
import { viewOpened } from '#platform/view-slice.ts';
import { renderThemed } from '../render.tsx';

const NO_ROOM =
  'We could not save your answers on this device, so we keep this application open. Make some room on the device and try again, or download a copy.';

let store: AppStore;
let disk: IDBFactory;
const open = () => store.getState().drafts.open;

beforeEach(async () => {
  await closeDatabase();
  disk = new IDBFactory();
  globalThis.indexedDB = disk;
  localStorage.clear();
  sessionStorage.clear();
  store = createStore();
  await store.dispatch(openLatestDraft('agent'));
  store.dispatch(answersChanged({ firstName: 'Wei' }));
  await store.dispatch(flushDraft());
});
afterEach(async () => {
  act(() => toast.remove());
  cleanup();
  vi.unstubAllGlobals();
  await closeDatabase();
});

async function fillDisk(): Promise<void> {
  await closeDatabase();
  vi.stubGlobal('indexedDB', {
    open() {
      throw new DOMException('no room', 'QuotaExceededError');
    },
  });
  store.dispatch(answersChanged({ familyName: 'Zhang' }));
}

test('a draft that could not be saved stays open with a copy to download, and is put away once it is saved', async () => {
  renderThemed(<Toasts />);
  const id = open()?.id ?? '';
  await fillDisk();
  expect(await act(() => store.dispatch(createDraft('agent')))).toBe(false);
  expect(open()).toMatchObject({ id, answers: { firstName: 'Wei', familyName: 'Zhang' } });
  screen.getByText(NO_ROOM);
  screen.getByRole('button', { name: 'Download a copy' });
  vi.stubGlobal('indexedDB', disk);
  expect(await act(() => store.dispatch(createDraft('agent')))).toBe(true);
  expect(open()?.id).not.toBe(id);
  expect((await loadDraft(id, Date.now()))?.answers).toMatchObject({ familyName: 'Zhang' });
});

test('the page goes back to a draft that could not be saved when a form of another kind is opened', async () => {
  const id = open()?.id;
  await fillDisk();
  store.dispatch(viewOpened('short-form'));
  await store.dispatch(openLatestDraft('short'));
  expect(open()).toMatchObject({ id, answers: { familyName: 'Zhang' } });
  expect(store.getState().view.current).toBe('agent-student-form');
});
