import { useSelector } from 'react-redux';
import { StatusDot } from '#components/status-dot.tsx';
import { selectOnline } from '#lib/connection-slice.ts';
import { studentName } from '#lib/drafts/draft.ts';
import { selectDraft } from './application-slice.ts';
import { SaveIndicator } from './save-indicator.tsx';

/** The slim bar in sight while somebody fills: whose application, the save state, the connection. */
export function WizardHead() {
  const name = useSelector((state: Parameters<typeof selectDraft>[0]) =>
    studentName(selectDraft(state)?.answers ?? {}),
  );
  const online = useSelector(selectOnline);
  return (
    <>
      <strong>{name || 'New application'}</strong>
      <SaveIndicator />
      {!online && <StatusDot kind="warning">You are offline</StatusDot>}
    </>
  );
}
