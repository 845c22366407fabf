import { useSelector } from 'react-redux';
import { StatusDot, type StatusKind } from '#components/progress.tsx';
import { LANGUAGE } from '#domain/institute.ts';
import { type SaveState, selectSave, selectStatus } from './application-slice.ts';

const KINDS: Readonly<Record<SaveState, StatusKind>> = {
  saved: 'success',
  saving: 'info',
  unsaved: 'info',
  failed: 'error',
};

type Root = Parameters<typeof selectSave>[0];

/** The honest word on what is saved: 'saved' stands only for what the disk has. */
export function SaveIndicator() {
  const state = useSelector(selectSaveState);
  const words = useSelector(selectWords);
  return (
    <StatusDot kind={KINDS[state]} data-save-state={state}>
      {words}
    </StatusDot>
  );
}

/** The prerendered step 1 is nobody's draft yet: nothing of it has been saved, whatever was typed. */
const selectSaveState = (state: Root): SaveState =>
  selectStatus(state) === 'blank' ? 'unsaved' : selectSave(state).state;

function selectWords(state: Root): string {
  if (selectStatus(state) === 'blank') return 'Not saved yet';
  const { state: saved, savedAt, reason } = selectSave(state);
  return wordsOf(saved, savedAt, reason);
}

function wordsOf(state: SaveState, savedAt: number | null, reason: string | null): string {
  if (state === 'failed') return `Not saved. ${reason ?? ''}`.trim();
  // From the first key on, and not anew when the save is due: other words would be another frame of the page.
  if (state === 'saving' || state === 'unsaved') return 'Saving...';
  return savedAt === null ? 'Saved on this device as you type' : `Saved on this device at ${clock(savedAt)}`;
}

// Made once: making it costs more than using it.
const format = new Intl.DateTimeFormat(LANGUAGE, { hour: '2-digit', minute: '2-digit', hour12: false });

/** A moment as people read it here: 14:03. */
export const clock = (at: number): string => format.format(at);
