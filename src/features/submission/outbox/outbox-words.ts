import { entryExpiry } from './entry.ts';
import type { OutboxSummary, Standing, UnderWay } from './outbox-slice.ts';

const RULES = new Intl.PluralRules('en-AU', { type: 'ordinal' });
const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

/** 1st, 2nd, 3rd, 11th, 21st. */
export const ordinal = (number: number): string => `${number}${ENDINGS[RULES.select(number)]}`;

/** How a confirmed application stands, in plain words. */
export function standingWords({ entry, place, sending }: Standing): string {
  if (entry.failure) return `Not sent: ${entry.failure.message}`;
  return sending ? 'Being sent now' : `Waiting to be sent: ${ordinal(place ?? 1)} in line`;
}

/** How one that the server has stands, and what is left to the person. */
export function underWayWords({ problem, lostDocuments }: UnderWay): string {
  if (lostDocuments) {
    return 'Sent, and stopped: our server has lost documents of it. Open it: they are sent again from this device, or you are asked for them.';
  }
  return problem ? `Sent, and stopped: ${problem}. Open it to see more.` : 'Sent, being processed';
}

const moment = new Intl.DateTimeFormat('en-AU', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});

/** A moment in words; `at` in milliseconds since 1970. */
export const momentWords = (at: number): string => moment.format(new Date(at));

/** Until when it is kept if it cannot be sent: seven days from the moment it was confirmed. */
export const keptUntil = (entry: Pick<OutboxSummary, 'confirmedAt'>): string => momentWords(entryExpiry(entry));
