import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type AppStore, createStore } from '#app/store.ts';
import { toast } from '#components/toasts.tsx';
import { newDraft } from '#features/drafts/draft.ts';
import { deleteWithUndo } from '#features/drafts/draft-actions.tsx';
import { saveDraft } from '#features/drafts/draft-database.ts';
import { createDraft } from '#features/drafts/open-draft.ts';
import { confirmApplication, startOutbox, withdrawApplication } from '#features/submission/outbox/outbox.ts';
import * as storage from '#features/submission/outbox/outbox-storage.ts';
import { api } from '#platform/api.ts';
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
/** The outbox has tried to send what waits, and does not retry any more. */
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

describe('what is withdrawn on a device that changes nothing', () => {
  const refuseDeletions = () => {
    const refused = (['delete', 'put'] as const).map((name) =>
      vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(() => {
        throw new DOMException('The device cannot be written to', 'UnknownError');
      }),
    );
    const mockRestore = () => {
      for (const one of refused) one.mockRestore();
    };
    onTestFinished(mockRestore);
    return { mockRestore };
  };
  const errorsSaid = () => {
    const shown = vi.spyOn(toast, 'error');
    onTestFinished(() => shown.mockRestore());
    return shown;
  };
  test('stays in the line, as the page says, and leaves it when the device can be written to', async () => {
    await store.dispatch(confirmApplication(ID, APPLICATION));
    await untilItPauses();
    const refused = refuseDeletions();
    const shown = errorsSaid();
    expect(await store.dispatch(withdrawApplication(ID))).toBe(false);
    expect(shown.mock.calls[0]?.[0]).toBe(
      'We could not withdraw this application. We will still send it. Make room on this device, and try again.',
    );
    expect(await storage.listEntries()).toMatchObject([{ id: ID }]);
    refused.mockRestore();
    expect(await store.dispatch(withdrawApplication(ID))).toBe(true);
    expect(await storage.listEntries()).toEqual([]);
  });

  test('is not said to be deleted when its draft cannot be, and its draft stays in the list', async () => {
    await storage.addEntry(waits, Date.now());
    store.dispatch(startOutbox());
    await untilItPauses();
    refuseDeletions();
    const shown = errorsSaid();
    await store.dispatch(deleteWithUndo(ID));
    expect(shown.mock.calls[0]?.[0]).toBe(
      'We could not delete this application. If you have confirmed it, we will still send it. Make room on this device, and try again.',
    );
    expect(store.getState().drafts.byId).toHaveProperty(ID);
    expect(await storage.listEntries()).toMatchObject([{ id: ID }]);
  });

  // The simulation found it: seed 61, run 1331.
  test('does not make the page say that another application, the one on the screen, was not saved', async () => {
    await store.dispatch(createDraft('direct'));
    refuseDeletions();
    errorsSaid();
    await store.dispatch(deleteWithUndo(ID));
    expect(store.getState().drafts.save).toMatchObject({ state: 'saved', reason: null });
  });
});
