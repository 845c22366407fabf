import 'fake-indexeddb/auto';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EncryptionStopped } from '#features/shared-computer/encryption-notices.tsx';
import { ChangeDialog, ShareDialog, UnshareDialog } from '#features/shared-computer/passphrase-dialogs.tsx';
import { isShared } from '#platform/device-storage.ts';
import { shareDevice, unlock } from '#platform/encryption/vault.ts';
import { conversion, vault } from '#platform/encryption/vault-state.ts';
import { renderThemed } from '../render.tsx';
import { forgetDevice, PASSPHRASE, prepareDevice } from './shared-device.ts';

const onClose = vi.fn();
beforeEach(prepareDevice);
afterEach(async () => {
  cleanup();
  onClose.mockReset();
  await forgetDevice();
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
function fill(values: Readonly<Record<string, string>>): void {
  for (const [label, value] of Object.entries(values)) field(label).value = value;
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
/** The words at a field. */
const faultOf = (label: string) => {
  const ids = field(label).getAttribute('aria-describedby')?.split(' ') ?? [];
  const fault = ids.find((id) => id.endsWith('-error'));
  return fault === undefined ? null : document.getElementById(fault)?.textContent;
};
const pressEscape = () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
const BOX = 'I understand: if I forget the passphrase, I lose everything';
const GOOD = { Passphrase: PASSPHRASE, 'Passphrase again': PASSPHRASE };
const WRONG = 'This is not the passphrase. Please try again';
const diskIsFull = () =>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });
/** What says how the records lie is written; the records are not. */
function noRoomForDrafts() {
  const { put } = IDBObjectStore.prototype;
  return vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, ...key) {
    if (this.name === 'drafts') throw new DOMException('The disk is full', 'QuotaExceededError');
    return put.call(this, value, ...key);
  });
}

describe('Protect my work with a passphrase', () => {
  test.each([
    ['too short', { Passphrase: 'eleven char', 'Passphrase again': 'eleven char' }, 'Passphrase'],
    ['another the second time', { ...GOOD, 'Passphrase again': 'lamp river ochre' }, 'Passphrase again'],
  ])('says of a passphrase that is %s what is wrong, there, and shares nothing', (_what, values, label) => {
    renderThemed(<ShareDialog onClose={onClose} />);
    fill(values);
    fireEvent.click(field(BOX));
    press('Turn on the passphrase');
    expect(faultOf(label)).toMatch(/^(Please use at least 12 characters|The two are not the same)/);
    expect(document.activeElement).toBe(field(label));
    expect([isShared(), vault.state()]).toEqual([false, 'plain']);
  });

  test('wants to know that forgetting was understood, which it says before', () => {
    renderThemed(<ShareDialog onClose={onClose} />);
    screen.getByText('If you forget the passphrase, you lose everything');
    fill(GOOD);
    press('Turn on the passphrase');
    expect(faultOf(BOX)).toBe('Please confirm that you have understood this');
    expect(document.activeElement).toBe(field(BOX));
    expect(isShared()).toBe(false);
  });

  test('can be left before anything is done, and not while everything is locked away; then it closes itself', async () => {
    renderThemed(<ShareDialog onClose={onClose} />);
    pressEscape();
    expect(onClose).toHaveBeenCalledTimes(1);
    fill(GOOD);
    fireEvent.click(field(BOX));
    press('Turn on the passphrase');
    expect(screen.getByRole('button', { name: 'Turning on...' }).getAttribute('aria-busy')).toBe('true');
    pressEscape();
    expect(onClose).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
    expect([isShared(), vault.state()]).toEqual([true, 'open']);
  });

  test('says that not everything is locked away if the disk is full, and continues with the same passphrase', async () => {
    renderThemed(<ShareDialog onClose={onClose} />);
    fill(GOOD);
    fireEvent.click(field(BOX));
    const full = noRoomForDrafts();
    press('Turn on the passphrase');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Some applications are not locked yet/);
    expect(onClose).not.toHaveBeenCalled();
    // Nothing lies over the dialog with the message.
    expect(conversion.state()).toBeUndefined();
    full.mockRestore();
    press('Turn on the passphrase');
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(vault.state()).toBe('open');
  });

  test('what was not locked away is shown on the page after the dialog, until another try has done it', async () => {
    renderThemed(<EncryptionStopped isSealing />);
    expect(screen.queryByRole('status')).toBeNull();
    const full = noRoomForDrafts();
    await expect(shareDevice(PASSPHRASE)).rejects.toMatchObject({ name: 'QuotaExceededError' });
    await screen.findByText('Some applications are not locked yet');
    press('Try again');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined());
    expect(vault.state()).toBe('sealing');
    full.mockRestore();
    press('Try again');
    await waitFor(() => expect(vault.state()).toBe('open'));
    expect(screen.queryByRole('status')).toBeNull();
  });
});

describe('another passphrase', () => {
  const NEW = 'kettle moss violin';
  const change = (from: string) => {
    fill({ 'Current passphrase': from, 'New passphrase': NEW, 'New passphrase again': NEW });
    press('Change the passphrase');
  };

  test('is taken from a person who knows the one until now; the focus is there if it is wrong', async () => {
    await shareDevice(PASSPHRASE);
    renderThemed(<ChangeDialog onClose={onClose} />);
    change('lamp river ochre');
    await waitFor(() => expect(faultOf('Current passphrase')).toBe(WRONG));
    expect(document.activeElement).toBe(field('Current passphrase'));
    change(PASSPHRASE);
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(await unlock(PASSPHRASE)).toBe('wrong');
    expect(await unlock(NEW)).toBe('open');
  });

  test('is not there where it could not be written, which is said', async () => {
    await shareDevice(PASSPHRASE);
    renderThemed(<ChangeDialog onClose={onClose} />);
    const full = diskIsFull();
    change(PASSPHRASE);
    expect((await screen.findByRole('alert')).textContent).toMatch(/^The passphrase is not changed/);
    full.mockRestore();
    expect(await unlock(PASSPHRASE)).toBe('open');
  });
});

describe('Stop using the passphrase', () => {
  test('only for a person who knows the passphrase', async () => {
    await shareDevice(PASSPHRASE);
    renderThemed(<UnshareDialog onClose={onClose} />);
    fill({ Passphrase: 'lamp river ochre' });
    press('Remove the passphrase');
    await waitFor(() => expect(faultOf('Passphrase')).toBe(WRONG));
    expect(document.activeElement).toBe(field('Passphrase'));
    expect(isShared()).toBe(true);
    fill({ Passphrase: PASSPHRASE });
    press('Remove the passphrase');
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect([isShared(), vault.state()]).toEqual([false, 'plain']);
  });
});
