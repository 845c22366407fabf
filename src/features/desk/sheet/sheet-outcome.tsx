import { type ReactNode, useState } from 'react';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import { Verbatim, Words } from '#components/verbatim.tsx';
import type { SheetContext } from './sheet-columns.ts';
import { FORMAT_NAMES, SHEET_FORMATS, type SheetFormat } from './sheet-format.ts';
import { SheetMatch } from './sheet-match.tsx';
import { SheetQuestions } from './sheet-questions.tsx';
import { SheetRows } from './sheet-rows.tsx';
import { SheetValues } from './sheet-values.tsx';
import { countsInWords, hiddenInWords, leftInWords, studentsInWords, toCheckInWords } from './sheet-words.ts';
import type { SheetDecisions, SortedStudents } from './sort-students.ts';
import { useAskedQuestions } from './use-asked-questions.ts';
import type { Making } from './use-making.ts';
import type { SheetState } from './use-sheet.ts';

interface SheetOutcomeProps {
  readonly sheet: SheetState;
  readonly making: Making;
  readonly sorted: SortedStudents;
  readonly context: SheetContext;
  readonly decisions: SheetDecisions;
  readonly onDecide: (decided: Partial<SheetDecisions>) => void;
  readonly onSave: (format: SheetFormat) => void;
}

/** What is in a sheet and what would become of it: its columns, what has to be asked, all of its rows with their faults. */
export function SheetOutcome(props: SheetOutcomeProps) {
  const { sheet, making, sorted, context, decisions, onDecide, onSave } = props;
  const { own, judged } = sheet;
  const asked = useAskedQuestions(judged?.questions, sheet.sheet);
  const [onlyFaults, setOnlyFaults] = useState(false);
  if (sheet.sheet === undefined || own === undefined) return null;
  const { file, facts, isRemembered } = sheet.sheet;
  const { faulty, doubles, waiting } = sorted;
  const toCheck = toCheckInWords(waiting);
  const isUnknown = own.matches.every((field) => field === undefined);
  const offered = faulty.flatMap(({ row, faults }) =>
    faults.flatMap(({ field, offer }) => (offer === undefined ? [] : [{ row, field, text: offer }])),
  );
  return (
    <>
      <p>
        <Verbatim>{file.name}</Verbatim>
        <span>{`: ${studentsInWords(facts.students)}`}</span>
        {facts.name && (
          <span>
            {' '}
            in the sheet “<Verbatim>{facts.name}</Verbatim>”
          </span>
        )}
        <span>.</span>
        {facts.titleRow > 1 && (
          <span>{` The titles are in row ${facts.titleRow}. We do not read the rows above.`}</span>
        )}
      </p>
      {facts.sheets.length > 1 && (
        <label>
          <span>Sheet of the workbook</span>
          <span data-part="control" data-kind="select">
            <select
              autoComplete="off"
              value={facts.name}
              onChange={({ currentTarget: { value } }) => void sheet.read(file, { sheet: value })}
            >
              {facts.sheets.map((name) => (
                <option key={name} translate="no">
                  {name}
                </option>
              ))}
            </select>
          </span>
        </label>
      )}
      {isUnknown && (
        <Notice kind="warning" role="alert">
          We do not know the titles of this sheet. Choose the question of each column below, or copy the students into
          the template.
        </Notice>
      )}
      <SheetMatch {...{ facts, isRemembered }} matches={own.matches} onMatch={sheet.match} />
      {judged && !isUnknown && (
        <>
          <SheetValues students={sorted.listed} values={own.values} context={context} onMean={sheet.mean} />
          {sorted.hidden.length > 0 && (
            <Notice kind="warning" role="status">
              <p>{hiddenInWords(sorted.hidden.map(({ row }) => row))}</p>
              <Choice checked={decisions.withHidden} onChange={(withHidden) => onDecide({ withHidden })}>
                Add the hidden rows too
              </Choice>
            </Notice>
          )}
          <SheetQuestions questions={asked} dates={own.dates} onAnswer={sheet.readDates} />
          {making.failure !== undefined && (
            <Notice kind="error" role="alert">
              {making.failure}
            </Notice>
          )}
          {making.failure === undefined && making.rows.size > 0 && (
            <Notice kind="success" role="status">
              <span>{`${studentsInWords(making.rows.size)} added. `}</span>
              {waiting.length > 0 && <Words verbatim={waiting.map(({ name }) => name)}>{leftInWords(waiting)}</Words>}
            </Notice>
          )}
          <p role="status">{countsInWords(sorted, making.rows.size)}</p>
          {toCheck && <p>{toCheck}</p>}
          <div data-part="actions">
            {offered.length > 0 && (
              <Button size="sm" onClick={() => sheet.correct(offered)}>
                {`Accept ${offered.length === 1 ? '1 correction' : `${offered.length} corrections`}`}
              </Button>
            )}
            {SHEET_FORMATS.map((format) => (
              <Button key={format} size="sm" icon="download" onClick={() => onSave(format)}>
                {`Save the sheet as ${FORMAT_NAMES[format]}`}
              </Button>
            ))}
          </div>
          {faulty.length > 0 && (
            <>
              <Choice checked={onlyFaults} onChange={setOnlyFaults}>
                Show only students with mistakes
              </Choice>
              <Choice checked={decisions.withFaults} onChange={(withFaults) => onDecide({ withFaults })}>
                Add students with mistakes too. You can correct them later in the form.
              </Choice>
            </>
          )}
          {doubles.length > 0 && (
            <Choice checked={decisions.withDoubles} onChange={(withDoubles) => onDecide({ withDoubles })}>
              Add students that you already have, or that are in the sheet twice
            </Choice>
          )}
          <SheetRows
            students={onlyFaults && faulty.length > 0 ? faulty : sorted.listed}
            made={making.rows}
            context={context}
            onCorrect={sheet.correct}
          />
        </>
      )}
    </>
  );
}

interface ChoiceProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

const Choice = ({ checked, onChange, children }: ChoiceProps) => (
  <label data-part="choose">
    <input type="checkbox" checked={checked} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
    <span>{children}</span>
  </label>
);
