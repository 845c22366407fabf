/** The values of a JSON document by their paths, `CurrentAddress.Suburb`, `AppliedCourses[0].CourseId`, in its order. */
export type Leaves = ReadonlyMap<string, unknown>;

/** Takes a document apart. An empty list or object is a value of its own. */
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
