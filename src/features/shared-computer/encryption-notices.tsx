import { useState, useSyncExternalStore } from 'react';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import { styled } from '#components/styled.ts';
import { DatabaseTimeout } from '#platform/database.ts';
import { isStopped } from '#platform/encryption/vault-state.ts';
import { importWithRetry } from '#platform/import-with-retry.ts';
import { useVault } from './use-vault.ts';

interface FailedProps {
  /** Nothing is shown if undefined. */
  readonly failure: unknown;
  /** The titles if no record was changed, and if some were. */
  readonly nothing: string;
  readonly notAll: string;
}

/** In the dialogs that encrypt and decrypt everything: what failed, why, and what to do. */
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

/** Shown if encrypting or decrypting stopped before its end, with a button to try again. */
export function EncryptionStopped({ isSealing }: { readonly isSealing: boolean }) {
  const isShown = useSyncExternalStore(isStopped.subscribe, isStopped.state, () => false);
  const [busy, setBusy] = useState<string>();
  if (!isShown) return null;
  const tryAgain = async () => {
    setBusy('Trying again...');
    // After a failure this notice stays.
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
