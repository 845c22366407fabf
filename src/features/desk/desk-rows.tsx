import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#components/button.tsx';
import { useFocusedRow } from '#components/kept-row.ts';
import { HiddenName, Words } from '#components/verbatim.tsx';
import { moment } from '#features/drafts/draft-row.tsx';
import { endsSoon } from './desk-order.ts';
import type { DeskStudent } from './desk-students.ts';

/** Pixels that a row is taken to be high until it has been measured: one line where there is room, or several. */
const estimatedRow = (): number => (window.innerWidth >= 768 ? 48 : 132);
/** Rows beyond the visible ones on either side: a slow scroll never meets a gap, and Tab always meets the next row. */
const BEYOND = 6;

/** What can be done with one student; the same object at every render. */
export interface StudentActions {
  readonly onChoose: (id: string, isChosen: boolean) => void;
  readonly onOpen: (id: string) => void;
  readonly onReceipt: (id: string) => void;
  readonly onRetry: (id: string) => void;
  readonly onWithdraw: (id: string) => void;
}

interface DeskRowsProps {
  readonly students: readonly DeskStudent[];
  readonly chosen: ReadonlySet<string>;
  readonly actions: StudentActions;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The students as rows of which only those near the window stand in the document, however many there are. */
export function DeskRows({ students, chosen, actions, now }: DeskRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const { rangeExtractor, listeners } = useFocusedRow();
  // What stands above it grows and shrinks.
  useLayoutEffect(() => setTop(Math.round(placeOf(list.current))));
  const virtualizer = useWindowVirtualizer({
    count: students.length,
    estimateSize: estimatedRow,
    overscan: BEYOND,
    scrollMargin: top,
    getItemKey: useCallback((index: number) => students[index]?.id ?? index, [students]),
    rangeExtractor,
  });
  return (
    <ul ref={list} data-part="rows" aria-label="Students" style={{ height: virtualizer.getTotalSize() }} {...listeners}>
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const student = students[index];
        return (
          student && (
            <DeskRow
              key={key}
              measure={virtualizer.measureElement}
              student={student}
              index={index}
              count={students.length}
              top={start - top}
              isChosen={chosen.has(student.id)}
              isSoon={endsSoon(student, now)}
              actions={actions}
            />
          )
        );
      })}
    </ul>
  );
}

/** What the advice before sending comes to: 'Ready', 'Ready, 2 to check', or '2 to check' where something is missing. */
function adviceWords({ isComplete, toCheck }: DeskStudent): string {
  if (toCheck === undefined) return '';
  const open = toCheck === 0 ? [] : [`${toCheck} to check`];
  return [...(isComplete ? ['Ready'] : []), ...open].join(', ');
}

/** Pixels from the top of the page. */
const placeOf = (element: HTMLElement | null): number =>
  element === null ? 0 : element.getBoundingClientRect().top + window.scrollY;

interface DeskRowProps {
  readonly measure: (row: HTMLElement | null) => void;
  readonly student: DeskStudent;
  readonly index: number;
  readonly count: number;
  /** Pixels from the top of the list. */
  readonly top: number;
  readonly isChosen: boolean;
  readonly isSoon: boolean;
  readonly actions: StudentActions;
}

const DeskRow = memo(function DeskRow(props: DeskRowProps) {
  const { measure, student, index, count, top, isChosen, isSoon, actions } = props;
  const { id, name, facts, state, words, reference, endsAt, canOpen, isInLine, handover } = student;
  const advice = adviceWords(student);
  const whose = <HiddenName>{name}</HiddenName>;
  return (
    <li
      ref={measure}
      aria-setsize={count}
      aria-posinset={index + 1}
      data-part="row"
      data-index={index}
      data-student={id}
      data-state={state}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div>
        <label data-part="choose">
          <input
            type="checkbox"
            checked={isChosen}
            onChange={({ currentTarget }) => actions.onChoose(id, currentTarget.checked)}
          />
          <span>
            <strong translate="no">{name}</strong>
            <small translate="no">{facts}</small>
            <span>
              <small data-part="standing">
                <Words verbatim={[reference]}>{words}</Words>
              </small>
              {advice && <small data-part="advice">{advice}</small>}
              {handover && (
                <small>{handover === 'taken' ? 'Continued on another device' : 'Link for another device'}</small>
              )}
            </span>
            {endsAt !== undefined && (
              <small {...(isSoon && { 'data-part': 'soon' })}>
                {`${isSoon ? 'Ends soon: kept until' : 'Kept until'} ${moment(endsAt)}`}
              </small>
            )}
          </span>
        </label>
        <div data-part="actions">
          {isInLine && state === 'failed' && (
            <Button size="sm" onClick={() => actions.onRetry(id)}>
              Try again{whose}
            </Button>
          )}
          {isInLine && (
            <Button size="sm" variant="quiet" onClick={() => actions.onWithdraw(id)}>
              Withdraw{whose}
            </Button>
          )}
          {state === 'sent' && (
            <Button size="sm" onClick={() => actions.onReceipt(id)}>
              Receipt{whose}
            </Button>
          )}
          {canOpen && (
            <Button size="sm" onClick={() => actions.onOpen(id)}>
              Open{whose}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
});
