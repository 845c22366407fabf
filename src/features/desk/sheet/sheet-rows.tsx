import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useRef, useState } from 'react';
import { useFocusedRow } from '#components/kept-row.ts';
import { Verbatim, Words } from '#components/verbatim.tsx';
import type { Field } from '#domain/form/form.ts';
import { answerText } from '#domain/form/typed-text.ts';
import { visibleFields } from '#domain/form/visible.ts';
import { studentForm } from '#domain/student/form.ts';
import type { SheetStudent } from './judge-sheet.ts';
import { SheetList } from './sheet.styles.ts';
import { SheetCellEditor } from './sheet-cell.tsx';
import { type SheetContext, sheetColumns } from './sheet-columns.ts';
import { useFocusInRows } from './use-focus-in-rows.ts';
import type { SheetState } from './use-sheet.ts';

/** The height of a row in pixels until it is measured. */
const ESTIMATED_ROW = 120;
const BEYOND = 2;
/** The size of the list before it is measured, so that its first rows are rendered with it. */
const ESTIMATED_LIST = { width: 0, height: 448 };

interface SheetRowsProps {
  readonly students: readonly SheetStudent[];
  /** The rows that are drafts already. */
  readonly made: ReadonlySet<number>;
  readonly context: SheetContext;
  readonly onCorrect: SheetState['correct'];
}

/** Each row of the sheet as the student that it would become: its faults, with room to correct them, and its answers. */
export function SheetRows({ students, made, context, onCorrect }: SheetRowsProps) {
  const list = useRef<HTMLDivElement>(null);
  const { rangeExtractor, listeners } = useFocusedRow();
  const virtualizer = useVirtualizer({
    count: students.length,
    getScrollElement: () => list.current,
    estimateSize: () => ESTIMATED_ROW,
    overscan: BEYOND,
    initialRect: ESTIMATED_LIST,
    getItemKey: useCallback((index: number) => students[index]?.row ?? index, [students]),
    rangeExtractor,
  });
  useFocusInRows(list, students);
  return (
    <SheetList ref={list} tabIndex={0} role="region" aria-label="Rows of the sheet" {...listeners}>
      <ul style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const student = students[index];
          return (
            student && (
              <SheetRowItem
                key={key}
                measure={virtualizer.measureElement}
                student={student}
                isMade={made.has(student.row)}
                index={index}
                count={students.length}
                top={start}
                context={context}
                onCorrect={onCorrect}
              />
            )
          );
        })}
      </ul>
    </SheetList>
  );
}

interface SheetRowItemProps extends Pick<SheetRowsProps, 'context' | 'onCorrect'> {
  readonly measure: (row: HTMLElement | null) => void;
  readonly student: SheetStudent;
  readonly isMade: boolean;
  readonly index: number;
  readonly count: number;
  /** Pixels from the top of the list. */
  readonly top: number;
}

const SheetRowItem = memo(function SheetRowItem(props: SheetRowItemProps) {
  const { measure, student, isMade, index, count, top, context, onCorrect } = props;
  const { row, name, faults, toCheck, missing, unasked, double, isBlank } = student;
  const correct = (field: string, text: string) => onCorrect([{ row, field, text }]);
  return (
    <li
      ref={measure}
      aria-setsize={count}
      aria-posinset={index + 1}
      data-index={index}
      style={{ transform: `translateY(${top}px)` }}
    >
      <p data-part="who">
        <span>{`Row ${row}: `}</span>
        {name ? <Verbatim>{name}</Verbatim> : <span>New student (no name yet)</span>}
      </p>
      {isMade && <p>Added</p>}
      {isBlank && <p data-part="double">This row is empty. We do not add it.</p>}
      {double && !isMade && <p data-part="double">{double}</p>}
      {faults.length > 0 && !isMade && (
        <ul data-part="cells">
          {faults.map(({ field, label, column, ...fault }) => (
            <SheetCellEditor
              key={field}
              field={field}
              label={column === undefined ? label : `${column}${row} ${label}`}
              {...fault}
              context={context}
              onCorrect={correct}
            />
          ))}
        </ul>
      )}
      {!isMade &&
        toCheck.map(({ saw, verbatim }) => (
          <small key={saw} data-part="advice">
            To check: <Words verbatim={verbatim}>{saw}</Words>
          </small>
        ))}
      {unasked.map(({ field, label, column, text }) => (
        <small key={field}>
          <span>{`${column} ${label}: `}</span>“<Verbatim>{text}</Verbatim>” is not used: the form does not ask this
          student this question
        </small>
      ))}
      {missing.length > 0 && <small>{`No answer yet: ${missing.map(({ label }) => label).join(', ')}`}</small>}
      {!isMade && <Answers student={student} context={context} onCorrect={correct} />}
    </li>
  );
});

interface AnswersProps {
  readonly student: SheetStudent;
  readonly context: SheetContext;
  readonly onCorrect: (field: string, text: string) => void;
}

const TITLES = new Map(sheetColumns().map(({ field, title }) => [field.name, title]));
const textOf = (field: Field, answer: unknown): string =>
  field.kind === 'checkbox' ? (answer === true ? 'Yes' : '') : answerText(answer);

/** All answers of a row, each of which can be changed. Rendered when it is opened. */
function Answers({ student: { answers, faults }, context, onCorrect }: AnswersProps) {
  const [isOpen, setOpen] = useState(false);
  const others = ({ name, kind }: Field) => kind !== 'hidden' && !faults.some(({ field }) => field === name);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Answers in this row</summary>
      {isOpen && (
        <ul data-part="cells">
          {visibleFields(studentForm, answers, context)
            .filter(others)
            .map((field) => (
              <SheetCellEditor
                key={field.name}
                field={field.name}
                label={TITLES.get(field.name) ?? field.label}
                text={textOf(field, answers[field.name])}
                {...{ context, onCorrect }}
              />
            ))}
        </ul>
      )}
    </details>
  );
}
