import { wallClock } from '../form/calendar.ts';

/** The OfferId of a moment: OFFER_{yyyyMMdd}_{HHmmssSSS} in the college's time zone (R8.3). */
export function offerIdAt(moment: Date, timeZone: string): string {
  return written(wallClock(moment, timeZone));
}

/**
 * Makes a source of OfferIds that gives each only once: two in one millisecond get two ids, and so does the hour that
 * the end of daylight saving repeats, by running ahead of the clock as far as need be.
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
