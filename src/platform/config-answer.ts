import type { CollegeFacts } from '#contract/college.ts';
import type { Config, configEndpoint } from '#contract/config.ts';

/** As the contract says it, which is not brought for it: below. */
export const CONFIG_PATH: typeof configEndpoint.path = '/api/config';

// Every member of the contract's type, or this does not compile; that its schema says the same is a test's business.
const FLAGS: Readonly<Record<'demo' | 'devTools', 'boolean'>> = { demo: 'boolean', devTools: 'boolean' };
const OPTIONAL: Readonly<Record<Exclude<keyof Config, keyof typeof FLAGS | 'flows' | 'limits' | 'college'>, string>> = {
  timeZone: 'string',
  recordsDialect: 'string',
  agentMock: 'boolean',
};
const FLOWS: Readonly<Record<keyof Config['flows'], 'boolean'>> = {
  student: 'boolean',
  agent: 'boolean',
  shortForm: 'boolean',
  files: 'boolean',
};
const COLLEGE: Readonly<Record<keyof CollegeFacts, 'string'>> = {
  name: 'string',
  cricosProviderCode: 'string',
  cricosCourseCode: 'string',
  email: 'string',
  phone: 'string',
  address: 'string',
};
const LIMITS: Readonly<Record<keyof Config['limits'], 'number'>> = {
  totalDocumentBytes: 'number',
  agentIntroductionBytes: 'number',
  genericFileBytes: 'number',
  genericFileCount: 'number',
  draftHours: 'number',
};

/** Whether each of these members is of the type that is named for it. */
const has = (part: object, types: Readonly<Record<string, string>>): boolean =>
  Object.entries(types).every(([name, type]) => typeof Reflect.get(part, name) === type);

/** Of these members those that it has. */
const saidOf = (part: object, types: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(types).filter(([name]) => Reflect.get(part, name) !== undefined));

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function isConfig(answer: unknown): answer is Config {
  if (!isObject(answer) || !('flows' in answer) || !('limits' in answer)) return false;
  const { flows, limits } = answer;
  const college: unknown = 'college' in answer ? answer.college : undefined;
  return (
    has(answer, { ...FLAGS, ...saidOf(answer, OPTIONAL) }) &&
    (college === undefined || (isObject(college) && has(college, { name: 'string', ...saidOf(college, COLLEGE) }))) &&
    isObject(flows) &&
    has(flows, FLOWS) &&
    isObject(limits) &&
    has(limits, LIMITS)
  );
}

/**
 * The contract's schema of `GET /api/config` without valibot: it is the one answer that the landing page reads, and the
 * library would be a fifth of that page's own scripts. In the form that RTK Query takes any schema in (Standard Schema).
 */
export const configAnswer = {
  '~standard': {
    version: 1,
    vendor: 'application',
    validate: (answer: unknown) =>
      isConfig(answer) ? { value: answer } : { issues: [{ message: 'Not what the contract says of /api/config' }] },
  },
} as const;
