import * as v from 'valibot';
import type { ClassificationName, Classifications } from '#contract/lists.ts';
import { DEFAULT_CLASSIFICATIONS } from '#domain/codes/classifications.ts';
import { labelWithoutCode } from '#domain/codes/label-without-code.ts';
import type { Option } from '#domain/form/form.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Records } from '../../ports/records.ts';
import { createCache } from './cache.ts';

const LIVE_LIFE_MS = 10 * 60_000;
const FALLBACK_LIFE_MS = 15_000;

/** The records API's names of the lists (R10.13). */
const REMOTE_LISTS: ReadonlyMap<ClassificationName, string> = new Map([
  ['employmentStatuses', 'EmploymentStatuses'],
  ['industries', 'IndustryOfEmployments'],
  ['occupations', 'OccupationCodes'],
  ['qualificationLevels', 'QualificationLevels'],
  ['qualificationRecognitions', 'QualificationAchievementRecognitions'],
  ['visaTypes', 'VisaStatuses?Origin=OverseasStudent'],
]);

interface ClassificationOptions {
  readonly records: Pick<Records, 'classification'> | undefined;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Log;
}

/** The code lists, each live or built in, with its source (R10.11). */
export function createClassifications({ records, clock, log }: ClassificationOptions): () => Promise<Classifications> {
  const ask = async (list: ClassificationName, remoteName: string): Promise<readonly Option[]> => {
    try {
      return records ? readCodeList(await records.classification(remoteName), DEFAULT_CLASSIFICATIONS[list]) : [];
    } catch (err) {
      log.warn({ err, list }, 'a code list could not be fetched');
      return [];
    }
  };
  const load = async () => {
    const asked = [...REMOTE_LISTS].map(async ([name, remoteName]) => [name, await ask(name, remoteName)] as const);
    const live = new Map((await Promise.all(asked)).filter(([, options]) => options.length > 0));
    const value: Classifications = {
      ...forEachList((name) => live.get(name) ?? builtIn(name)),
      source: forEachList((name) => (live.has(name) ? 'live' : 'fallback')),
    };
    return { value, lifeMs: live.size === REMOTE_LISTS.size ? LIVE_LIFE_MS : FALLBACK_LIFE_MS };
  };
  return createCache({ load, monotonic: clock.monotonic }).get;
}

const builtIn = (name: ClassificationName) =>
  DEFAULT_CLASSIFICATIONS[name].map(({ value, label }) => ({ value, label }));

const forEachList = <Made>(make: (name: ClassificationName) => Made): Record<ClassificationName, Made> => ({
  employmentStatuses: make('employmentStatuses'),
  industries: make('industries'),
  occupations: make('occupations'),
  qualificationLevels: make('qualificationLevels'),
  qualificationRecognitions: make('qualificationRecognitions'),
  visaTypes: make('visaTypes'),
});

const Row = v.object({
  Value: v.pipe(
    v.nullish(v.union([v.string(), v.number()]), ''),
    v.transform((value) => String(value).trim()),
  ),
  Name: v.pipe(v.string(), v.trim(), v.nonEmpty()),
});
/** Rows that cannot be read are skipped; an answer that is no list has none. */
const Rows = v.fallback(v.array(v.fallback(v.nullable(Row), null)), []);

const NOT_SPECIFIED = '@@';

/** A row without a value becomes 'Not specified', if the built-in list has that. Removes codes from names. */
function readCodeList(answer: unknown, builtIn: readonly Option[]): readonly Option[] {
  const notSpecified = builtIn
    .filter(({ value }) => value === NOT_SPECIFIED)
    .map(({ value, label }) => ({ value, label }));
  const options = v.parse(Rows, answer).flatMap((row) => {
    if (row === null) return [];
    return row.Value === '' ? notSpecified : [{ value: row.Value, label: labelWithoutCode(row.Name, row.Value) }];
  });
  return options.filter(({ value }, index) => options.findIndex((other) => other.value === value) === index);
}
