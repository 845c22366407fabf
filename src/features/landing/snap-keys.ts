import { leadsTo, type Place, type Reaction } from './snap-gesture.ts';

const DOWN = new Set(['PageDown', 'ArrowDown', 'End']);
const UP = new Set(['PageUp', 'ArrowUp']);
const TYPING = 'input, select, textarea, [contenteditable], [role=listbox], [role=combobox], dialog';
const PRESSABLE = 'button, summary, [role=button], a';

/** What a key does on the landing page: the keyboard's way between its two screens. */
export function reactToKey(event: KeyboardEvent, place: Place): Reaction {
  const target = event.target instanceof Element ? event.target : null;
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return 'scroll';
  if (target?.closest(TYPING)) return 'scroll';
  const space = event.key === ' ' && !target?.closest(PRESSABLE);
  if (DOWN.has(event.key) || (space && !event.shiftKey)) return leadsTo(1, place);
  if (UP.has(event.key) || (space && event.shiftKey)) return leadsTo(-1, place);
  // Home means the very beginning, from wherever.
  return event.key === 'Home' && place !== 'hero' ? 'to-hero' : 'scroll';
}
