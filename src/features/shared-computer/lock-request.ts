import { createListeners } from '#platform/holder.ts';

/**
 * Next to the switcher's key (features/desk/switcher-keys.ts): F2 opens the list of students, Shift+F2 locks. It works on
 * every view and in every dialog, so that a user in a hurry need not close anything first.
 */
export const LOCK_KEYS = ['Shift', 'F2'] as const;

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'isComposing' | 'repeat'>;

export function isLockKey({ key, shiftKey, ctrlKey, altKey, metaKey, isComposing, repeat }: KeyPress): boolean {
  return key === 'F2' && shiftKey && !ctrlKey && !altKey && !metaKey && !isComposing && !repeat;
}

/** Called by the lock buttons. The code that locks is loaded with the guard, not with every button. */
export const lockRequests = createListeners();
