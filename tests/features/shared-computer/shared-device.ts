import { vi } from 'vitest';
import { newDraft } from '#features/drafts/draft.ts';
import { saveDraft } from '#features/drafts/draft-database.ts';
import { closeDatabase } from '#platform/database.ts';
import { dropKeys } from '#platform/encryption/keys-of-this-tab.ts';
import { shareDevice } from '#platform/encryption/vault.ts';
import { conversion, isStopped, vault } from '#platform/encryption/vault-state.ts';
import { newDevice } from '../new-device.ts';
import { unseal } from '../unsealed.ts';

export const PASSPHRASE = 'lamp river ochre tandem';
export const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

/** Before each test: a device with one draft, where key derivation takes no time. */
export async function prepareDevice(): Promise<void> {
  await closeDatabase().catch(() => {});
  await newDevice();
  const { deriveKey } = crypto.subtle;
  vi.spyOn(crypto.subtle, 'deriveKey').mockImplementation((algorithm, ...rest) =>
    deriveKey.call(crypto.subtle, { ...Object(algorithm), iterations: 1 }, ...rest),
  );
  await saveDraft({ ...newDraft(ID, 'agent', Date.now(), { firstName: 'Zebulon' }), revision: 1 });
}

/** The next page of a shared device, still locked. */
export async function shareAndLock(): Promise<void> {
  await shareDevice(PASSPHRASE);
  dropKeys();
  await closeDatabase();
  vault.set('locked');
}

/** After each test. */
export async function forgetDevice(): Promise<void> {
  dropKeys();
  conversion.set(undefined);
  isStopped.set(false);
  unseal();
  vi.restoreAllMocks();
  // The page's last reads may have been refused at the end of the test.
  await closeDatabase().catch(() => {});
  await newDevice();
}
