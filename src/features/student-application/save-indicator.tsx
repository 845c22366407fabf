import { useSelector } from 'react-redux';
import { StatusDot } from '#components/status-dot.tsx';
import { type ApplicationState, type SaveState, selectSave, selectStatus } from './application-slice.ts';

const KINDS: Readonly<Record<SaveState, 'success' | 'info' | 'warning' | 'error'>> = {
  saved: 'success',
  saving: 'info',
  unsaved: 'info',
  failed: 'error',
};

/** The honest word on what is saved: 'saved' stands only for what the disk has. */
export function SaveIndicator() {
  const blank = useSelector(selectStatus) === 'blank';
  const save = useSelector(selectSave);
  // The prerendered step 1 is nobody's draft yet: nothing of it has been saved, whatever was typed.
  if (blank) {
    return (
      <StatusDot kind="info" data-save-state="unsaved">
        Not saved yet
      </StatusDot>
    );
  }
  return (
    <StatusDot kind={KINDS[save.state]} data-save-state={save.state}>
      {wordsOf(save)}
    </StatusDot>
  );
}

function wordsOf({ state, savedAt, reason }: ApplicationState['save']): string {
  if (state === 'failed') return `Not saved. ${reason ?? ''}`.trim();
  if (state === 'saving') return 'Saving...';
  if (state === 'unsaved') return 'Not saved yet';
  return savedAt === null ? 'Saved on this device as you type' : `Saved on this device at ${clock(savedAt)}`;
}

/** A moment as people read it here: 14:03. */
export const clock = (at: number): string =>
  new Date(at).toLocaleTimeString('en-AU', { hour: '2-digit', minute: '2-digit', hour12: false });
