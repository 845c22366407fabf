/**
 * What "today" may mean when dates are judged: calendar dates, yyyy-MM-dd. In the browser both are the visitor's own
 * date; on the server they span every date that somebody on earth has at that moment, so that nobody is refused by a
 * time zone (contract §7 "Today").
 */
export interface Today {
  readonly earliest: string;
  readonly latest: string;
}

const HOUR = 3_600_000;
/** The calendar runs from UTC-12 (Baker Island) to UTC+14 (Line Islands). */
const WESTERNMOST = -12 * HOUR;
const EASTERNMOST = 14 * HOUR;

/** Today in the calendar of the machine this runs on: the visitor's. */
export function todayOf(date: Date): Today {
  const day = localDate(date);
  return { earliest: day, latest: day };
}

/** Today anywhere on earth: for the server, which does not know where the visitor is. */
export function todayAnywhere(date: Date): Today {
  const dateAt = (offset: number) => new Date(date.getTime() + offset).toISOString().slice(0, 10);
  return { earliest: dateAt(WESTERNMOST), latest: dateAt(EASTERNMOST) };
}

/** A moment's date in the local calendar, yyyy-MM-dd. */
export function localDate(date: Date): string {
  return calendarDate(date.getFullYear(), date.getMonth() + 1, date.getDate());
}

/** yyyy-MM-dd of a year, a month (1 to 12) and a day. */
export function calendarDate(year: number, month: number, day: number): string {
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
}
