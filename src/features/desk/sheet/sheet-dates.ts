import { calendarDate, isCalendarDate } from '#domain/form/calendar.ts';
import { toAscii } from '#domain/form/typed-text.ts';
import type { NameOrder } from './full-name.ts';
import { dateOfSerial } from './serial-dates.ts';
import type { Epoch, SheetCell } from './sheet-table.ts';

/** How the dates, numbers or names of a column are meant, where they do not say it themselves: answered once, for all of it. */
export interface ColumnReading {
  readonly order?: 'day-first' | 'month-first';
  readonly epoch?: Epoch;
  /** Whether the spreadsheet has dropped a zero in front of its numbers. */
  readonly zeros?: 'kept' | 'dropped';
  /** How full names are split. */
  readonly names?: NameOrder;
}

/** Why a text was not read as a date, and what has to be known first. */
export type ReadDate = { readonly date: string } | { readonly asks: 'order' | 'epoch' } | { readonly why: string };

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** The days from 1927 to 2173. A shorter number may be a year, a longer one a date that was typed without signs. */
const COUNTED_DAY = /^\d{5}(\.\d+)?$/;
const NO_DATE = 'Write this date as year-month-day, for example 2001-05-17';
const SHORT_YEAR = 'Write the year of this date with four digits';
const NO_SUCH_DAY = 'This date does not exist';

/**
 * Reads a date: ISO, the day that a spreadsheet counts, a month in words, or three numbers. Which of two numbers is the
 * day is never guessed: where both could be, `asks` says so until the reading of the column is known.
 *
 * @param epoch what the file says of itself, before what the person says
 */
export function readDate(cell: SheetCell, reading: ColumnReading, epoch: Epoch | undefined): ReadDate {
  if (cell.kind === 'broken') return { why: cell.why };
  const text = toAscii(cell.text)
    .trim()
    .replace(/[T ]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?(Z| ?[ap]m)?$/i, '');
  if (COUNTED_DAY.test(text)) return readSerial(text, epoch ?? reading.epoch);
  const [, one = '', two = '', three = ''] = /^(\w+)[-/. ,]+(\w+)[-/. ,]+(\w+)$/.exec(text) ?? [];
  const month = MONTHS.findIndex((name) => [one, two].some((part) => part.toLowerCase().startsWith(name))) + 1;
  if (month > 0) {
    const isMonthFirst = one.toLowerCase().startsWith(MONTHS[month - 1] ?? '');
    return exact(three, month, isMonthFirst ? two : one);
  }
  if (![one, two, three].every((part) => /^\d{1,4}$/.test(part))) return { why: NO_DATE };
  if (one.length === 4) return exact(one, Number(two), three);
  if (three.length !== 4) return { why: three.length === 2 ? SHORT_YEAR : NO_DATE };
  return readInOrder(one, two, three, reading.order);
}

function readSerial(text: string, epoch: Epoch | undefined): ReadDate {
  if (epoch === undefined) return { asks: 'epoch' };
  const date = dateOfSerial(text, epoch);
  return date === undefined ? { why: NO_DATE } : { date };
}

function exact(year: string, month: number, day: string): ReadDate {
  if (/^\d{2}$/.test(year)) return { why: SHORT_YEAR };
  const date = calendarDate(Number(year), month, Number(day));
  return /^\d{4}$/.test(year) && /^\d{1,2}$/.test(day) && isCalendarDate(date) ? { date } : { why: NO_SUCH_DAY };
}

function readInOrder(one: string, two: string, year: string, order: ColumnReading['order']): ReadDate {
  const dayFirst = exact(year, Number(two), one);
  const monthFirst = exact(year, Number(one), two);
  if ('date' in dayFirst && 'date' in monthFirst && dayFirst.date !== monthFirst.date) {
    if (order === undefined) return { asks: 'order' };
    return order === 'day-first' ? dayFirst : monthFirst;
  }
  // Only one of the two is a day: it says so itself.
  return 'date' in dayFirst ? dayFirst : monthFirst;
}
