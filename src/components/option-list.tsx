import { useVirtualizer } from '@tanstack/react-virtual';
import { type ComponentType, type KeyboardEvent, memo, type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Elements } from './elements.ts';
import { useKeptRow } from './kept-row.ts';
import { styled } from './styled.ts';

/** Rows beyond the visible ones on either side, so that a slow scroll never meets a gap. */
const BEYOND = 4;
/** Pixels that a row is taken to be high until it has been measured: three lines and what is around them. */
const ESTIMATED_ROW = 86;

const List = styled('div', {
  base: {
    position: 'relative',
    height: { base: 'min(44 * var(--dvh), 28rem)', md: '22rem' },
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    contain: 'strict',
    borderBlockWidth: '1px',
    borderColor: 'line',
    _focusVisible: { outline: 'none' },
    '& > div': { position: 'relative' },
    '& [role=option]': {
      position: 'absolute',
      top: '0',
      insetInline: '0',
      px: '1.5',
      py: '1',
      contain: 'layout style paint',
      borderBottomWidth: '1px',
      borderColor: 'line',
      cursor: 'pointer',
      lineHeight: '1.375rem',
      '& > p': { overflowWrap: 'anywhere', fontSize: 'sm', color: 'inkSoft' },
      '& > [data-part=name]': { fontSize: 'md', fontWeight: 'medium', color: 'ink' },
      '& > [data-state=failed]': { color: 'error' },
      '& > svg': { position: 'absolute', insetInlineEnd: '1rem', top: '1rem', color: 'accent' },
      _hover: { bg: 'accentSoft' },
      '&[aria-selected=true]': { bg: 'accentSoft', paddingInlineEnd: '5' },
      '&[data-active]': { bg: 'accentSoft', boxShadow: 'inset 0 0 0 2px var(--form-colors-accent)' },
    },
    '& > p': { px: '1.5', py: '3', textAlign: 'center', color: 'inkSoft' },
  },
});

/** A search box above such a list, with its drawing. */
export const searchBoxStyles = {
  position: 'relative',
  // The box has its own background, which must not cover the drawing.
  '& svg': {
    position: 'absolute',
    zIndex: '1',
    insetInlineStart: '0.75rem',
    top: '0.875rem',
    color: 'inkSoft',
    pointerEvents: 'none',
  },
  '& input': { paddingInlineStart: '2.75rem !important' },
} as const;

/** The id of an option, for `aria-activedescendant`. */
export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

/** What a row gets. */
export interface OptionProps<Option> {
  readonly option: Option;
  readonly isChosen: boolean;
}

interface OptionListProps<Option> {
  readonly id: string;
  readonly label: string;
  readonly options: readonly Option[];
  /** The row that the keyboard is at; -1 for none. It is always in the document, wherever the list is scrolled. */
  readonly active: number;
  readonly isChosen: (option: Option) => boolean;
  readonly onChoose: (option: Option) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  /** The contents of a row: the same component at every rendering. */
  readonly Row: ComponentType<OptionProps<Option>>;
  /** Above the rows. */
  readonly children?: Elements;
}

/** A listbox of which only the visible part is in the document, for lists of any length. */
export function OptionList<Option>({ id, label, options, active, Row, ...given }: OptionListProps<Option>) {
  const { isChosen, onChoose, onKeyDown, children } = given;
  const list = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: options.length,
    getScrollElement: () => list.current,
    estimateSize: () => ESTIMATED_ROW,
    overscan: BEYOND,
    rangeExtractor: useKeptRow(active),
  });
  // Another list starts at its top; the row that the keyboard is at is always in sight.
  useLayoutEffect(() => {
    if (options.length === 0) return;
    if (active > 0) virtualizer.scrollToIndex(active);
    else if (virtualizer.scrollOffset !== 0) virtualizer.scrollToOffset(0);
  }, [options, active, virtualizer]);
  return (
    <List
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      // The focus stays in the search box, where the keys are heard.
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ target }) => {
        const pressed = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
        const option = options[Number(pressed?.dataset.index)];
        if (option !== undefined) onChoose(option);
      }}
    >
      {children}
      <div role="presentation" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const option = options[index];
          return (
            option !== undefined && (
              <OptionRow
                key={key}
                {...{ option, Row, index, count: options.length, top: start }}
                id={optionId(id, index)}
                isChosen={isChosen(option)}
                isActive={index === active}
                measure={virtualizer.measureElement}
              />
            )
          );
        })}
      </div>
    </List>
  );
}

interface OptionRowProps<Option> extends OptionProps<Option>, Pick<OptionListProps<Option>, 'id' | 'Row'> {
  readonly index: number;
  readonly count: number;
  /** Pixels from the top of the list. */
  readonly top: number;
  readonly isActive: boolean;
  readonly measure: (row: HTMLElement | null) => void;
}

/** Rendered again only if one of these values changes. */
const OptionRow = memo(function OptionRow<Option>(props: OptionRowProps<Option>) {
  const { id, option, isChosen, Row, index, count, top, isActive, measure } = props;
  return (
    <div
      ref={measure}
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={isChosen}
      aria-setsize={count}
      aria-posinset={index + 1}
      data-index={index}
      {...(isActive && { 'data-active': '' })}
      style={{ transform: `translateY(${top}px)` }}
    >
      <Row option={option} isChosen={isChosen} />
    </div>
  );
}) as <Option>(props: OptionRowProps<Option>) => ReactNode;
