/*
 * Keys that a form can have for itself: no browser does anything with them on a page, no text field knows them, no
 * screen reader keeps them, and they type nothing on any keyboard. Of the other function keys F1, F3, F5, F6, F7 and
 * F10 to F12 are the browsers', F4 opens their address bars and every select, and F9 is Firefox's and Edge's reader.
 * With Ctrl, Alt or Option most letters are taken, and on many keyboards those write characters.
 */

/** As people read them. */
export const KEYS = [
  { keys: ['F2'], words: 'this list' },
  { keys: ['F8'], words: 'next student' },
  { keys: ['Shift', 'F8'], words: 'previous student' },
] as const;

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'isComposing' | 'defaultPrevented' | 'repeat'
>;

/** What a key asks for. Undefined for every other key, and while an input method composes, to which F2 and F8 belong then. */
export function keyOf(event: Pressed): 'list' | 'next' | 'previous' | undefined {
  const { key, shiftKey, ctrlKey, altKey, metaKey, isComposing, defaultPrevented, repeat } = event;
  if (ctrlKey || altKey || metaKey || isComposing || defaultPrevented || repeat) return undefined;
  if (key === 'F2') return shiftKey ? undefined : 'list';
  if (key !== 'F8') return undefined;
  return shiftKey ? 'previous' : 'next';
}
