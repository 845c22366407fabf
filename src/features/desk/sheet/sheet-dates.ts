import { calendarDate, isCalendarDate } from '#domain/form/calendar.ts';
import { toAscii } from '#domain/form/typed-text.ts';
import { fold } from '#features/agents/agent-index.ts';
import type { NameOrder } from './full-name.ts';
import { dateOfSerial } from './serial-dates.ts';
import type { Epoch, SheetCell } from './sheet-table.ts';

/** How the ambiguous dates, numbers or names of a column are meant. Answered once for the column. */
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

/** How the names of the months begin in English, German, French, Spanish, Portuguese and Indonesian. */
const MONTHS = [
  ...[/^(jan|ene)/, /^fe[bv]/, /^(mar|mrz)/, /^(apr|avr|abr)/, /^(may|mai|mei)/, /^(jun|juin)/],
  ...[/^(jul|juil)/, /^(aug|aou|ago|agu)/, /^(sep|set)/, /^(oct|okt|out)/, /^nov/, /^(dec|dez|dic|des)/],
];
const TIME = /[t ]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?(z| ?[ap]m|[+-]\d{2}:?\d{2})?$/;
/** At another time of the day it is another day elsewhere. */
const TIME_IN_UTC = /[t ](?!00:00(:00(\.0+)?)?z)[\d:.]+z$/;
const WEEKDAY = /^(mon|tues?|wed(nes)?|thu(rs?)?|fri|sat(ur)?|sun)(day)?\b[., ]*/;
const ORDINAL = /\b(\d{1,2})(st|nd|rd|th|er)\b/;
const EAST_ASIAN = /^(\d{4})[年년] *(\d{1,2})[月월] *(\d{1,2})[日일]$/;
/** Day and month cannot come first here: the rest would not be a possible year. */
const WITHOUT_SIGNS = /^((?:19|20)\d\d)(0[1-9]|1[0-2])(\d\d)$/;
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
  const written = fold(toAscii(cell.text)).trim();
  if (TIME_IN_UTC.test(written)) return { why: NO_DATE };
  const text = written
    .normalize()
    .replace(TIME, '')
    .replace(WEEKDAY, '')
    .replace(ORDINAL, '$1')
    .replace(/ (of|de) /g, ' ')
    .replace(EAST_ASIAN, '$1-$2-$3')
    .replace(WITHOUT_SIGNS, '$1-$2-$3');
  if (COUNTED_DAY.test(text)) return readSerial(text, epoch ?? reading.epoch);
  const [, one = '', two = '', three = ''] = /^(\w+)[-/. ,]+(\w+)[-/. ,]+(\w+)$/.exec(text) ?? [];
  const month = MONTHS.findIndex((name) => name.test(one) || name.test(two)) + 1;
  if (month > 0) {
    if (one.length === 4 && /^\d+$/.test(one)) return exact(one, month, three);
    return exact(three, month, MONTHS[month - 1]?.test(one) ? two : one);
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
  // Only one of the two can be a day, so it is not ambiguous.
  return 'date' in dayFirst ? dayFirst : monthFirst;
}
