import type { IntakeList } from '#contract/lists.ts';
import { dateIn } from '#domain/form/calendar.ts';
import {
  fallbackIntakes,
  type IntakeQuery,
  intakeQueries,
  nextYearQuery,
  publishedIn,
  selectIntakes,
} from '#domain/intakes/intakes.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Records } from '../../ports/records.ts';
import { createCache } from './cache.ts';

const LIVE_LIFE_MS = 5 * 60_000;
const FALLBACK_LIFE_MS = 15_000;
/** An older copy is not refreshed from the cache of the records API. */
const REFRESH_AFTER_MS = 3_600_000;

interface IntakeOptions {
  readonly records: Pick<Records, 'intakes'> | undefined;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly timeZone: string;
  readonly log: Log;
}

/** The intakes, and the date of each in the records API's format. */
export interface OfferedIntakes {
  readonly list: IntakeList;
  /** Start date (yyyy-MM-dd) to IntakeDate; empty with the built-in dates. */
  readonly dates: ReadonlyMap<string, string>;
}

interface FoundRecords {
  readonly published: readonly unknown[];
  readonly unpublished: readonly unknown[];
}

/** The intakes to choose from: those of the query sequence, else the built-in dates (R10.6, R10.10). */
export function createIntakeList({ records, clock, timeZone, log }: IntakeOptions): () => Promise<OfferedIntakes> {
  let lastLiveAt: number | undefined;

  const ask = async (query: IntakeQuery): Promise<FoundRecords> => {
    try {
      const answer = await records?.intakes(query);
      const all = Array.isArray(answer) ? answer : [];
      const published = publishedIn(all);
      return { published, unpublished: all.filter((record) => !published.includes(record)) };
    } catch (err) {
      log.warn({ err }, 'an intake query failed');
      return { published: [], unpublished: [] };
    }
  };
  /** The first answer with published records; the first unpublished records of the answers before it. */
  const askInTurn = async (queries: readonly IntakeQuery[]): Promise<FoundRecords> => {
    let unpublished: readonly unknown[] = [];
    for (const query of queries) {
      const found = await ask(query);
      if (unpublished.length === 0) unpublished = found.unpublished;
      if (found.published.length > 0) return { published: found.published, unpublished };
    }
    return { published: [], unpublished };
  };
  const load = async () => {
    const today = dateIn(clock.now(), timeZone);
    const year = Number(today.slice(0, 4));
    const isOld = lastLiveAt !== undefined && clock.monotonic() - lastLiveAt > REFRESH_AFTER_MS;
    const asked = (query: IntakeQuery): IntakeQuery => (isOld ? { ...query, refresh: 'true' } : query);
    const [thisYears, nextYears] = await Promise.all([
      askInTurn(intakeQueries(year).map(asked)),
      ask(asked(nextYearQuery(year))),
    ]);
    const published = [...thisYears.published, ...nextYears.published];
    const found = published.length > 0 ? published : [...thisYears.unpublished, ...nextYears.unpublished];
    const live = selectIntakes(found, today, timeZone);
    if (found.length > 0 && live.length === 0) log.warn({ records: found.length }, 'no intake has a date to offer');
    const source = live.length > 0 ? ('live' as const) : ('fallback' as const);
    if (source === 'live') lastLiveAt = clock.monotonic();
    const items = source === 'live' ? live.map(({ choice }) => choice) : fallbackIntakes(today);
    const list: IntakeList = { items, source, updatedAt: clock.now().toISOString() };
    const dates = new Map(live.map(({ choice, written }) => [choice.value, written]));
    return { value: { list, dates }, lifeMs: source === 'live' ? LIVE_LIFE_MS : FALLBACK_LIFE_MS };
  };
  return createCache<OfferedIntakes>({ load, monotonic: clock.monotonic }).get;
}
