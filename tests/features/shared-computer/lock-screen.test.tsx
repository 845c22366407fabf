import 'fake-indexeddb/auto';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rootReducer } from '#app/root-reducer.ts';
import { createStore } from '#app/store.ts';
import { toast } from '#components/toasts.tsx';
import { EraseButton } from '#features/desk/erase-button.tsx';
import { Guard } from '#features/shared-computer/guard.tsx';
import { outboxSlice } from '#features/submission/outbox/outbox-slice.ts';
import { addEntry } from '#features/submission/outbox/outbox-storage.ts';
import { submissionSlice } from '#features/submission/submission-slice.ts';
import { writeAsKept } from '#platform/database.ts';
import { SHARED_COMPUTER } from '#platform/device-storage.ts';
import { vault } from '#platform/encryption/vault-state.ts';
import { renderThemed } from '../render.tsx';
import { forgetDevice, PASSPHRASE, prepareDevice, shareAndLock } from './shared-device.ts';

for (const slice of [outboxSlice, submissionSlice]) rootReducer.inject(slice);

beforeEach(prepareDevice);
afterEach(async () => {
  cleanup();
  history.replaceState(null, '', '/');
  await forgetDevice();
});

function show() {
  renderThemed(
    <Provider store={createStore()}>
      <Guard erase={<EraseButton />} />
    </Provider>,
  );
}
const field = () => screen.getByLabelText<HTMLInputElement>('Passphrase');
const heading = () => screen.queryByRole('heading', { name: 'Your applications are locked' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
function enter(passphrase: string): void {
  field().value = passphrase;
  press('Unlock');
}
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);
const WRONG = 'This is not the passphrase. Please try again';

test('takes the focus, hides what is typed until it is to be shown, and opens by the passphrase', async () => {
  await shareAndLock();
  show();
  expect(document.activeElement).toBe(field());
  expect(field().type).toBe('password');
  expect(field().autocomplete).toBe('current-password');
  fireEvent.click(screen.getByLabelText('Show what I type'));
  expect(field().type).toBe('text');
  enter(PASSPHRASE);
  await waitFor(() => expect(heading()).toBeNull());
  expect(vault.state()).toBe('open');
});

test('says each time that it is not the passphrase, at the field, which has the focus and can be typed over', async () => {
  await shareAndLock();
  show();
  enter('lamp river ochre');
  await waitFor(() => expect(alerts()).toEqual([WRONG]));
  const first = screen.getByRole('alert');
  expect(field().getAttribute('aria-invalid')).toBe('true');
  const described = document.getElementById(field().getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toBe(WRONG);
  await waitFor(() => expect(document.activeElement).toBe(field()));
  expect([field().selectionStart, field().selectionEnd]).toEqual([0, 'lamp river ochre'.length]);
  // As another element, or a screen reader would not announce it a second time.
  enter('lamp river ochre tandems');
  await waitFor(() => expect(screen.getByRole('alert')).not.toBe(first));
  expect(alerts()).toEqual([WRONG]);
  expect(vault.state()).toBe('locked');
});

test('asks for a passphrase where none was typed, and tries nothing', async () => {
  await shareAndLock();
  show();
  press('Unlock');
  expect(alerts()).toEqual(['Please enter the passphrase']);
  expect(document.activeElement).toBe(field());
});

test('says that storage cannot be read, stays locked, and opens once it can', async () => {
  await shareAndLock();
  const broken = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('disk', 'UnknownError');
  });
  show();
  enter(PASSPHRASE);
  await waitFor(() =>
    expect(alerts()).toEqual([
      'We could not read the storage of this browser. Please try again, or load the page again',
    ]),
  );
  expect(heading()).not.toBeNull();
  broken.mockRestore();
  enter(PASSPHRASE);
  await waitFor(() => expect(heading()).toBeNull());
});

test('opens if an interrupted change cannot continue, with a notice', async () => {
  await shareAndLock();
  const { state, ...marker } = JSON.parse(localStorage.getItem(SHARED_COMPUTER) ?? '');
  expect(state).toBe('shared');
  const words = JSON.stringify({ ...marker, state: 'sealing' });
  await writeAsKept(['notes'], ({ store }) => store.put(words, SHARED_COMPUTER));
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });
  const said = vi.spyOn(toast, 'error');
  show();
  enter(PASSPHRASE);
  await waitFor(() => expect(heading()).toBeNull());
  await waitFor(() => expect(said.mock.calls[0]?.[0]).toMatch(/^We could not lock everything yet\. /));
});

test('says how many applications wait and that a link continues, and nothing of whom', async () => {
  const confirmed = { id: crypto.randomUUID(), variant: 'agent', values: {}, applicant: 'Wei Zhang', documents: [] };
  await addEntry({ ...confirmed, variant: 'agent' }, Date.now());
  await shareAndLock();
  history.replaceState(null, '', '/#device=abc');
  show();
  await screen.findByText('1 application is not sent yet');
  screen.getByText('We will open your link when you enter the passphrase.');
  expect(document.body.textContent).not.toMatch(/Wei|Zebulon/);
});

test('is not closed by Escape', async () => {
  await shareAndLock();
  show();
  for (const target of [field(), document.body]) fireEvent.keyDown(target, { key: 'Escape' });
  expect(heading()).not.toBeNull();
});

test('a person who has forgotten the passphrase erases everything, in two steps, each with a way back', async () => {
  await shareAndLock();
  show();
  press('Erase everything on this device');
  await screen.findByText('1 application');
  press('Continue to erase');
  press('Keep everything');
  expect(localStorage.getItem(SHARED_COMPUTER)).not.toBeNull();
  expect(heading()).not.toBeNull();
  press('Erase everything on this device');
  fireEvent.click(await screen.findByRole('button', { name: 'Continue to erase' }));
  press('Erase everything now');
  await screen.findByRole('alertdialog', { name: 'Everything was erased' });
  expect(await indexedDB.databases()).toEqual([]);
  expect(localStorage.getItem(SHARED_COMPUTER)).toBeNull();
});
