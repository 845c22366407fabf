import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { type FocusEvent, useCallback, useState } from 'react';

/**
 * The rows of a virtual list that stand in the document: those in sight, and the one of this index, wherever the list is
 * scrolled; -1 for none.
 */
export function useKeptRow(kept: number): (range: Range) => number[] {
  return useCallback(
    (range: Range) => {
      const rows = defaultRangeExtractor(range);
      if (kept < 0 || kept >= range.count || rows.includes(kept)) return rows;
      return [...rows, kept].sort((one, other) => one - other);
    },
    [kept],
  );
}

/** Keeps the row with the focus in the document, with what its list listens to for that; each row has its `data-index`. */
export function useFocusedRow() {
  const [focused, setFocused] = useState(-1);
  return {
    rangeExtractor: useKeptRow(focused),
    listeners: {
      onFocus: ({ target }: FocusEvent<HTMLElement>) =>
        setFocused(Number(target.closest<HTMLElement>('[data-index]')?.dataset.index ?? -1)),
      onBlur: () => setFocused(-1),
    },
  };
}
