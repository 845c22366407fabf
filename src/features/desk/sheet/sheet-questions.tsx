import { Verbatim } from '#components/verbatim.tsx';
import { dateInWords } from '#domain/form/calendar.ts';
import type { DateQuestion } from './judge-sheet.ts';
import { type DateReading, readDate } from './sheet-dates.ts';

interface SheetQuestionsProps {
  /** Those that were asked since the sheet was chosen, answered or not, so that an answer can be changed. */
  readonly questions: readonly DateQuestion[];
  readonly dates: Readonly<Record<string, DateReading>>;
  readonly onAnswer: (field: string, reading: DateReading) => void;
}

const READINGS = {
  order: [
    { label: 'The day comes first', reading: { order: 'day-first' } },
    { label: 'The month comes first', reading: { order: 'month-first' } },
  ],
  epoch: [
    { label: 'Days are counted from 1900 (usual)', reading: { epoch: 1900 } },
    { label: 'Days are counted from 1904 (old Excel for Mac)', reading: { epoch: 1904 } },
  ],
} as const satisfies Record<string, readonly { readonly label: string; readonly reading: DateReading }[]>;

/** How the dates of a column are meant: asked once for all of it, with an example of what each answer makes of it. */
export function SheetQuestions({ questions, dates, onAnswer }: SheetQuestionsProps) {
  return questions.map(({ field, label, asks, examples }) => (
    <fieldset key={`${field} ${asks}`}>
      <legend data-part="label">{`How are the dates in “${label}” meant?`}</legend>
      <small>
        For example <Verbatim>{examples.join(', ')}</Verbatim>. Nothing is taken from these cells before you say so.
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
              <small>{inWords(examples[0] ?? '', choice.reading)}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  ));
}

const isChosen = (known: DateReading = {}, { order, epoch }: DateReading): boolean =>
  order === undefined ? known.epoch === epoch : known.order === order;

function inWords(example: string, reading: DateReading): string {
  const read = readDate({ kind: 'text', text: example }, reading, undefined);
  return 'date' in read ? `${example} is ${dateInWords(read.date)}` : '';
}
