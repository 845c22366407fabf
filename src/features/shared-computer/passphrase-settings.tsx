import { useEffect, useRef } from 'react';
import { Button } from '#components/button.tsx';
import type { Elements } from '#components/elements.ts';
import { useLateDialog } from '#components/late-dialog.ts';
import { styled } from '#components/styled.ts';
import { importWithRetry } from '#platform/import-with-retry.ts';
import { EncryptionStopped } from './encryption-notices.tsx';
import { LockButton } from './lock-button.tsx';
import { useVault } from './use-vault.ts';

const Line = styled('div', {
  base: {
    marginTop: '4',
    fontSize: 'sm',
    color: 'inkSoft',
    '& strong': { color: 'ink', fontWeight: 'medium' },
    // Aligns the labels of the buttons, not their padding, with the content above.
    '& > [data-part=actions]': { display: 'flex', flexWrap: 'wrap', marginTop: '0.5', marginInlineStart: '-1.5' },
    _print: { display: 'none' },
  },
});

/** On the agents' page: the state of the passphrase, and the buttons that turn it on, change it or turn it off. */
export function PassphraseSettings() {
  const state = useVault();
  const share = usePassphraseDialog('ShareDialog');
  const change = usePassphraseDialog('ChangeDialog');
  const unshare = usePassphraseDialog('UnshareDialog');
  const isShared = state !== 'plain' && !share.isOpen;
  const words = useFocusedWords(isShared);
  const shareDialog: Elements = share.shown({ onClose: share.close });
  const changeDialog: Elements = change.shown({ onClose: change.close });
  const unshareDialog: Elements = unshare.shown({ onClose: unshare.close });
  return (
    <Line>
      {!share.isOpen && !unshare.isOpen && <EncryptionStopped isSealing={state === 'sealing'} />}
      <p ref={words} tabIndex={-1}>
        {isShared && <strong>Your applications have a passphrase. </strong>}
        <span>
          {isShared
            ? 'This page locks after 10 minutes without use, and when you close it.'
            : 'Do other people use this computer? Then protect your work.'}
        </span>
      </p>
      <div data-part="actions">
        {isShared ? (
          <>
            <LockButton />
            <Button size="sm" variant="quiet" busy={change.busy} onClick={() => void change.open()}>
              Change the passphrase
            </Button>
            <Button size="sm" variant="quiet" busy={unshare.busy} onClick={() => void unshare.open()}>
              Stop using the passphrase
            </Button>
          </>
        ) : (
          <Button size="sm" variant="quiet" icon="lock" busy={share.busy} onClick={() => void share.open()}>
            Protect my work with a passphrase
          </Button>
        )}
      </div>
      {shareDialog}
      {changeDialog}
      {unshareDialog}
    </Line>
  );
}

/** One of the dialogs, whose scripts load when it is opened. */
const usePassphraseDialog = (name: 'ShareDialog' | 'ChangeDialog' | 'UnshareDialog') =>
  useLateDialog(async () => (await importWithRetry(() => import('./passphrase-dialogs.tsx')))[name], {
    toastId: 'share',
  });

/** Focuses the text when the state changes, since the button that was pressed is gone with its dialog. */
function useFocusedWords(isShared: boolean) {
  const words = useRef<HTMLParagraphElement>(null);
  const said = useRef(isShared);
  useEffect(() => {
    if (said.current === isShared) return;
    said.current = isShared;
    words.current?.focus({ preventScroll: true });
  }, [isShared]);
  return words;
}
