import 'fake-indexeddb/auto';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createStore } from '#app/store.ts';
import { answersChanged } from '#features/drafts/draft-events.ts';
import { openDraft, openLatestDraft } from '#features/drafts/open-draft.ts';
import { flushDraft } from '#features/drafts/save-draft.ts';
import { Guard } from '#features/shared-computer/guard.tsx';
import { shareDevice } from '#platform/encryption/vault.ts';
import { conversion, vault } from '#platform/encryption/vault-state.ts';
import { renderThemed } from '../render.tsx';
import { forgetDevice, ID, PASSPHRASE, prepareDevice } from './shared-device.ts';

beforeEach(async () => {
  await prepareDevice();
  // The page is left when it is locked.
  vi.spyOn(location, 'replace').mockImplementation(() => {});
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await forgetDevice();
});

async function show() {
  const store = createStore();
  await store.dispatch(openLatestDraft('agent'));
  await store.dispatch(openDraft(ID));
  renderThemed(
    <Provider store={store}>
      <Guard erase={null} />
    </Provider>,
  );
  return store;
}
const pressLockKey = () => fireEvent.keyDown(window, { key: 'F2', shiftKey: true });

describe('while everything is sealed', () => {
  test('a page lies over all that is open; Escape does not close it, and each quarter is said', async () => {
    await shareDevice(PASSPHRASE);
    await show();
    act(() => {
      vault.set('sealing');
      conversion.set({ done: 0, all: 8 });
    });
    const cover = screen.getByRole<HTMLDialogElement>('alertdialog', { name: 'We are locking everything' });
    expect(document.activeElement?.textContent).toBe('We are locking everything');
    expect(fireEvent(cover, new Event('cancel', { cancelable: true }))).toBe(false);
    expect(cover.open).toBe(true);
    const said = screen.getByRole('status');
    expect(said.textContent).toBe('');
    for (const [done, words] of [
      [1, ''],
      [2, '25 percent done'],
      [3, '25 percent done'],
      [6, '75 percent done'],
    ] as const) {
      act(() => conversion.set({ done, all: 8 }));
      expect(said.textContent).toBe(words);
    }
    screen.getByText(/^Locking 6 of 8\./);
    expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Locking' }).value).toBe(6);
  });

  test('and is gone where it ends, or cannot go on', async () => {
    await shareDevice(PASSPHRASE);
    await show();
    act(() => {
      vault.set('unsealing');
      conversion.set({ done: 0, all: 8 });
    });
    screen.getByRole('alertdialog', { name: 'We are unlocking everything' });
    act(() => conversion.set(undefined));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('a page that the browser keeps for the way back', () => {
  const happens = (type: 'pagehide' | 'pageshow') =>
    act(() => void window.dispatchEvent(Object.assign(new Event(type), { persisted: true })));
  const isHidden = () => document.documentElement.style.visibility === 'hidden';

  test('hides what it shows, and shows it again if no tab has locked in between', async () => {
    await shareDevice(PASSPHRASE);
    await show();
    happens('pagehide');
    expect(isHidden()).toBe(true);
    happens('pageshow');
    expect(isHidden()).toBe(false);
  });

  test('stays hidden until it is left if one has', async () => {
    await shareDevice(PASSPHRASE);
    await show();
    happens('pagehide');
    localStorage.setItem('locked', crypto.randomUUID());
    happens('pageshow');
    expect(isHidden()).toBe(true);
    await waitFor(() => expect(location.replace).toHaveBeenCalledWith('/'));
    expect(isHidden()).toBe(true);
    document.documentElement.style.removeProperty('visibility');
  });
});

describe('locking by key', () => {
  test('saves what is open, forgets the keys and leaves the page', async () => {
    await shareDevice(PASSPHRASE);
    const store = await show();
    act(() => void store.dispatch(answersChanged({ firstName: 'Amelia' })));
    pressLockKey();
    screen.getByRole('alertdialog', { name: 'Locking...' });
    await waitFor(() => expect(location.replace).toHaveBeenCalledWith('/'));
    expect(vault.state()).toBe('locked');
  });

  /** Nothing takes what was typed last: neither the database nor the copy made on leaving. */
  async function lockFullDevice() {
    await shareDevice(PASSPHRASE);
    const store = await show();
    await store.dispatch(flushDraft());
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const kept = localStorage;
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(refuse);
    vi.stubGlobal('localStorage', { getItem: kept.getItem.bind(kept), removeItem: () => {}, setItem: refuse });
    act(() => void store.dispatch(answersChanged({ firstName: 'Amelia', familyName: 'Hall' })));
    pressLockKey();
    const question = await screen.findByRole('alertdialog', { name: 'Some changes would be lost' });
    expect(question.textContent).toContain('Amelia Hall');
    const makeRoom = () => {
      full.mockRestore();
      vi.unstubAllGlobals();
    };
    return { store, makeRoom };
  }

  test('names whose changes would be lost; a person who does not lock yet continues with all that was typed', async () => {
    const { store, makeRoom } = await lockFullDevice();
    fireEvent.click(screen.getByRole('button', { name: 'Do not lock yet' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(vault.state()).toBe('open');
    expect(location.replace).not.toHaveBeenCalled();
    expect(store.getState().drafts.open?.answers).toMatchObject({ firstName: 'Amelia', familyName: 'Hall' });
    makeRoom();
    pressLockKey();
    await waitFor(() => expect(location.replace).toHaveBeenCalledWith('/'));
    expect(screen.queryByRole('alertdialog', { name: 'Some changes would be lost' })).toBeNull();
  });

  test('who locks all the same has locked', async () => {
    await lockFullDevice();
    fireEvent.click(screen.getByRole('button', { name: 'Lock and lose these changes' }));
    await waitFor(() => expect(location.replace).toHaveBeenCalledWith('/'));
    expect(vault.state()).toBe('locked');
    expect(window.name).not.toContain('Amelia');
    window.name = '';
  });
});
