import { useSelector } from 'react-redux';
import { StatusDot } from '#components/progress.tsx';
import { selectDraft } from '#features/drafts/drafts-slice.ts';
import { SaveIndicator } from '#features/drafts/save-indicator.tsx';
import { WithLockButton } from '#features/shared-computer/lock-button.tsx';
import { selectOpenWaits } from '#features/submission/outbox/outbox-slice.ts';
import { UnsentHandoverButton } from '#features/submission/unsent-handover-button.tsx';
import { selectOnline } from '#platform/connection.ts';

/** The slim bar that stays visible in the form: whose application it is, the save state, the connection. */
export function AgencyHead() {
  const name = useSelector((state: Parameters<typeof selectDraft>[0]) => selectDraft(state)?.answers.agencyName);
  const waits = useSelector(selectOpenWaits);
  const online = useSelector(selectOnline);
  return (
    <>
      <WithLockButton>
        <strong translate={name ? 'no' : undefined}>{name || 'New agency'}</strong>
      </WithLockButton>
      <SaveIndicator waits={waits} />
      <UnsentHandoverButton on="wide" />
      {!online && <StatusDot kind="warning">You are offline</StatusDot>}
    </>
  );
}
