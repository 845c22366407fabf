import { wallClock } from '../form/calendar.ts';

/** OFFER_{yyyyMMdd}_{HHmmssSSS} in the college's time zone (R8.3). */
export function offerIdAt(moment: Date, timeZone: string): string {
  return written(wallClock(moment, timeZone));
}

/**
 * Creates a generator of unique OfferIds. In the same millisecond, or in the hour that repeats at the end of daylight
 * saving, it uses the next free time.
 */
export function makeOfferIdSource(timeZone: string): (moment: Date) => string {
  let last = Number.NEGATIVE_INFINITY;
  return (moment) => {
    last = Math.max(wallClock(moment, timeZone), last + 1);
    return written(last);
  };
}

function written(reading: number): string {
  const digits = new Date(reading).toISOString().replaceAll(/\D/g, '');
  return `OFFER_${digits.slice(0, 8)}_${digits.slice(8)}`;
}
