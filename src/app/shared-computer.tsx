import { EraseButton } from '#features/desk/erase-button.tsx';
import { Guard } from '#features/shared-computer/guard.tsx';

const ERASE = <EraseButton />;

/** What a shared computer has beside its view, or in its place: the lock screen, with the way out of a forgotten passphrase. */
export const SharedComputer = () => <Guard erase={ERASE} />;
