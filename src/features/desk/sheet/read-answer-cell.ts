import type { Field, Option } from '#domain/form/form.ts';
import { tidyText } from '#domain/form/typed-text.ts';
import { isShortened } from './numbers.ts';
import { otherValues } from './other-words.ts';
import { bare } from './sheet-columns.ts';
import { type ColumnReading, readDate } from './sheet-dates.ts';
import type { Epoch, SheetCell } from './sheet-table.ts';

/** The answer in a cell, or what is wrong with it. */
export type CellAnswer =
  | { readonly answer: string | boolean }
  | { readonly asks: keyof ColumnReading }
  | { readonly why: string };

const NOT_LISTED = 'This is not one of the choices';
const SEVERAL = 'More than one choice has this name. Write its code.';
const WAS_SHORTENED =
  'The spreadsheet has removed the last digits of this number. Format the column as text, and type the number again.';
const IS_DATE = 'The spreadsheet has made a date of this. Format the column as text, and type it again.';

/** What a cell of one column is read with. */
export interface CellReading {
  readonly options: readonly Option[] | undefined;
  readonly dates: ColumnReading;
  readonly epoch: Epoch | undefined;
  /** yyyy-MM-dd */
  readonly today: string;
}

/** Reads a cell as an answer to a field, by the kind of the field. Whether it is a right one is the form's to say. */
export function readAnswerCell(
  field: Field,
  cell: SheetCell,
  { options, dates, epoch, today }: CellReading,
): CellAnswer {
  if (cell.kind === 'broken') return { why: cell.why };
  if (cell.kind === 'name') return { asks: 'names' };
  if (field.kind === 'date') {
    const read = readDate(cell, dates, epoch);
    if (!('date' in read)) return read;
    return isOtherCalendar(read.date, today) ? { why: OTHER_CALENDAR } : { answer: read.date };
  }
  // An intake is chosen by its day, which a spreadsheet may have made a date of.
  if (options !== undefined) return readChoice(field, cell, options);
  if (cell.kind === 'date') return { why: IS_DATE };
  if (isShortened(cell.text)) return { why: WAS_SHORTENED };
  if (mayLackZero(field, cell)) {
    if (dates.zeros === undefined) return { asks: 'zeros' };
    if (dates.zeros === 'dropped') return { answer: withZero(field, cell) };
  }
  return { answer: tidyText(field, cell.text).trim() };
}

const OTHER_CALENDAR = 'Is this year from another calendar? Write the date as in the passport, for example 2031-05-17';
/** No passport is valid for so many years, and no test or birth is in the future. */
const MOST_YEARS_AHEAD = 20;

/** Years of Buddhist, Nepali (1.1.2001 is 2057) and Persian or Islamic calendars, as far as they cannot be meant. */
function isOtherCalendar(date: string, today: string): boolean {
  const year = Number(date.slice(0, 4));
  return year > Number(today.slice(0, 4)) + MOST_YEARS_AHEAD || (year >= 1300 && year < 1500);
}

/** A number of fewer digits may have had a zero in front, which spreadsheets drop. */
const WHOLE_DIGITS: Readonly<Record<string, number>> = {
  postcode: 4,
  postalPostcode: 4,
  contactPostcode: 4,
  passportNumber: 8,
  // With the code of a country there are more.
  mobilePhone: 11,
  postalMobilePhone: 11,
  contactMobile: 11,
};

const mayLackZero = ({ name }: Field, { kind, text }: SheetCell): boolean =>
  kind !== 'typed' && /^[1-9]\d*$/.test(text.trim()) && text.trim().length < (WHOLE_DIGITS[name] ?? 0);

/** The number with what was dropped: a postcode may begin with more than one zero. */
const withZero = ({ name }: Field, { text }: SheetCell): string =>
  /postcode$/i.test(name) ? text.trim().padStart(WHOLE_DIGITS[name] ?? 0, '0') : `0${text.trim()}`;

function readChoice(field: Field, { text }: SheetCell, options: readonly Option[]): CellAnswer {
  const chosen = findChoice(text, options);
  if (chosen === 'several') return { why: SEVERAL };
  if (chosen !== undefined) return { answer: field.kind === 'checkbox' ? chosen.value === 'true' : chosen.value };
  // Any agent is a right one as 'name|country', since the list moves.
  if (field.kind === 'agent' && text.includes('|')) return { answer: text.trim() };
  return { why: NOT_LISTED };
}

/** How spreadsheets write Yes and No. */
const TICKS: Readonly<Record<string, string>> = {
  ...{ true: 'yes', y: 'yes', wahr: 'yes' },
  ...{ false: 'no', n: 'no', falsch: 'no' },
};

/** A choice by its code, its words, or both ('02 - Did not go to school'); a code also without its zeros in front. */
function findChoice(text: string, options: readonly Option[]): Option | 'several' | undefined {
  const wanted = text.trim();
  const exactly = options.find(({ value }) => value !== '' && value === wanted);
  if (exactly) return exactly;
  const words = spelled(wanted);
  const named = spellingsOf(options).get(words) ?? [];
  const distinct = named.length > 0 ? named : withoutZeros(wanted, options);
  const plain = distinct.length > 0 ? distinct : meantBy(words, options);
  return plain.length > 1 ? 'several' : plain[0];
}

/** Codes like @@ have neither letters nor digits. */
const spelled = (text: string): string => bare(text) || text.trim();

const spellings = new WeakMap<readonly Option[], ReadonlyMap<string, readonly Option[]>>();

/** The choices of a list by each way to write them, gathered once: some have hundreds, and every row asks. */
function spellingsOf(options: readonly Option[]): ReadonlyMap<string, readonly Option[]> {
  const known = spellings.get(options);
  if (known) return known;
  const index = new Map<string, Option[]>();
  for (const option of options) {
    const ways = new Set([option.value, option.label, `${option.value} - ${option.label}`].map(spelled));
    for (const way of ways) if (way !== '') index.set(way, [...(index.get(way) ?? []), option]);
  }
  spellings.set(options, index);
  return index;
}

function withoutZeros(text: string, options: readonly Option[]): readonly Option[] {
  if (!/^\d+(\.0+)?$/.test(text)) return [];
  return options.filter(({ value }) => /^\d+$/.test(value) && Number(value) === Number(text));
}

/** Choices by what else people call them: ticks, abbreviations, and for a nationality the country. */
function meantBy(words: string, options: readonly Option[]): readonly Option[] {
  const meant = OTHER_LABELS.get(words) ?? [TICKS[words] ?? ''];
  return options.filter(({ label }) => meant.includes(bare(label)));
}

const OTHER_LABELS = new Map([...otherValues].map(([written, labels]) => [bare(written), labels.map(bare)]));
