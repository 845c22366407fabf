const formats = new Map<string, Intl.DateTimeFormat>();

/** A format per time zone: making one takes a hundred times as long as using it. */
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

/**
 * What a clock on the wall of a time zone shows at a moment, as the milliseconds of a UTC `Date` with the same
 * reading, so that it can be counted on and printed by `toISOString`.
 */
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
