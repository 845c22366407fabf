import { useState, useSyncExternalStore } from 'react';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import { styled } from '#components/styled.ts';
import { DatabaseTimeout } from '#platform/database.ts';
import { isStopped } from '#platform/encryption/vault-state.ts';
import { importWithRetry } from '#platform/import-with-retry.ts';
import { useVault } from './use-vault.ts';

interface FailedProps {
  /** Why it came to nothing; nothing is shown where it did not. */
  readonly failure: unknown;
  /** The title where no record was touched, and where some were. */
  readonly nothing: string;
  readonly notAll: string;
}

/** In the dialogs that seal and unseal everything: what could not be done, why, and how it goes on. */
export function EncryptionFailed({ failure, nothing, notAll }: FailedProps) {
  const state = useVault();
  if (failure === undefined) return null;
  const isBegun = state === 'sealing' || state === 'unsealing';
  return (
    <Notice kind="error" role="alert" title={isBegun ? notAll : nothing}>
      <p>
        {failure instanceof DatabaseTimeout
          ? 'This browser did not answer in time. Nothing is lost. Close other tabs of this site and try again with the same passphrase.'
          : 'We could not save in this browser. Nothing is lost. Make room on this device and try again with the same passphrase.'}
      </p>
    </Notice>
  );
}

const Place = styled('div', { base: { marginBottom: '2' } });

/** Sealing or unsealing has stopped before its end: that a part lies otherwise than is said here, and a way to try again. */
export function EncryptionStopped({ isSealing }: { readonly isSealing: boolean }) {
  const isShown = useSyncExternalStore(isStopped.subscribe, isStopped.state, () => false);
  const [busy, setBusy] = useState<string>();
  if (!isShown) return null;
  const tryAgain = async () => {
    setBusy('Trying again...');
    // What fails is shown here still.
    await importWithRetry(() => import('#platform/encryption/vault.ts'))
      .then(({ goOnNow }) => goOnNow())
      .catch(() => {});
    setBusy(undefined);
  };
  return (
    <Place>
      <Notice
        kind="warning"
        role="status"
        title={isSealing ? 'Some applications are not locked yet' : 'Some applications are still locked'}
        actions={
          <Button size="sm" busy={busy} onClick={() => void tryAgain()}>
            Try again
          </Button>
        }
      >
        <p>We could not save in this browser. Nothing is lost. Make room on this device.</p>
      </Notice>
    </Place>
  );
}
