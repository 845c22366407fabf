import { useState } from 'react';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import { useAppSelector } from './hooks.ts';
import { selectUpdateReady } from './update-slice.ts';

/**
 * Offers a new version of the application, which comes when somebody asks for it and by itself when all its tabs were
 * closed. `quiet`, it stands there only if it was ready when the view opened: nothing moves under one who types.
 */
export function UpdateNotice({ quiet = false }: { readonly quiet?: boolean }) {
  const ready = useAppSelector(selectUpdateReady);
  const [readyAtFirst] = useState(ready);
  if (!(quiet ? readyAtFirst : ready)) return null;
  return (
    <Notice
      kind="info"
      role="status"
      title="A new version is ready"
      actions={
        <Button size="sm" onClick={() => void accept()}>
          Load the new version
        </Button>
      }
    >
      <p>What you have filled in is kept on this device. You can also go on, and load it later.</p>
    </Notice>
  );
}

const accept = async () => (await import('./service-worker.ts')).acceptUpdate();
