import { useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { useKeptRow } from './kept-row.ts';

/** Rows beyond the visible ones on either side, so that a slow scroll never meets a gap. */
const BEYOND = 4;

/** The id of an option, for `aria-activedescendant`. */
export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

interface OptionListOptions<Option> {
  readonly id: string;
  readonly options: readonly Option[];
  /** The row that the keyboard is at; -1 for none. It is always in the document, wherever the list is scrolled. */
  readonly active: number;
  /** Pixels that a row is taken to be high until it has been measured. */
  readonly estimatedRow: number;
  readonly onChoose: (option: Option) => void;
}

/** The place of one option. A row takes these values one by one: it is remembered as long as none of them changes. */
export interface OptionPlace {
  readonly id: string;
  readonly index: number;
  readonly count: number;
  /** Pixels from the top of the list. */
  readonly top: number;
  readonly active: boolean;
  readonly measure: (row: HTMLElement | null) => void;
}

/**
 * A listbox of which only the visible part is in the document, for lists of any length: what its element takes, how high
 * all of its rows are together, and those that stand in it.
 */
export function useOptionList<Option>({ id, options, active, estimatedRow, onChoose }: OptionListOptions<Option>) {
  const list = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: options.length,
    getScrollElement: () => list.current,
    estimateSize: () => estimatedRow,
    overscan: BEYOND,
    rangeExtractor: useKeptRow(active),
  });
  // Another list starts at its top; the row that the keyboard is at is always in sight.
  useLayoutEffect(() => {
    if (options.length === 0) return;
    if (active > 0) virtualizer.scrollToIndex(active);
    else if (virtualizer.scrollOffset !== 0) virtualizer.scrollToOffset(0);
  }, [options, active, virtualizer]);

  const { measureElement: measure } = virtualizer;
  return {
    listProps: {
      ref: list,
      id,
      tabIndex: -1,
      // The focus stays in the search box, where the keys are heard.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
      onClick: ({ target }: MouseEvent) => {
        const pressed = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
        const option = options[Number(pressed?.dataset.index)];
        if (option !== undefined) onChoose(option);
      },
    },
    height: virtualizer.getTotalSize(),
    rows: virtualizer.getVirtualItems().flatMap(({ index, key, start }) => {
      const option = options[index];
      if (option === undefined) return [];
      const count = options.length;
      const place: OptionPlace = {
        id: optionId(id, index),
        index,
        count,
        top: start,
        active: index === active,
        measure,
      };
      return [{ key, option, place }];
    }),
  };
}

/** What the element of an option takes. */
export const optionProps = ({ id, index, count, top, active, measure }: OptionPlace, isChosen: boolean) => ({
  ref: measure,
  role: 'option',
  id,
  tabIndex: -1,
  'aria-selected': isChosen,
  'aria-setsize': count,
  'aria-posinset': index + 1,
  'data-index': index,
  ...(active && { 'data-active': '' }),
  style: { transform: `translateY(${top}px)` },
});
