import { useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, memo, useLayoutEffect, useRef } from 'react';
import { useKeptRow } from '#components/kept-row.ts';
import { styled } from '#components/styled.ts';
import { moment } from '#features/drafts/draft-row.tsx';
import type { DeskStudent } from './desk-students.ts';

/** Pixels that a row is taken to be high until it has been measured: three lines and what is around them. */
const ESTIMATED_ROW = 86;
/** Rows beyond the visible ones on either side, so that a slow scroll never meets a gap. */
const BEYOND = 4;

export const studentRowId = (listId: string, index: number): string => `${listId}-${index}`;

const List = styled('div', {
  base: {
    height: { base: 'calc(44 * var(--dvh))', md: '24rem' },
    overflowY: 'auto',
    contain: 'strict',
    borderBlockWidth: '1px',
    borderColor: 'line',
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
      '&[data-state=failed] > [data-part=standing]': { color: 'error' },
      '&[aria-selected=true]': { bg: 'accentSoft' },
      _hover: { bg: 'accentSoft' },
      '&[data-active]': { bg: 'accentSoft', boxShadow: 'inset 0 0 0 2px var(--form-colors-accent)' },
    },
    '& > p': { px: '1.5', py: '3', textAlign: 'center', color: 'inkSoft' },
  },
});

interface StudentRowsProps {
  readonly id: string;
  readonly students: readonly DeskStudent[];
  readonly openId: string | null;
  /** The row the keyboard is at; -1 for none. It is always in the document, wherever the list is scrolled. */
  readonly active: number;
  readonly onChoose: (student: DeskStudent | undefined) => void;
}

/** The list as a listbox of which only the visible part stands in the document, however long it is. */
export function StudentRows({ id, students, openId, active, onChoose }: StudentRowsProps) {
  const list = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: students.length,
    getScrollElement: () => list.current,
    estimateSize: () => ESTIMATED_ROW,
    overscan: BEYOND,
    rangeExtractor: useKeptRow(active),
  });
  // Another list starts at its top; the row that the keyboard is at is always in sight.
  useLayoutEffect(() => {
    if (active > 0) virtualizer.scrollToIndex(active);
    else if (virtualizer.scrollOffset !== 0) virtualizer.scrollToOffset(0);
  }, [active, virtualizer]);

  const press = ({ target }: MouseEvent) => {
    const pressed = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
    onChoose(students[Number(pressed?.dataset.index)]);
  };
  return (
    // The keys are heard in the search box, where the focus stays.
    <List
      ref={list}
      role="listbox"
      id={id}
      aria-label="Students"
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={press}
    >
      {students.length === 0 && <p>No student has this name, passport number or reference</p>}
      <div role="presentation" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const student = students[index];
          return (
            student && (
              <StudentRow
                key={key}
                measure={virtualizer.measureElement}
                id={studentRowId(id, index)}
                student={student}
                index={index}
                count={students.length}
                top={start}
                open={student.id === openId}
                active={index === active}
              />
            )
          );
        })}
      </div>
    </List>
  );
}

interface StudentRowProps {
  readonly measure: (row: HTMLElement | null) => void;
  readonly id: string;
  readonly student: DeskStudent;
  readonly index: number;
  readonly count: number;
  /** Pixels from the top of the list. */
  readonly top: number;
  readonly open: boolean;
  readonly active: boolean;
}

const StudentRow = memo(function StudentRow({
  measure,
  id,
  student,
  index,
  count,
  top,
  open,
  active,
}: StudentRowProps) {
  return (
    <div
      ref={measure}
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={open}
      aria-setsize={count}
      aria-posinset={index + 1}
      data-index={index}
      data-state={student.state}
      {...(active && { 'data-active': '' })}
      style={{ transform: `translateY(${top}px)` }}
    >
      <p data-part="name">
        {student.name}
        {open && ' (open now)'}
      </p>
      <p data-part="standing">
        {student.state === 'draft' && 'Draft. '}
        {student.words}
      </p>
      <p>
        {student.canOpen ? 'Changed' : 'Sent'} {moment(student.at)}
      </p>
    </div>
  );
});
