import type { ReactNode } from 'react';
import { Notice } from '#components/notice.tsx';
import { selectOnline } from '#platform/connection.ts';
import { useAppSelector } from './hooks.ts';

/** On the pages where somebody chooses a form. */
export const OFFLINE_AT_A_PORTAL =
  'You can still open an application and fill it. It is saved on this device, and what you submit is sent when the connection is back.';

interface OfflineNoticeProps {
  /** What can still be done here, and what happens when the connection is back. */
  readonly children: ReactNode;
  /** False where the same view says it a second time: a screen reader hears it once. */
  readonly announced?: boolean;
}

/** 'You are offline' on every view, for as long as our server does not answer (contract, section 6). */
export function OfflineNotice({ children, announced = true }: OfflineNoticeProps) {
  const online = useAppSelector(selectOnline);
  if (online) return null;
  return (
    <Notice kind="warning" title="You are offline" {...(announced && { role: 'status' })}>
      <p>{children}</p>
    </Notice>
  );
}
