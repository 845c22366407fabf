import { createListeners } from '#platform/holder.ts';

/*
 * Beside the switcher's keys (features/desk/switcher-keys.ts says why those): F2 leads to the students, Shift and F2 away
 * from all of them. It holds on every view and over every dialog: whoever has to leave in a hurry answers nothing first.
 */

/** As people read it. */
export const LOCK_KEYS = ['Shift', 'F2'] as const;

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'isComposing' | 'repeat'>;

/** Whether a key locks this computer. */
export function isLockKey({ key, shiftKey, ctrlKey, altKey, metaKey, isComposing, repeat }: KeyPress): boolean {
  return key === 'F2' && shiftKey && !ctrlKey && !altKey && !metaKey && !isComposing && !repeat;
}

/** Called where a button asks to lock: what locks came with the guard, and not with every page that has the button. */
export const lockAsked = createListeners();
