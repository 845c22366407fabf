import { useSelector } from 'react-redux';
import { StatusDot } from '#components/progress.tsx';
import { LateSwitcher } from '#features/desk/late-switcher.tsx';
import { studentName } from '#features/drafts/draft.ts';
import { selectDraft } from '#features/drafts/drafts-slice.ts';
import { SaveIndicator } from '#features/drafts/save-indicator.tsx';
import { WithLockButton } from '#features/shared-computer/lock-button.tsx';
import { selectOpenWaits } from '#features/submission/outbox/outbox-slice.ts';
import { UnsentHandoverButton } from '#features/submission/unsent-handover-button.tsx';
import { selectOnline } from '#platform/connection.ts';

/** The slim bar that stays visible in the form: whose application it is, the save state, the connection. */
export function WizardHead() {
  const name = useSelector((state: Parameters<typeof selectDraft>[0]) =>
    studentName(selectDraft(state)?.answers ?? {}),
  );
  const isAgents = useSelector((state: Parameters<typeof selectDraft>[0]) => selectDraft(state)?.variant === 'agent');
  const waits = useSelector(selectOpenWaits);
  const online = useSelector(selectOnline);
  const title = name || 'New application';
  return (
    <>
      <WithLockButton>
        {isAgents ? <LateSwitcher name={title} /> : <strong translate={name ? 'no' : undefined}>{title}</strong>}
      </WithLockButton>
      <SaveIndicator waits={waits} />
      <UnsentHandoverButton on="wide" />
      {!online && <StatusDot kind="warning">You are offline</StatusDot>}
    </>
  );
}
