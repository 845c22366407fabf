import { useSyncExternalStore } from 'react';
import { type Vault, vault } from '#platform/encryption/vault-state.ts';

const plain = (): Vault => 'plain';

/** Whether this computer is shared, and locked. What is prerendered, and what React adopts, is that of one that is not. */
export const useVault = (): Vault => useSyncExternalStore(vault.subscribe, vault.state, plain);

/** Whether nothing of what is kept here may be on the screen. */
export const isShut = (state: Vault): boolean => state === 'locked' || state === 'asking';

/** Whether it is shared and unlocked, so that it can be locked: also where not everything was sealed, or unsealed, yet. */
export const useIsUnlocked = (): boolean => ['open', 'sealing', 'unsealing'].includes(useVault());
