import { useSelector } from 'react-redux';
import { StatusDot } from '#components/status.tsx';
import { selectOnline } from '#platform/connection.ts';
import { type SaveState, selectRegistration, selectSave } from './registration-slice.ts';

const SAVES: Readonly<Record<SaveState, { kind: 'success' | 'info' | 'error'; words: string }>> = {
  saved: { kind: 'success', words: 'Saved on this device as you type' },
  saving: { kind: 'info', words: 'Saving...' },
  failed: { kind: 'error', words: 'Not saved. Your answers stay on this page while it is open.' },
};

/** The slim bar in sight while somebody fills: whose application, the save state, the connection. */
export function RegistrationHead() {
  const registration = useSelector(selectRegistration);
  const save = useSelector(selectSave);
  const online = useSelector(selectOnline);
  const { kind, words } = SAVES[save];
  return (
    <>
      <strong>{registration?.answers.agencyName || 'New agency'}</strong>
      <StatusDot kind={kind} data-save-state={save}>
        {words}
      </StatusDot>
      {!online && <StatusDot kind="warning">You are offline</StatusDot>}
    </>
  );
}
