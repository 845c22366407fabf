import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AppStore, createStore } from '#app/store.ts';
import { newDraft } from '#features/drafts/draft.ts';
import { deleteWithUndo, undoDeletion } from '#features/drafts/draft-actions.tsx';
import { loadDrafts, saveDraft } from '#features/drafts/draft-database.ts';
import { answersChanged, draftSavedElsewhere } from '#features/drafts/draft-events.ts';
import { watchExpiry } from '#features/drafts/expiry.ts';
import { listDrafts } from '#features/drafts/list-drafts.ts';
import { openLatestDraft, readAgain } from '#features/drafts/open-draft.ts';
import { removeDraft } from '#features/drafts/remove-draft.ts';
import { settleDraft } from '#features/drafts/save-draft.ts';
import { watchDrafts } from '#features/drafts/watch-drafts.ts';
import { viewOpened } from '#platform/view-slice.ts';
import { newDevice } from '../new-device.ts';

const SENT = '0f8fad5b-d9cb-469f-a165-70867728950e';
const OTHER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

let store: AppStore;
/** No transaction begins, as on a disk that cannot be read. */
const failToRead = () =>
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('disk', 'UnknownError');
  });
const listed = () => Object.keys(store.getState().drafts.byId).sort();

beforeEach(async () => {
  await newDevice();
  for (const id of [SENT, OTHER]) await saveDraft({ ...newDraft(id, 'direct', Date.now()), revision: 1 });
  store = createStore();
});

// A watch that continued would take the stopped clock of a later file for one that was set, and renew what is old there.
afterEach(() => {
  vi.restoreAllMocks();
  return store.dispatch(watchExpiry())();
});

describe('the list of the drafts of this device', () => {
  test('does not name a draft that was sent, and so removed, while the list was being read', async () => {
    const { getAll } = IDBObjectStore.prototype;
    const removal = Promise.withResolvers<boolean>();
    const reading = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (this: IDBObjectStore) {
      // The store of drafts is read with this draft in it; the rest of the reading continues afterwards.
      if (this.name === 'drafts') void store.dispatch(removeDraft(SENT)).then(removal.resolve, removal.reject);
      return getAll.call(this);
    });
    await store.dispatch(listDrafts());
    reading.mockRestore();
    expect(await removal.promise).toBe(true);
    expect(listed()).toEqual([OTHER]);
  });

  test('is read again where the device could not be read at first', async () => {
    const failing = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementationOnce(() => {
      throw new DOMException('disk', 'UnknownError');
    });
    await store.dispatch(listDrafts());
    failing.mockRestore();
    expect(listed()).toEqual([OTHER, SENT].sort());
  });

  test('says that the device cannot be read, not that it has nothing, and is read again with the next call', async () => {
    const failing = failToRead();
    await store.dispatch(listDrafts());
    expect(store.getState().drafts).toMatchObject({ listed: false, notRead: true, byId: {} });
    expect(store.getState().drafts.save.state).toBe('saved');
    failing.mockRestore();
    await store.dispatch(listDrafts());
    expect(store.getState().drafts).toMatchObject({ listed: true, notRead: false });
    expect(listed()).toEqual([OTHER, SENT].sort());
  });

  test('does not speak of saved applications on a device that never had any: there saving does not work', async () => {
    await newDevice();
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('disk', 'UnknownError');
    });
    await store.dispatch(listDrafts());
    expect(store.getState()).toMatchObject({ drafts: { notRead: false, save: { state: 'failed' } } });
  });

  test('has what another tab saves while the list is being read', async () => {
    const { getAll, getAllKeys } = IDBObjectStore.prototype;
    const newer = { ...newDraft(OTHER, 'direct', Date.now(), { firstName: 'Amelia' }), revision: 2 };
    const draftsRead = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (this: IDBObjectStore) {
      if (this.name === 'drafts') void saveDraft(newer);
      return getAll.call(this);
    });
    const slotsRead = vi.spyOn(IDBObjectStore.prototype, 'getAllKeys').mockImplementation(function (
      this: IDBObjectStore,
    ) {
      if (this.name === 'documents') store.dispatch(draftSavedElsewhere(OTHER));
      return getAllKeys.call(this);
    });
    await store.dispatch(watchDrafts());
    for (const spy of [draftsRead, slotsRead]) spy.mockRestore();
    await vi.waitFor(() => expect(store.getState().drafts.byId[OTHER]?.firstName).toBe('Amelia'));
  });

  test('names a deleted draft that was brought back, also when the list is read again', async () => {
    await store.dispatch(watchDrafts());
    await store.dispatch(deleteWithUndo(SENT));
    expect(listed()).toEqual([OTHER]);
    await store.dispatch(undoDeletion(SENT));
    const reading = vi.spyOn(IDBObjectStore.prototype, 'getAll');
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await vi.waitFor(() => expect(reading).toHaveBeenCalled());
    reading.mockRestore();
    await store.dispatch(listDrafts());
    // Pages of earlier files hear of `pageshow`, too, and save drafts of their own, which are listed here as well.
    expect(listed()).toEqual(expect.arrayContaining([SENT, OTHER]));
  });
});

describe('a form on a device that cannot be read', () => {
  const openForm = async () => {
    const failing = failToRead();
    await store.dispatch(openLatestDraft('direct'));
    const fresh = store.getState().drafts.open;
    failing.mockRestore();
    return fresh?.id ?? '';
  };
  beforeEach(() => {
    store.dispatch(viewOpened('student-form'));
  });

  test('is a fresh one, and gives way to the latest application once the device can be read', async () => {
    const fresh = await openForm();
    expect([OTHER, SENT]).not.toContain(fresh);
    expect(await store.dispatch(readAgain())).toBe(true);
    expect([OTHER, SENT]).toContain(store.getState().drafts.open?.id);
    expect(listed()).toEqual([OTHER, SENT].sort());
  });

  test('stays when something was typed into it, and is saved beside the others', async () => {
    const fresh = await openForm();
    store.dispatch(answersChanged({ firstName: 'Amelia' }));
    expect(await store.dispatch(readAgain())).toBe(true);
    expect(store.getState().drafts.open?.id).toBe(fresh);
    await store.dispatch(settleDraft());
    expect((await loadDrafts(Date.now())).drafts.map(({ id }) => id).sort()).toEqual([OTHER, SENT, fresh].sort());
  });

  test('is put away if the person has gone home, and nothing takes its place there', async () => {
    await openForm();
    store.dispatch(viewOpened('home'));
    expect(await store.dispatch(readAgain())).toBe(true);
    expect(store.getState()).toMatchObject({ drafts: { open: null, status: 'closed' } });
    expect(listed()).toEqual([OTHER, SENT].sort());
  });

  test('stays while the device still cannot be read', async () => {
    const fresh = await openForm();
    failToRead();
    expect(await store.dispatch(readAgain())).toBe(false);
    expect(store.getState()).toMatchObject({ drafts: { notRead: true, open: { id: fresh } } });
  });
});
