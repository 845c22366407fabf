import { useSelector } from 'react-redux';
import { Button } from '#components/button.tsx';
import { StatusDot, type StatusKind } from '#components/progress.tsx';
import { toast } from '#components/toasts.tsx';
import { LANGUAGE } from '#domain/institute.ts';
import { saveFile } from '#platform/save-file.ts';
import type { Draft } from './draft.ts';
import { expiryOf } from './draft.ts';
import type { DraftsRoot } from './draft-services.ts';
import { type SaveState, selectDraft, selectNotRead, selectSave, selectStatus } from './drafts-slice.ts';

const KINDS: Readonly<Record<SaveState, StatusKind>> = {
  saved: 'success',
  saving: 'info',
  unsaved: 'info',
  failed: 'error',
};

type Root = Pick<DraftsRoot, 'drafts'>;

interface SaveIndicatorProps {
  /** It was confirmed and is kept until it is sent. Another notice says until when. */
  readonly waits?: boolean;
}

/** How far the draft is saved, and until when it is kept. 'Saved' means that the disk has it. */
export function SaveIndicator({ waits = false }: SaveIndicatorProps) {
  const state = useSelector(selectSaveState);
  const words = useSelector(selectWords);
  const until = useSelector((root: Root) => (waits ? undefined : selectUntil(root)));
  return (
    <StatusDot kind={KINDS[state]} data-save-state={state}>
      {until === undefined ? words : `${words} Kept until ${until}`}
    </StatusDot>
  );
}

/** Until when the open draft is kept; undefined unless all of it is saved. */
function selectUntil(state: Root): string | undefined {
  const draft = selectDraft(state);
  const { state: saved, savedAt } = selectSave(state);
  return draft && saved === 'saved' && savedAt !== null ? dayAndClock(expiryOf(draft)) : undefined;
}

/** The prerendered step 1 is not a draft yet. If the device could not be read, nothing on it can be called saved. */
function isNothingSaved(state: Root): boolean {
  const { state: saved, savedAt } = selectSave(state);
  return selectStatus(state) === 'blank' || (selectNotRead(state) && saved === 'saved' && savedAt === null);
}

const selectSaveState = (state: Root): SaveState => (isNothingSaved(state) ? 'unsaved' : selectSave(state).state);

function selectWords(state: Root): string {
  if (isNothingSaved(state)) return 'Not saved yet';
  const { state: saved, savedAt, reason } = selectSave(state);
  return wordsOf(saved, savedAt, reason);
}

function wordsOf(state: SaveState, savedAt: number | null, reason: string | null): string {
  if (state === 'failed') return `Not saved. ${reason ?? ''}`.trim();
  // The words stay the same from the first key until the save is done, because other words would cost a frame.
  if (state === 'saving' || state === 'unsaved') return 'Saving...';
  return savedAt === null ? 'Your answers are saved on this device' : `Saved at ${clock(savedAt)}.`;
}

// Made once, because making it costs more than using it.
const format = new Intl.DateTimeFormat(LANGUAGE, { hour: '2-digit', minute: '2-digit', hour12: false });

/** A time as people read it here: 14:03. */
export const clock = (at: number): string => format.format(at);

const withDay = new Intl.DateTimeFormat(LANGUAGE, {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});

/** The same with its day: Fri 14:03. */
export const dayAndClock = (at: number): string => withDay.format(at);

/** Says why another application cannot be opened, and offers the answers as a file (R6.10). */
export function tellUnsaved({ answers }: Draft): void {
  const download = () =>
    saveFile(new Blob([JSON.stringify(answers, null, 2)], { type: 'application/json' }), 'application-answers.json');
  toast.error(
    <>
      <span>
        We could not save your answers on this device, so we keep this application open. Make some room on the device
        and try again, or download a copy.
      </span>{' '}
      <Button size="sm" onClick={download}>
        Download a copy
      </Button>
    </>,
    { id: 'not saved' },
  );
}
