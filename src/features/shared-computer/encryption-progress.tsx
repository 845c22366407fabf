import { useEffect, useSyncExternalStore } from 'react';
import { ProgressBar } from '#components/progress.tsx';
import { VisuallyHidden } from '#components/skeleton.tsx';
import { goOnIfLeft } from '#platform/encryption/vault.ts';
import { walk } from '#platform/encryption/vault-state.ts';
import { Cover } from './cover.tsx';

/** How far sealing or unsealing is; it lies over everything, since what changes meanwhile would be read twice. */
export function EncryptionProgress({ isSealing }: { readonly isSealing: boolean }) {
  const at = useSyncExternalStore(walk.subscribe, walk.state);
  const isUnderWay = at !== undefined;
  // The tab that does it may be closed in the middle of it: this one goes on then.
  useEffect(() => {
    if (isUnderWay) void goOnIfLeft();
  }, [isUnderWay]);
  if (!isUnderWay) return null;
  const work = isSealing ? 'Locking' : 'Unlocking';
  const words = `${work} ${at.done} of ${at.all}`;
  // Each quarter is said, and not each record.
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
