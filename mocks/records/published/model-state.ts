import type { Member, Members } from './model.ts';

/** Path to messages, as the framework of the published API reports them. */
export type ModelState = Record<string, string[]>;

/** What such a framework says of a value that is no object of this model; empty for a good one. Takes any JSON. */
export function modelStateOf(members: Members, value: unknown): ModelState {
  if (!isObject(value)) return { application: ['The application field is required.'] };
  return Object.fromEntries(
    faultsIn(members, value, '').map(({ path, message }) => [`application.${path}`, [message]]),
  );
}

interface Fault {
  readonly path: string;
  readonly message: string;
}

function faultsIn(members: Members, value: Readonly<Record<string, unknown>>, around: string): Fault[] {
  return Object.entries(members).flatMap(([key, member]) => faultsOf(member, value[key], key, around + key));
}

function faultsOf(member: Member, value: unknown, key: string, path: string): Fault[] {
  if (isAbsent(member, value)) return member.required ? [{ path, message: `The ${key} field is required.` }] : [];
  if ('members' in member) {
    if (member.is === 'object') {
      return isObject(value) ? faultsIn(member.members, value, `${path}.`) : [unconvertible(value, 'object', path)];
    }
    if (!Array.isArray(value)) return [unconvertible(value, 'list', path)];
    return value.flatMap((entry, index) =>
      isObject(entry)
        ? faultsIn(member.members, entry, `${path}[${index}].`)
        : [unconvertible(entry, 'object', `${path}[${index}]`)],
    );
  }
  const message = messageOf(member, value, key, path);
  return message === undefined ? [] : [{ path, message }];
}

/** The framework takes a blank text for none where it is required, and reads it as null where it is no text. */
function isAbsent({ is }: Member, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'string' && value.trim() === '' && is !== 'object' && is !== 'list';
}

type Scalar = Exclude<Member, { readonly members: Members }>;

const TYPES = { date: 'System.DateTime', int: 'System.Int32', decimal: 'System.Decimal', bool: 'System.Boolean' };

const CONVERTIBLE: Readonly<Record<keyof typeof TYPES, (value: unknown) => boolean>> = {
  date: (value) => typeof value === 'string' && (ISO_DATE.test(value) || DAY_FIRST.test(value)),
  int: (value) => Number.isInteger(typeof value === 'string' ? Number(value) : value),
  decimal: (value) => Number.isFinite(typeof value === 'string' ? Number(value) : value),
  bool: (value) => typeof value === 'boolean' || value === 'true' || value === 'false',
};
const ISO_DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d{1,7})?(Z|[+-]\d\d:\d\d)?)?$/;
const DAY_FIRST = /^\d{1,2}\/\d{1,2}\/\d{4}$/;

const FORMATS = {
  email: { pattern: /^[^@\s]+@[^@\s]+$/, name: 'e-mail address' },
  phone: { pattern: /^[+\d][\d\s().-]*$/, name: 'phone number' },
  postcode: { pattern: /^[A-Za-z0-9][A-Za-z0-9 -]{0,9}$/, name: 'postal code' },
};

function messageOf(member: Scalar, value: unknown, key: string, path: string): string | undefined {
  if (member.is === 'enum') {
    const isKnown = member.values.some((one) => one === value);
    return isKnown ? undefined : unconvertible(value, member.name, path).message;
  }
  if (member.is in TYPES) {
    const type = member.is as keyof typeof TYPES;
    return CONVERTIBLE[type](value) ? undefined : unconvertible(value, TYPES[type], path).message;
  }
  // Numbers and truth values are read as texts; objects and lists are not.
  if (typeof value === 'object') return unconvertible(value, 'System.String', path).message;
  if (member.is === 'string') return undefined;
  const { pattern, name } = FORMATS[member.is as keyof typeof FORMATS];
  return pattern.test(String(value)) ? undefined : `The ${key} field is not a valid ${name}.`;
}

const unconvertible = (value: unknown, type: string, path: string): Fault => ({
  path,
  message: `Error converting value ${JSON.stringify(value)} to type '${type}'. Path '${path}'.`,
});

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
