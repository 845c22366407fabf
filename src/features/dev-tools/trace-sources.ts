import type { Answers } from '#domain/form/form.ts';

/** A value of the document, with the names of the answers that it comes from; none for a constant. */
interface TracedValue {
  readonly path: string;
  readonly value: unknown;
  readonly sources: readonly string[];
}

/**
 * Finds the answers that each value of a mapped document comes from: maps again without one answer at a time, and
 * compares. Answers that change few values come before those that change many (a condition, such as hasPostalAddress).
 *
 * @param map must be deterministic: fix its clock and its ids
 */
export function traceSources(map: (answers: Answers) => unknown, answers: Answers): readonly TracedValue[] {
  const whole = leavesOf(map(answers));
  const reaches = Object.keys(answers)
    .map((name) => ({ name, paths: changedPaths(whole, leavesOf(map(without(name, answers)))) }))
    .sort((one, other) => one.paths.size - other.paths.size);
  return [...whole].map(([path, value]) => ({
    path,
    value,
    sources: reaches.filter(({ paths }) => paths.has(path)).map(({ name }) => name),
  }));
}

const without = (name: string, { [name]: _left, ...rest }: Answers): Answers => rest;

const changedPaths = (whole: Leaves, other: Leaves): ReadonlySet<string> =>
  new Set(
    [...whole]
      .filter(([path, value]) => !Object.is(value, other.get(path)) && !bothEmpty(value, other.get(path)))
      .map(([path]) => path),
  );

/** Two empty lists or objects are equal, not identical. */
const bothEmpty = (one: unknown, other: unknown): boolean =>
  typeof one === 'object' && one !== null && JSON.stringify(one) === JSON.stringify(other);

/** The values of a JSON document by path, `CurrentAddress.Suburb` or `AppliedCourses[0].CourseId`, in its order. */
type Leaves = ReadonlyMap<string, unknown>;

/** An empty list or object is one value. */
export function leavesOf(value: unknown, path = ''): Leaves {
  return new Map(walk(value, path));
}

function walk(value: unknown, path: string): [string, unknown][] {
  if (Array.isArray(value) && value.length > 0) return value.flatMap((item, index) => walk(item, `${path}[${index}]`));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const entries = Object.entries(value);
    if (entries.length > 0) return entries.flatMap(([key, item]) => walk(item, path === '' ? key : `${path}.${key}`));
  }
  return [[path, value]];
}
