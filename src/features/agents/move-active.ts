/** No row is active: Enter chooses nothing. */
export const NONE = -1;
/** How many rows Page Up and Page Down move. */
const PAGE = 6;

interface Key {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/**
 * The active row after a key, 0 to `count` - 1; undefined for keys that the list does not handle. Arrows wrap around;
 * Home, End and the page keys stop at the ends. Keys with Shift still select text.
 */
export function moveActive(event: Key, active: number, count: number): number | undefined {
  if (count === 0 || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  switch (event.key) {
    case 'ArrowDown':
      return active + 1 < count ? active + 1 : 0;
    case 'ArrowUp':
      return active > 0 ? active - 1 : count - 1;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    case 'PageDown':
      return Math.min(count - 1, Math.max(0, active) + PAGE);
    case 'PageUp':
      return Math.max(0, active - PAGE);
    default:
      return undefined;
  }
}
