import { type ReactNode, useState } from 'react';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import { useConfigQuery } from '#platform/api.ts';
import { selectOnline } from '#platform/connection.ts';
import { acceptUpdate, selectNotKept, selectReady } from '#platform/service-worker.ts';
import { useAppSelector } from './hooks.ts';

/** Says that submissions here have no real effect (R14.4). */
export function DemoNotice() {
  const { data: config } = useConfigQuery();
  if (!config?.demo) return null;
  return (
    <Notice kind="info">
      <p>Demo mode: submissions go to simulated services</p>
    </Notice>
  );
}

/** On the pages where a person chooses a form. */
export const OFFLINE_AT_A_PORTAL =
  'You can still fill in an application. We save it on this device. We will send it when you are online again.';

const NOT_KEPT = 'Keep this page open. Without a connection you cannot open it again.';

interface OfflineNoticeProps {
  /** What the person can still do here, and what happens when the connection is back. */
  readonly children: ReactNode;
  /** False if the same view shows it twice, so that a screen reader announces it once. */
  readonly announced?: boolean;
}

/** 'You are offline' on every view while our server does not answer (R6.8). */
export function OfflineNotice({ children, announced = true }: OfflineNoticeProps) {
  const online = useAppSelector(selectOnline);
  const notKept = useAppSelector(selectNotKept);
  if (online) return null;
  return (
    <Notice kind="warning" title="You are offline" {...(announced && { role: 'status' })}>
      <p>{children}</p>
      {notKept && <p>{NOT_KEPT}</p>}
    </Notice>
  );
}

/**
 * Offers a new version once it is ready. It is loaded if the person asks for it, or once all tabs are closed. `quiet`:
 * shown only if it was ready when the view opened, so that nothing moves while a person types.
 */
export function UpdateNotice({ quiet = false }: { readonly quiet?: boolean }) {
  const ready = useAppSelector(selectReady);
  const [readyAtFirst] = useState(ready);
  if (!(quiet ? readyAtFirst : ready)) return null;
  return (
    <Notice
      kind="info"
      role="status"
      title="A new version is ready"
      actions={
        <Button size="sm" onClick={() => void acceptUpdate()}>
          Load the new version
        </Button>
      }
    >
      <p>Your answers stay on this device. You can also continue now and load it later.</p>
    </Notice>
  );
}
