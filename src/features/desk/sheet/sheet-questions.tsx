import { Verbatim } from '#components/verbatim.tsx';
import { dateInWords } from '#domain/form/calendar.ts';
import type { ColumnQuestion } from './judge-sheet.ts';
import { type ColumnReading, readDate } from './sheet-dates.ts';

interface SheetQuestionsProps {
  /** Those that were asked since the sheet was chosen, answered or not, so that an answer can be changed. */
  readonly questions: readonly ColumnQuestion[];
  readonly dates: Readonly<Record<string, ColumnReading>>;
  readonly onAnswer: (field: string, reading: ColumnReading) => void;
}

const READINGS = {
  order: [
    { label: 'The day comes first', reading: { order: 'day-first' } },
    { label: 'The month comes first', reading: { order: 'month-first' } },
  ],
  zeros: [
    { label: 'These numbers are whole', reading: { zeros: 'kept' } },
    { label: 'A zero in front is missing', reading: { zeros: 'dropped' } },
  ],
  epoch: [
    { label: 'Excel counts days from 1900 (usual)', reading: { epoch: 1900 } },
    { label: 'Excel counts days from 1904 (old Excel for Mac)', reading: { epoch: 1904 } },
  ],
} as const satisfies Record<string, readonly { readonly label: string; readonly reading: ColumnReading }[]>;

/** How the dates or numbers of a column are meant: asked once for all of it, with an example of what each answer makes of it. */
export function SheetQuestions({ questions, dates, onAnswer }: SheetQuestionsProps) {
  return questions.map(({ field, label, asks, examples }) => (
    <fieldset key={`${field} ${asks}`}>
      <legend data-part="label">
        {asks === 'zeros'
          ? `Are zeros missing in “${label}”?`
          : `What does ${examples[0] ?? 'this date'} mean in “${label}”?`}
      </legend>
      <small>
        For example <Verbatim>{examples.join(', ')}</Verbatim>. Choose one, then we read this column.
      </small>
      <div data-part="choices">
        {READINGS[asks].map((choice) => (
          <label key={choice.label} data-part="choice">
            <input
              type="radio"
              name={`sheet-${field}-${asks}`}
              checked={isChosen(dates[field], choice.reading)}
              onChange={() => onAnswer(field, choice.reading)}
            />
            <span>
              <span>{choice.label}</span>
              <small>{asks !== 'zeros' && inWords(examples[0] ?? '', choice.reading)}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  ));
}

const isChosen = (known: ColumnReading = {}, one: ColumnReading): boolean =>
  (Object.keys(one) as (keyof ColumnReading)[]).every((key) => known[key] === one[key]);

function inWords(example: string, reading: ColumnReading): string {
  const read = readDate({ kind: 'text', text: example }, reading, undefined);
  return 'date' in read ? `${example} is ${dateInWords(read.date)}` : '';
}
