import { Button } from '#components/button.tsx';
import { lockAsked } from './lock-asked.ts';
import { LOCK_KEYS } from './lock-key.ts';
import { useIsUnlocked } from './use-vault.ts';

const KEYS = LOCK_KEYS.join('+');

/** Locks this computer at once; nothing where it is not shared. */
export function LockButton() {
  if (!useIsUnlocked()) return null;
  return (
    <Button
      size="sm"
      variant="quiet"
      icon="lock"
      title={`Lock this computer (${KEYS})`}
      aria-keyshortcuts={KEYS}
      onClick={lockAsked.call}
    >
      Lock now
    </Button>
  );
}
