import { EraseButton } from '#features/desk/erase-button.tsx';
import { Guard } from '#features/shared-computer/guard.tsx';

const ERASE = <EraseButton />;

/**
 * What a shared computer shows beside its view or instead of it: the lock screen, with help for a forgotten passphrase.
 */
export const SharedComputer = () => <Guard erase={ERASE} />;
