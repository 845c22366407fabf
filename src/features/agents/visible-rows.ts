/** Rows beyond the visible ones on either side, so that a slow scroll never meets a gap. */
const BEYOND = 4;

interface Sight {
  /** Pixels that the list is scrolled. */
  readonly scrolled: number;
  /** Pixels of the list that are in sight. */
  readonly height: number;
  /** Pixels of each row. */
  readonly row: number;
  readonly count: number;
  /** The row the keyboard is at, in the document wherever the list is scrolled; -1 for none. */
  readonly active: number;
}

/**
 * The rows that stand in the document, as indexes in order. Every row is as high as the others, so that this costs the
 * same among ten agents and among ten thousand.
 */
export function visibleRows({ scrolled, height, row, count, active }: Sight): readonly number[] {
  const first = Math.max(0, Math.min(Math.floor(scrolled / row), count - 1) - BEYOND);
  const end = Math.min(count, Math.ceil((scrolled + height) / row) + BEYOND);
  const rows = Array.from({ length: Math.max(0, end - first) }, (_none, place) => first + place);
  if (active < 0 || active >= count || (active >= first && active < end)) return rows;
  return active < first ? [active, ...rows] : [...rows, active];
}

/** How far the list has to be scrolled so that a row is in sight, in pixels; as it is when the row is in sight. */
export function scrollInto(index: number, { scrolled, height, row }: Omit<Sight, 'count' | 'active'>): number {
  const top = index * row;
  if (top < scrolled) return top;
  return Math.max(scrolled, top + row - height);
}
