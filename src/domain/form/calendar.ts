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

/** Days of a month, 1 to 12; none of any other. */
function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0);
}

/** The date so many days later (or earlier). */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(midnightUtc(date)) + days * DAY).toISOString().slice(0, 10);
}

/**
 * The same day so many years ago. 29 February may give a day that its year does not have; that is right for
 * comparing, since the day stands between 28 February and 1 March.
 */
export function yearsBefore(date: string, years: number): string {
  return String(Number(date.slice(0, 4)) - years).padStart(4, '0') + date.slice(4);
}

/** A calendar date on the wire: midnight UTC of that date, never shifted (contract §5). */
export function midnightUtc(date: string): string {
  return `${date}T00:00:00.000Z`;
}

const LONG_DATE = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'UTC' });

/** A calendar date in words, as Australians write it: '17 May 2001'. */
export function dateInWords(date: string): string {
  return LONG_DATE.format(new Date(midnightUtc(date)));
}
