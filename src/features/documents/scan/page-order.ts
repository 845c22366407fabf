/** Moves the item at `from` to `to`. A place beyond an end is that end. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const moved = items.slice(from, from + 1);
  const rest = items.filter((_item, at) => at !== from);
  const place = Math.max(0, Math.min(to, rest.length));
  return [...rest.slice(0, place), ...moved, ...rest.slice(place)];
}

/** Where keys take a page that stands at `at` of `count`; undefined for a key that moves nothing. */
export function placeByKey(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowUp':
    case 'ArrowLeft':
      return Math.max(0, at - 1);
    case 'ArrowDown':
    case 'ArrowRight':
      return Math.min(count - 1, at + 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
