/** The expected structure of a JSON value. `null` and a missing key are the same. */
export type Shape = Kind & { readonly optional?: boolean };

type Kind =
  | { readonly is: 'text' | 'number' | 'true or false' | 'date-time' }
  | { readonly oneOf: readonly (string | number | boolean)[] }
  | { readonly matches: RegExp; readonly like: string }
  | { readonly listOf: Shape; readonly length?: readonly [least: number, most: number] }
  /** A list with a shape for each entry. Optional entries at the end may be missing. */
  | { readonly entries: readonly Shape[] }
  | { readonly object: Readonly<Record<string, Shape>> };

/** A difference between a document and its shape. */
export interface StructureProblem {
  /** `CurrentAddress.Suburb`, `AppliedCourses[0].CourseId`; '' is the document itself. */
  readonly path: string;
  readonly expected: string;
  readonly found: string;
}

/** Returns every difference between a JSON value and its shape, in the order of the shape. Never throws. */
export function checkShape(shape: Shape, value: unknown, path = ''): readonly StructureProblem[] {
  if (value === null || value === undefined) return shape.optional ? [] : [problem(path, shape, value)];
  if ('object' in shape) return checkObject(shape.object, value, path) ?? [problem(path, shape, value)];
  if ('listOf' in shape) {
    const [least, most] = shape.length ?? [0, Number.POSITIVE_INFINITY];
    if (!Array.isArray(value) || value.length < least || value.length > most) return [problem(path, shape, value)];
    return value.flatMap((item, index) => checkShape(shape.listOf, item, `${path}[${index}]`));
  }
  if ('entries' in shape) {
    if (!Array.isArray(value) || value.length > shape.entries.length) return [problem(path, shape, value)];
    return shape.entries.flatMap((entry, index) => checkShape(entry, value[index], `${path}[${index}]`));
  }
  return fits(shape, value) ? [] : [problem(path, shape, value)];
}

function checkObject(keys: Readonly<Record<string, Shape>>, value: unknown, path: string) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value);
  const at = (key: string) => (path === '' ? key : `${path}.${key}`);
  const known = Object.entries(keys).flatMap(([key, shape]) =>
    checkShape(shape, entries.find(([name]) => name === key)?.[1], at(key)),
  );
  const unknown = entries
    .filter(([key]) => !Object.hasOwn(keys, key))
    .map(([key, item]) => ({ path: at(key), expected: 'no such key', found: inWords(item) }));
  return [...known, ...unknown];
}

function fits(
  shape: Exclude<Kind, { object: unknown } | { listOf: unknown } | { entries: unknown }>,
  value: unknown,
): boolean {
  if ('oneOf' in shape) return shape.oneOf.some((one) => one === value);
  if ('matches' in shape) return typeof value === 'string' && shape.matches.test(value);
  switch (shape.is) {
    case 'text':
      return typeof value === 'string' && value.trim() !== '';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'true or false':
      return typeof value === 'boolean';
    case 'date-time':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) && !Number.isNaN(Date.parse(value));
  }
}

const problem = (path: string, shape: Shape, value: unknown): StructureProblem => ({
  path,
  expected: wanted(shape) + (shape.optional ? ' or null' : ''),
  found: inWords(value),
});

function wanted(shape: Shape): string {
  if ('object' in shape) return 'an object';
  if ('oneOf' in shape) return shape.oneOf.map((one) => JSON.stringify(one)).join(' or ');
  if ('matches' in shape) return `text like ${shape.like}`;
  if ('is' in shape) return shape.is === 'text' ? 'text that is not empty' : `a ${shape.is}`.replace('a true', 'true');
  if ('entries' in shape) return `a list of at most ${shape.entries.length}`;
  const [least, most] = shape.length ?? [0, Number.POSITIVE_INFINITY];
  if (most === 0) return 'an empty list';
  if (least === most) return `a list of ${least}`;
  return most === Number.POSITIVE_INFINITY ? 'a list' : `a list of ${least} to ${most}`;
}

/** A value for display, truncated. */
function inWords(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…"` : text;
}
