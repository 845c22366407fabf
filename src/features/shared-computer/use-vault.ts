import { useSyncExternalStore } from 'react';
import { type Vault, vault } from '#platform/encryption/vault-state.ts';

const plain = (): Vault => 'plain';

/** Whether this computer is shared, and whether it is locked. Prerendered and hydrated as one that is not shared. */
export const useVault = (): Vault => useSyncExternalStore(vault.subscribe, vault.state, plain);

/** Whether the page must show no saved data. */
export const mustHideData = (state: Vault): boolean => state === 'locked' || state === 'asking';

/** Whether this computer is shared and unlocked, also while it is being encrypted or decrypted. */
export const useIsUnlocked = (): boolean => ['open', 'sealing', 'unsealing'].includes(useVault());
