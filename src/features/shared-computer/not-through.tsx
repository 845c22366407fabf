import { useState, useSyncExternalStore } from 'react';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import { styled } from '#components/styled.ts';
import { bring } from '#platform/bring.ts';
import { isStopped } from '#platform/sealed/vault-state.ts';

const Place = styled('div', { base: { marginBottom: '2' } });

/** Sealing or unsealing has stopped before its end: that a part lies otherwise than is said here, and a way to try again. */
export function NotThrough({ isSealing }: { readonly isSealing: boolean }) {
  const isShown = useSyncExternalStore(isStopped.subscribe, isStopped.state, () => false);
  const [busy, setBusy] = useState<string>();
  if (!isShown) return null;
  const tryAgain = async () => {
    setBusy('Trying again...');
    // What fails is shown here still.
    await bring(() => import('#platform/sealed/vault.ts'))
      .then(({ goOnNow }) => goOnNow())
      .catch(() => {});
    setBusy(undefined);
  };
  return (
    <Place>
      <Notice
        kind="warning"
        role="status"
        title={isSealing ? 'Not everything is locked away yet' : 'Not everything is readable again yet'}
        actions={
          <Button size="sm" busy={busy} onClick={() => void tryAgain()}>
            Try again
          </Button>
        }
      >
        <p>This browser could not be written to. Nothing is lost. Free some room on this device.</p>
      </Notice>
    </Place>
  );
}
