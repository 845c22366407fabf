import * as v from 'valibot';
import { VARIANTS } from '#contract/applications.ts';
import { ageOf, DAY_MS, possibleTime } from '#platform/age.ts';

/** Version of the saved shape. A change of shape increases it and adds an entry to MIGRATIONS. */
export const DRAFT_SCHEMA = 2;
/** A draft lives 24 hours from the last change to an answer or a document (R6.3). */
export const DRAFT_LIFE_MS = DAY_MS;
export const STEP_COUNT = 4;
/** The form of a draft: the student application in either variant, the short application, or the agency's form. */
export const DRAFT_VARIANTS = [...VARIANTS, 'short', 'agency'] as const;
export type DraftVariant = (typeof DRAFT_VARIANTS)[number];

const step = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(STEP_COUNT));
/** No clock shows a later time, and a draft's end must still be a valid date. */
const LATEST_MOMENT = 8.64e15 - DRAFT_LIFE_MS;
const moment = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(LATEST_MOMENT));
const draftSchema = v.object({
  schema: v.literal(DRAFT_SCHEMA),
  id: v.pipe(v.string(), v.uuid()),
  variant: v.picklist(DRAFT_VARIANTS),
  /** The person's own name for it in the list; '' if the student's name is used. */
  label: v.string(),
  step,
  completedSteps: v.pipe(v.array(step), v.readonly()),
  answers: v.pipe(v.record(v.string(), v.union([v.string(), v.boolean()])), v.readonly()),
  revision: v.pipe(v.number(), v.integer(), v.minValue(0)),
  createdAt: moment,
  changedAt: moment,
});

/**
 * An application that a person is filling in. `step` is 1 to 4. `revision` counts up at every change, and decides which
 * of two copies is newer. Times are milliseconds since 1970.
 */
export type Draft = Readonly<v.InferOutput<typeof draftSchema>>;
export type DraftAnswers = Draft['answers'];

/** Each migrates the shape of the version named by the key to the next version. */
const MIGRATIONS: Readonly<Record<number, (saved: object) => object>> = {
  1: (saved) => ({ ...saved, schema: 2, label: '' }),
};

/** A draft without changes. `answers` are the starting answers of its variant. */
export function newDraft(id: string, variant: DraftVariant, now: number, answers: DraftAnswers = {}): Draft {
  return {
    schema: DRAFT_SCHEMA,
    id,
    variant,
    label: '',
    step: 1,
    completedSteps: [],
    answers,
    revision: 0,
    createdAt: now,
    changedAt: now,
  };
}

/** Reads a saved state; undefined if this version cannot read it. Never throws. */
export function readDraft(saved: unknown): Draft | undefined {
  try {
    const parsed = v.safeParse(draftSchema, migrated(saved));
    return parsed.success ? parsed.output : undefined;
  } catch {
    // A migration failed, because no version ever wrote such a state.
    return undefined;
  }
}

function migrated(saved: unknown): unknown {
  let state = saved;
  for (let version = schemaOf(state); version < DRAFT_SCHEMA; version += 1) {
    const migrate = MIGRATIONS[version];
    if (migrate === undefined) return undefined;
    state = migrate(state as object);
  }
  return state;
}

/** The schema refuses a state without a version. */
function schemaOf(saved: unknown): number {
  if (typeof saved !== 'object' || saved === null || !('schema' in saved)) return DRAFT_SCHEMA;
  return typeof saved.schema === 'number' ? saved.schema : DRAFT_SCHEMA;
}

/** Whether a later version of the page has saved it, so that this one cannot read it. */
export const isOfLaterVersion = (saved: unknown): boolean => schemaOf(saved) > DRAFT_SCHEMA;

/** When a draft expires, in milliseconds since 1970. */
export const expiryOf = (draft: Pick<Draft, 'changedAt'>): number => draft.changedAt + DRAFT_LIFE_MS;

export const isExpired = (draft: Pick<Draft, 'changedAt'>, now: number): boolean =>
  ageOf(draft.changedAt, now) >= DRAFT_LIFE_MS;

/** Replaces impossible times by `now`, so that the 24 hours begin then. Otherwise returns the same object. */
export function withPossibleTimes(draft: Draft, now: number): Draft {
  const changedAt = possibleTime(draft.changedAt, now);
  const createdAt = possibleTime(draft.createdAt, now);
  const same = changedAt === draft.changedAt && createdAt === draft.createdAt;
  return same ? draft : { ...draft, changedAt, createdAt };
}

/** Changes the timestamps only; keeps the old schema, so that an older tab can still save. */
export const withTimes = <Saved extends object>(
  saved: Saved,
  times: Partial<Pick<Draft, 'createdAt' | 'changedAt'>>,
): Saved => ({ ...saved, ...times });

/** The copy with the higher revision. A clock may be wrong, a count is not. */
export function newerOf(one: Draft | undefined, other: Draft | undefined): Draft | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.revision > one.revision ? other : one;
}

/** The name of the Web Lock that the tab with this draft holds (tabs.ts). */
export const lockOf = (id: string): string => `draft:${id}`;

/** Does something with a draft unless a tab has it open. If the browser has no locks, it always does it. */
export async function ifNobodyOwns(id: string, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator;
  if (!locks) return work();
  await locks.request(lockOf(id), { ifAvailable: true }, (lock) => (lock === null ? undefined : work()));
}

/** The student's name as typed so far; '' when there is none. */
export function studentName({ firstName, familyName }: { firstName?: unknown; familyName?: unknown }): string {
  return [firstName, familyName]
    .map((part) => (typeof part === 'string' ? part.trim() : ''))
    .filter(Boolean)
    .join(' ');
}
