/** Keys under which everything is a person's own: answers, names, files. */
const PERSONAL = new Set([
  'answers',
  'changes',
  'values',
  'firstName',
  'familyName',
  'passportNumber',
  'selectedAgent',
  'label',
  'applicant',
  'name',
  'documents',
  'fieldErrors',
  'originalArgs',
]);
const MASK = '•••';

/**
 * A state or an action as Redux DevTools may show it: the same shape and the same keys, with what a person typed
 * replaced by dots. Deeper than `depth` levels nothing is followed.
 */
export function maskPersonal<Value>(value: Value, depth = 12): Value {
  return mask(value, depth, false) as Value;
}

function mask(value: unknown, depth: number, personal: boolean): unknown {
  if (value === null || value === undefined || depth === 0) return value;
  if (Array.isArray(value)) return value.map((item) => mask(item, depth - 1, personal));
  if (typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, mask(item, depth - 1, personal || PERSONAL.has(key))]),
    );
  }
  return personal && value !== '' ? MASK : value;
}
