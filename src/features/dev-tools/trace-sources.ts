import type { Answers } from '#domain/form/form.ts';

/** A value as it would leave now, with the names of the answers it came from; none for a constant. */
interface TracedValue {
  readonly path: string;
  readonly value: unknown;
  readonly sources: readonly string[];
}

/**
 * Says of every value of a mapped document which answers it came from, without knowing the mapping: it maps again with
 * one answer missing at a time, and what then differs came from that answer. So it can never be out of date. An answer
 * that moves few values is named before one that moves many (a condition, such as hasPostalAddress).
 *
 * @param map must give the same document for the same answers: fix its clock and its ids
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

/** The values of a JSON document by their paths, `CurrentAddress.Suburb`, `AppliedCourses[0].CourseId`, in its order. */
type Leaves = ReadonlyMap<string, unknown>;

/** Splits a document into its values. An empty list or object is one value. */
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
