import { useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { StatusDot, type StatusKind } from '#components/status.tsx';
import { type SaveState, selectSave, selectStatus } from './application-slice.ts';

const KINDS: Readonly<Record<SaveState, StatusKind>> = {
  saved: 'success',
  saving: 'info',
  unsaved: 'info',
  failed: 'error',
};

interface Saying {
  readonly state: SaveState;
  readonly words: string;
}

/**
 * The honest word on what is saved: 'saved' stands only for what the disk has. It changes three times with every pause
 * in typing, so each change is written straight into its element: on an old phone React's way there took longer than
 * the save itself (docs/decisions/saving-unnoticed.md). React renders what it says first, and never another.
 */
export function SaveIndicator() {
  const store = useStore<Parameters<typeof selectSave>[0]>();
  const dot = useRef<HTMLSpanElement>(null);
  const [first] = useState(() => sayingOf(store.getState()));
  useLayoutEffect(() => {
    let said = first;
    const say = () => {
      const now = sayingOf(store.getState());
      if (dot.current === null || (now.state === said.state && now.words === said.words)) return;
      const [words] = dot.current.childNodes;
      if (words && now.words !== said.words) words.nodeValue = now.words;
      if (KINDS[now.state] !== KINDS[said.state]) dot.current.dataset.kind = KINDS[now.state];
      dot.current.dataset.saveState = now.state;
      said = now;
    };
    say();
    return store.subscribe(say);
  }, [store, first]);
  return (
    <StatusDot ref={dot} kind={KINDS[first.state]} data-save-state={first.state}>
      {first.words}
    </StatusDot>
  );
}

function sayingOf(state: Parameters<typeof selectSave>[0]): Saying {
  // The prerendered step 1 is nobody's draft yet: nothing of it has been saved, whatever was typed.
  if (selectStatus(state) === 'blank') return { state: 'unsaved', words: 'Not saved yet' };
  const { state: saved, savedAt, reason } = selectSave(state);
  return { state: saved, words: wordsOf(saved, savedAt, reason) };
}

function wordsOf(state: SaveState, savedAt: number | null, reason: string | null): string {
  if (state === 'failed') return `Not saved. ${reason ?? ''}`.trim();
  // From the first key on, and not anew when the save is due: other words would be another frame of the page.
  if (state === 'saving' || state === 'unsaved') return 'Saving...';
  return savedAt === null ? 'Saved on this device as you type' : `Saved on this device at ${clock(savedAt)}`;
}

// Made once: making it costs more than using it.
const format = new Intl.DateTimeFormat('en-AU', { hour: '2-digit', minute: '2-digit', hour12: false });

/** A moment as people read it here: 14:03. */
export const clock = (at: number): string => format.format(at);
