import { addDays } from '#domain/form/calendar.ts';
import type { Epoch } from './sheet-table.ts';

/** 31 December 9999, the last day that spreadsheets know. */
const LAST_DAY = 2_958_465;
/** Excel counts 29 February 1900, which did not exist. So every day before it is off by one. */
const NO_DAY = 60;

/**
 * The calendar date, yyyy-MM-dd, of a day that a spreadsheet counts; undefined where the number is no such day. What
 * stands after the point is the time of day, which no question asks for.
 */
export function dateOfSerial(serial: string, epoch: Epoch): string | undefined {
  if (!/^\d+(\.\d+)?$/.test(serial)) return undefined;
  const day = Math.floor(Number(serial));
  if (day > LAST_DAY) return undefined;
  if (epoch === 1904) return addDays('1904-01-01', day);
  if (day < 1 || day === NO_DAY) return undefined;
  return addDays('1899-12-31', day < NO_DAY ? day : day - 1);
}

const BUILT_IN = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 57, 58]);

/** Whether numbers of this format are shown as dates: built in by its number, or one with days, months or years. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return BUILT_IN.has(id);
  // Hours, minutes or seconds that passed are no day.
  if (/\[(h+|m+|s+)\]/i.test(code)) return false;
  const bare = code
    .replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '')
    .replace(/general|standard/gi, '')
    .replace(/am\/pm|a\/p/gi, '');
  return /[dy]|m{3,}/i.test(bare) || (/m/i.test(bare) && !/[hs]/i.test(bare));
}
