import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type AppStore, createStore } from '#app/store.ts';
import { toast } from '#components/toasts.tsx';
import { newDraft } from '#features/drafts/draft.ts';
import { deleteWithUndo } from '#features/drafts/draft-actions.tsx';
import { saveDraft } from '#features/drafts/draft-database.ts';
import { confirmApplication, startOutbox, withdrawApplication } from '#features/submission/outbox/outbox.ts';
import * as storage from '#features/submission/outbox/outbox-storage.ts';
import { api } from '#platform/api.ts';
import { openDatabase } from '#platform/database.ts';
import { newDevice } from '../../new-device.ts';
import { pageAt, problem, startApiServer } from '../api-server.ts';
import { withholdPauses } from './withheld-pauses.ts';

const ID = 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11';
const APPLICATION = {
  variant: 'direct',
  values: { firstName: 'Amelia' },
  applicant: 'Amelia Hall',
  documents: [],
} as const;
const waits = { id: ID, ...APPLICATION };

let server: Awaited<ReturnType<typeof startApiServer>>;
let store: AppStore;
let pauses: readonly number[];
/** The outbox has tried to send what waits, and does nothing by itself any more. */
const untilItPauses = () => vi.waitFor(() => expect(pauses).toHaveLength(1));
beforeEach(async () => {
  await newDevice();
  server = await startApiServer();
  server.answers.put = { status: 503, body: problem(503, 'UNAVAILABLE', 'The service is not available at the moment') };
  pageAt(server.url);
  pauses = withholdPauses();
  await saveDraft({ ...newDraft(ID, 'direct', Date.now()), revision: 1 });
  store = createStore();
});
afterEach(async () => {
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
  await server.stop();
});

describe('what is withdrawn on a device that deletes nothing', () => {
  const refuseDeletions = () => {
    const refused = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new DOMException('The device cannot be written to', 'UnknownError');
    });
    onTestFinished(() => refused.mockRestore());
    return refused;
  };
  const errorsSaid = () => {
    const shown = vi.spyOn(toast, 'error');
    onTestFinished(() => shown.mockRestore());
    return shown;
  };
  test('leaves the line and is not sent, as the person is told, and leaves the device when it can', async () => {
    await store.dispatch(confirmApplication(ID, APPLICATION));
    await untilItPauses();
    const refused = refuseDeletions();
    const shown = errorsSaid();
    await store.dispatch(withdrawApplication(ID));
    expect(shown.mock.calls[0]?.[0]).toMatch(/could not be written to.*is not sent/);
    expect(await storage.listEntries()).toEqual([]);
    expect(await storage.findEntry(ID)).toBeUndefined();
    expect(await (await openDatabase()).get('outbox', ID)).toBeDefined();
    refused.mockRestore();
    await storage.listEntries();
    await vi.waitFor(async () => expect(await (await openDatabase()).get('outbox', ID)).toBeUndefined());
    expect(localStorage.getItem('withdrawn')).toBeNull();
  });

  const fillLocalStorage = () =>
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem() {
        throw new DOMException('no room', 'QuotaExceededError');
      },
    });
  const refuseWrites = () => {
    const refused = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    onTestFinished(() => refused.mockRestore());
  };

  test('is marked in the line where localStorage is full, so that no visit sends it, and then leaves the device', async () => {
    await storage.addEntry(waits, Date.now());
    const refused = refuseDeletions();
    fillLocalStorage();
    expect(await storage.withdrawEntry(ID)).toBe('noted');
    expect(JSON.stringify(await (await openDatabase()).getAll('outbox'))).not.toContain('Amelia');
    vi.resetModules();
    const next = await import('#features/submission/outbox/outbox-storage.ts');
    expect(await next.listEntries()).toEqual([]);
    expect(await next.findEntry(ID)).toBeUndefined();
    refused.mockRestore();
    await storage.listEntries();
    await vi.waitFor(async () => expect(await (await openDatabase()).get('outbox', ID)).toBeUndefined());
  });

  test('is not sent by this page where nothing can be noted at all, as the person is told, and stays in the line', async () => {
    const entry = await storage.addEntry(waits, Date.now());
    store.dispatch(startOutbox());
    await untilItPauses();
    refuseDeletions();
    fillLocalStorage();
    refuseWrites();
    const shown = errorsSaid();
    await store.dispatch(withdrawApplication(ID));
    expect(shown.mock.calls[0]?.[0]).toMatch(/another tab or the next visit would.*before you close this page/);
    expect(await storage.listEntries()).toMatchObject([{ id: ID }]);
    expect(await storage.replaceEntry(entry)).toBe(false);
  });

  test('is sent when it is confirmed again', async () => {
    await storage.addEntry(waits, Date.now());
    refuseDeletions();
    expect(await storage.withdrawEntry(ID)).toBe('noted');
    const again = await storage.addEntry(waits, Date.now());
    expect(await storage.listEntries()).toEqual([again]);
  });

  test('is not said to be deleted when its draft cannot be, and its draft stays in the list', async () => {
    await storage.addEntry(waits, Date.now());
    store.dispatch(startOutbox());
    await untilItPauses();
    refuseDeletions();
    const shown = errorsSaid();
    await store.dispatch(deleteWithUndo(ID));
    expect(shown.mock.calls[0]?.[0]).toMatch(/could not be deleted.*delete it again/);
    expect(store.getState().drafts.byId).toHaveProperty(ID);
    expect(await storage.listEntries()).toEqual([]);
  });

  test('is said to go out with another tab or visit when its draft cannot be deleted, nor anything noted', async () => {
    await storage.addEntry(waits, Date.now());
    store.dispatch(startOutbox());
    await untilItPauses();
    refuseDeletions();
    fillLocalStorage();
    refuseWrites();
    const shown = errorsSaid();
    await store.dispatch(deleteWithUndo(ID));
    expect(shown.mock.calls[0]?.[0]).toMatch(/could not be deleted.*another tab or the next visit would/);
  });
});
