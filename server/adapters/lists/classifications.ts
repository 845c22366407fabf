import * as v from 'valibot';
import type { ClassificationName, Classifications } from '#contract/lists.ts';
import { DEFAULT_CLASSIFICATIONS } from '#domain/codes/classifications.ts';
import type { Option } from '#domain/form/form.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Records } from '../../ports/records.ts';
import { createCache } from './cache.ts';

const LIVE_LIFE_MS = 10 * 60_000;
const FALLBACK_LIFE_MS = 15_000;

/** The records API's names of the lists; the visa types are not among them (contract §7 "visaType"). */
const REMOTE_LISTS: Readonly<Record<Exclude<ClassificationName, 'visaTypes'>, string>> = {
  employmentStatuses: 'EmploymentStatuses',
  industries: 'IndustryOfEmployments',
  occupations: 'OccupationCodes',
  qualificationLevels: 'QualificationLevels',
  qualificationRecognitions: 'QualificationAchievementRecognitions',
};

export interface ClassificationOptions {
  readonly records: Pick<Records, 'classification'> | undefined;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Log;
}

/** The code lists, each live or built in, and which (spec §4 "Dropdown classification lists fall back"). */
export function createClassifications({ records, clock, log }: ClassificationOptions): () => Promise<Classifications> {
  const ask = async (name: keyof typeof REMOTE_LISTS): Promise<readonly Option[] | undefined> => {
    try {
      const options = records && v.parse(CodeList, await records.classification(REMOTE_LISTS[name]));
      return options?.length ? options : undefined;
    } catch (err) {
      log.warn({ err, list: name }, 'a code list could not be fetched');
      return undefined;
    }
  };
  const load = async () => {
    const [employmentStatuses, industries, occupations, qualificationLevels, qualificationRecognitions] =
      await Promise.all([
        ask('employmentStatuses'),
        ask('industries'),
        ask('occupations'),
        ask('qualificationLevels'),
        ask('qualificationRecognitions'),
      ]);
    const live = { employmentStatuses, industries, occupations, qualificationLevels, qualificationRecognitions };
    const isComplete = Object.values(live).every((list) => list !== undefined);
    return { value: merged({ ...live, visaTypes: undefined }), lifeMs: isComplete ? LIVE_LIFE_MS : FALLBACK_LIFE_MS };
  };
  return createCache({ load, monotonic: clock.monotonic }).get;
}

function merged(live: Readonly<Record<ClassificationName, readonly Option[] | undefined>>): Classifications {
  const options = (name: ClassificationName) =>
    (live[name] ?? DEFAULT_CLASSIFICATIONS[name]).map(({ value, label }) => ({ value, label }));
  const source = (name: ClassificationName) => (live[name] ? ('live' as const) : ('fallback' as const));
  return {
    employmentStatuses: options('employmentStatuses'),
    industries: options('industries'),
    occupations: options('occupations'),
    qualificationLevels: options('qualificationLevels'),
    qualificationRecognitions: options('qualificationRecognitions'),
    visaTypes: options('visaTypes'),
    source: {
      employmentStatuses: source('employmentStatuses'),
      industries: source('industries'),
      occupations: source('occupations'),
      qualificationLevels: source('qualificationLevels'),
      qualificationRecognitions: source('qualificationRecognitions'),
      visaTypes: source('visaTypes'),
    },
  };
}

const Row = v.pipe(
  v.object({
    Value: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.nonEmpty()),
    Name: v.pipe(v.string(), v.nonEmpty()),
  }),
  v.transform(({ Value, Name }): Option => ({ value: Value, label: Name })),
);
/** Rows that cannot be read are left out; what is no list has none. */
const CodeList = v.fallback(
  v.pipe(
    v.array(v.fallback(v.nullable(Row), null)),
    v.transform((rows) => rows.filter((row) => row !== null)),
  ),
  [],
);
