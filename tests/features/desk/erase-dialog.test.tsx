import 'fake-indexeddb/auto';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rootReducer } from '#app/root-reducer.ts';
import { createStore } from '#app/store.ts';
import { EraseDialog } from '#features/desk/erase-dialog.tsx';
import { newDraft } from '#features/drafts/draft.ts';
import { saveDraft } from '#features/drafts/draft-database.ts';
import { outboxEvents, outboxSlice } from '#features/submission/outbox/outbox-slice.ts';
import { addEntry } from '#features/submission/outbox/outbox-storage.ts';
import { saveSent } from '#features/submission/sent-records.ts';
import { submissionEvents, submissionSlice } from '#features/submission/submission-slice.ts';
import { vault } from '#platform/encryption/vault-state.ts';
import { newDevice } from '../new-device.ts';
import { renderThemed, saying } from '../render.tsx';
import { unseal } from '../unsealed.ts';

for (const slice of [outboxSlice, submissionSlice]) rootReducer.inject(slice);
const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(async () => {
  await newDevice();
  await saveDraft({ ...newDraft(ID, 'agent', Date.now(), { firstName: 'Zoe' }), revision: 1 });
});
afterEach(async () => {
  cleanup();
  vault.set('plain');
  unseal();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await newDevice();
});

function show() {
  const store = createStore();
  const onClose = vi.fn();
  renderThemed(
    <Provider store={store}>
      <EraseDialog onClose={onClose} />
    </Provider>,
  );
  return { store, onClose };
}
const names = async () => (await indexedDB.databases()).map(({ name }) => name);

test('nothing is erased before the second step, and each step has a way back', async () => {
  const { onClose } = show();
  await screen.findByText('1 application');
  press('Keep everything');
  press('Continue to erase');
  press('Keep everything');
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(await names()).toEqual(['applications']);
});

test('names what is being sent to the college, in both steps', async () => {
  const { store } = show();
  const entry = (id: string, order: number, applicant: string) =>
    ({ id, order, applicant, variant: 'agent', confirmedAt: order }) as const;
  const entries = [entry('a', 1, 'Wei Zhang'), entry('b', 2, 'Bo Li')];
  store.dispatch(outboxEvents.changed({ entries, sending: 'a' }));
  store.dispatch(outboxEvents.processingStarted({ id: 'c', applicant: 'Chidi Okafor' }));
  const isNamed = async () => {
    await screen.findByText(saying(/^We are sending now: Wei Zhang\./));
    screen.getByText(saying('Not sent yet: Bo Li. If you erase these applications, we cannot send them.'));
    screen.getByText(saying(/^The college has these and is working on them: Chidi Okafor\./));
  };
  await isNamed();
  press('Continue to erase');
  await isNamed();
});

const confirmed = (applicant: string) =>
  ({ id: crypto.randomUUID(), variant: 'agent', values: {}, applicant, documents: [] }) as const;

test('names what waits in storage, also where this page has not loaded the line', async () => {
  await addEntry(confirmed('Wei Zhang'), Date.now());
  await addEntry(confirmed('Bo Li'), Date.now());
  await saveSent({ id: crypto.randomUUID(), applicant: 'Chidi Okafor', documents: [], at: Date.now() });
  show();
  await screen.findByText('2 confirmed applications not sent yet');
  await screen.findByText(
    saying('Not sent yet: Wei Zhang, Bo Li. If you erase these applications, we cannot send them.'),
  );
  screen.getByText(saying(/^The college has these and is working on them: Chidi Okafor\./));
  press('Continue to erase');
  await screen.findByText(
    saying('Not sent yet: Wei Zhang, Bo Li. If you erase these applications, we cannot send them.'),
  );
});

test('names what this page sends from its memory, since the browser could not keep it', async () => {
  const { store } = show();
  const sent = { applicant: 'Wei Zhang', documents: [] };
  store.dispatch(submissionEvents.confirmed({ draftId: crypto.randomUUID(), sent }));
  await screen.findByText(saying(/^We are sending now: Wei Zhang\./));
});

test('says how many wait while this computer is locked, and not whose they are', async () => {
  await addEntry(confirmed('Wei Zhang'), Date.now());
  vault.set('locked');
  show();
  const words = 'Not sent yet: 1. The names are locked. If you erase these applications, we cannot send them.';
  await screen.findByText(words);
  press('Continue to erase');
  await screen.findByText(words);
  expect(screen.queryByText(/Wei Zhang/)).toBeNull();
});

test('says in both steps that what waits could not be read', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
    throw new DOMException('disk', 'UnknownError');
  });
  show();
  await screen.findByText(/^We could not read the applications that are not sent yet\./);
  press('Continue to erase');
  await screen.findByText(/^We could not read the applications that are not sent yet/);
});

test('says that everything was erased only after storage was read', async () => {
  show();
  press('Continue to erase');
  press('Erase everything now');
  await screen.findByRole('alertdialog', { name: 'Everything was erased' });
  expect(await names()).toEqual([]);
});

test('names what is left, and what to do', async () => {
  vi.stubGlobal('caches', { keys: async () => ['lists'], delete: () => Promise.reject(new Error('disk')) });
  show();
  press('Continue to erase');
  press('Erase everything now');
  await screen.findByRole('alertdialog', { name: 'Not everything was erased' });
  screen.getByText('We could not delete saved lists.');
  screen.getByText(/^Close all other tabs of this site and try again\./);
  expect(await names()).toEqual([]);
});
