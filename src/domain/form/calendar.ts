import { LANGUAGE } from '../institute.ts';

/**
 * Calendar dates as text, yyyy-MM-dd: they compare as strings and have no time zone. `Date` is used in UTC only, for
 * counting days.
 */
const SHAPE = /^\d{4}-\d{2}-\d{2}$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const DAY = 86_400_000;

/** Whether the text is a date that exists: 2024-02-29 is one, 2023-02-29 and 17/05/2001 are none. */
export function isCalendarDate(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8));
  return day >= 1 && day <= daysIn(Number(text.slice(0, 4)), month);
}

/** An earlier date is a typing error, usually a year with two digits. */
const EARLIEST = '1900-01-01';

/** Whether the text is a date that exists, in the year 1900 or later. */
export function isFormDate(text: string): boolean {
  return isCalendarDate(text) && text >= EARLIEST;
}

/** Days of a month, 1 to 12; 0 for any other number. */
function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0);
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(midnightUtc(date)) + days * DAY).toISOString().slice(0, 10);
}

/**
 * The same day in an earlier year. 29 February may give a day that does not exist in that year, but compares correctly:
 * it is between 28 February and 1 March.
 */
export function yearsBefore(date: string, years: number): string {
  return String(Number(date.slice(0, 4)) - years).padStart(4, '0') + date.slice(4);
}

/** A calendar date on the wire: midnight UTC of that date, never shifted (R8.2). */
export function midnightUtc(date: string): string {
  return `${date}T00:00:00.000Z`;
}

/** Created at the first use, since that takes longer than everything else in this module. */
let longDate: Intl.DateTimeFormat | undefined;

/** A calendar date in words, as Australians write it: '17 May 2001'. */
export function dateInWords(date: string): string {
  longDate ??= new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'long', timeZone: 'UTC' });
  return longDate.format(new Date(midnightUtc(date)));
}

/**
 * The range of "today" for validating dates, as yyyy-MM-dd. In the browser both are the visitor's date. On the server they
 * span every time zone, so that no visitor's date is refused (R4.12).
 */
export interface Today {
  readonly earliest: string;
  readonly latest: string;
}

const HOUR = 3_600_000;
/** The calendar runs from UTC-12 (Baker Island) to UTC+14 (Line Islands). */
const WESTERNMOST = -12 * HOUR;
const EASTERNMOST = 14 * HOUR;

/** Today in the local time zone: the visitor's. */
export function todayOf(date: Date): Today {
  const day = localDate(date);
  return { earliest: day, latest: day };
}

/** Today in any time zone, for the server, which does not know the visitor's. */
export function todayAnywhere(date: Date): Today {
  const dateAt = (offset: number) => new Date(date.getTime() + offset).toISOString().slice(0, 10);
  return { earliest: dateAt(WESTERNMOST), latest: dateAt(EASTERNMOST) };
}

/** The date in the local time zone, yyyy-MM-dd. */
export function localDate(date: Date): string {
  return calendarDate(date.getFullYear(), date.getMonth() + 1, date.getDate());
}

/** yyyy-MM-dd of a year, a month (1 to 12) and a day. */
export function calendarDate(year: number, month: number, day: number): string {
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached by time zone: creating a format takes a hundred times as long as using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    fractionalSecondDigits: 3,
  });
  formats.set(timeZone, format);
  return format;
}

/** The local time of a time zone, as the milliseconds of a UTC `Date` with the same date and time. */
export function wallClock(moment: Date, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(moment);
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(
    read('year'),
    read('month') - 1,
    read('day'),
    read('hour'),
    read('minute'),
    read('second'),
    read('fractionalSecond'),
  );
}

/** The calendar date of a moment in a time zone, yyyy-MM-dd. */
export function dateIn(moment: Date, timeZone: string): string {
  return new Date(wallClock(moment, timeZone)).toISOString().slice(0, 10);
}
