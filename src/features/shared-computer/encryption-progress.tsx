import { useEffect, useSyncExternalStore } from 'react';
import { ProgressBar } from '#components/progress.tsx';
import { VisuallyHidden } from '#components/skeleton.tsx';
import { goOnIfLeft } from '#platform/encryption/vault.ts';
import { conversion } from '#platform/encryption/vault-state.ts';
import { Cover } from './cover.tsx';

/** The progress of encrypting or decrypting. It covers the page, since no record may change until the end. */
export function EncryptionProgress({ isSealing }: { readonly isSealing: boolean }) {
  const at = useSyncExternalStore(conversion.subscribe, conversion.state);
  const isUnderWay = at !== undefined;
  // If the tab that does the work is closed, this one continues it.
  useEffect(() => {
    if (isUnderWay) void goOnIfLeft();
  }, [isUnderWay]);
  if (!isUnderWay) return null;
  const work = isSealing ? 'Locking' : 'Unlocking';
  const words = `${work} ${at.done} of ${at.all}`;
  // Screen readers announce each quarter, not each record.
  const quarters = Math.floor((at.done / Math.max(at.all, 1)) * 4);
  return (
    <Cover title={isSealing ? 'We are locking everything' : 'We are unlocking everything'}>
      <ProgressBar label={work} value={at.done} max={Math.max(at.all, 1)} />
      <p>
        <span>{`${words}.`}</span> Please keep this page open. If you close it, we continue when you enter the
        passphrase again.
      </p>
      <VisuallyHidden role="status">{quarters > 0 && `${quarters * 25} percent done`}</VisuallyHidden>
    </Cover>
  );
}
