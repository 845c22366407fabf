import { Verbatim } from '#components/verbatim.tsx';
import { dateInWords } from '#domain/form/calendar.ts';
import { splitName } from './full-name.ts';
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
  names: [
    { label: 'The given names come first', reading: { names: 'given-first' } },
    { label: 'The family name comes first', reading: { names: 'family-first' } },
    { label: 'Do not split the names. I fill them in later.', reading: { names: 'whole' } },
  ],
  epoch: [
    { label: 'Excel counts days from 1900 (usual)', reading: { epoch: 1900 } },
    { label: 'Excel counts days from 1904 (old Excel for Mac)', reading: { epoch: 1904 } },
  ],
} as const satisfies Record<string, readonly { readonly label: string; readonly reading: ColumnReading }[]>;

/** How the dates, numbers or names of a column are meant: asked once for all of it, with an example of what each answer makes of it. */
export function SheetQuestions({ questions, dates, onAnswer }: SheetQuestionsProps) {
  return questions.map(({ field, label, asks, examples }) => (
    <fieldset key={`${field} ${asks}`}>
      <legend data-part="label">{legendOf(asks, label, examples[0])}</legend>
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
              <small translate="no">{inWords(examples[0] ?? '', choice.reading)}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  ));
}

const isChosen = (known: ColumnReading = {}, one: ColumnReading): boolean =>
  (Object.keys(one) as (keyof ColumnReading)[]).every((key) => known[key] === one[key]);

function legendOf(asks: keyof ColumnReading, label: string, example = 'this date'): string {
  if (asks === 'names') return 'May we split the full names into first name and family name?';
  return asks === 'zeros' ? `Are zeros missing in “${label}”?` : `What does ${example} mean in “${label}”?`;
}

function inWords(example: string, reading: ColumnReading): string {
  if (reading.zeros !== undefined || reading.names === 'whole') return '';
  if (reading.names !== undefined) {
    const { firstName, familyName } = splitName(example, reading.names);
    return `First name ${firstName}, family name ${familyName}`;
  }
  const read = readDate({ kind: 'text', text: example }, reading, undefined);
  return 'date' in read ? `${example} is ${dateInWords(read.date)}` : '';
}
