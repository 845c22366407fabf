import { type DeskStudent, searchStudents } from './desk-students.ts';

const HOUR_MS = 60 * 60_000;
/** A student that ends within this time "ends soon". It leaves time to act on the same afternoon. */
const SOON_MS = 3 * HOUR_MS;

export const endsSoon = ({ endsAt }: DeskStudent, now: number): boolean =>
  endsAt !== undefined && endsAt - now <= SOON_MS;

/** Which students are shown. */
export const FILTERS = {
  all: { label: 'All', has: () => true },
  draft: { label: 'Not submitted', has: ({ state }: DeskStudent) => state === 'draft' },
  complete: { label: 'Ready to submit', has: ({ isComplete }: DeskStudent) => isComplete },
  ready: {
    label: 'Ready, nothing to check',
    has: ({ isComplete, toCheck }: DeskStudent) => isComplete && toCheck === 0,
  },
  check: { label: 'To check', has: ({ toCheck = 0 }: DeskStudent) => toCheck > 0 },
  soon: { label: 'Ends within 3 hours', has: endsSoon },
  waiting: { label: 'Not sent yet', has: ({ state }: DeskStudent) => state === 'waiting' },
  failed: { label: 'Failed', has: ({ state }: DeskStudent) => state === 'failed' },
  sent: { label: 'Sent', has: ({ state }: DeskStudent) => state === 'sent' || state === 'processing' },
} as const satisfies Record<string, { label: string; has: (student: DeskStudent, now: number) => boolean }>;
export type DeskFilter = keyof typeof FILTERS;

const LAST = Number.POSITIVE_INFINITY;
/** Ascending. Two infinite values are equal. */
const ascending = (one: number, other: number): number => (one === other ? 0 : one - other);
const endOf = ({ endsAt = LAST }: DeskStudent): number => endsAt;
/** What was confirmed misses nothing, and is no work any more. */
const missingOf = ({ state, missing }: DeskStudent): number => (state === 'draft' ? missing : LAST);
const collator = new Intl.Collator('en', { numeric: true });

/** In which order; those that are alike stay in the order of the last change. */
export const ORDERS = {
  recent: { label: 'Changed last', compare: (one: DeskStudent, other: DeskStudent) => other.at - one.at },
  name: { label: 'Name', compare: (one: DeskStudent, other: DeskStudent) => collator.compare(one.name, other.name) },
  end: { label: 'Ends first', compare: (one: DeskStudent, other: DeskStudent) => ascending(endOf(one), endOf(other)) },
  missing: {
    label: 'Least missing',
    compare: (one: DeskStudent, other: DeskStudent) => ascending(missingOf(one), missingOf(other)),
  },
} as const satisfies Record<string, { label: string; compare: (one: DeskStudent, other: DeskStudent) => number }>;
export type DeskOrder = keyof typeof ORDERS;

export const isFilter = (name: string): name is DeskFilter => Object.hasOwn(FILTERS, name);
export const isOrder = (name: string): name is DeskOrder => Object.hasOwn(ORDERS, name);

export interface DeskChoice {
  readonly text: string;
  readonly filter: DeskFilter;
  readonly order: DeskOrder;
}

/** The students that are shown, in their order. `now` in milliseconds since 1970. */
export function arranged(
  students: readonly DeskStudent[],
  { text, filter, order }: DeskChoice,
  now: number,
): readonly DeskStudent[] {
  const { has } = FILTERS[filter];
  const { compare } = ORDERS[order];
  return [...searchStudents(students, text).filter((student) => has(student, now))].sort(compare);
}

/** The students to which an action on several applies: drafts that this device may change. */
export function bulkTargets(chosen: readonly DeskStudent[]) {
  const own = chosen.filter(({ state, handover }) => state === 'draft' && handover === undefined);
  return { own, complete: own.filter(({ isComplete }) => isComplete) };
}
