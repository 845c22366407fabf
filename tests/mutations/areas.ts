/** Code that Stryker changes at one go, and the tests that must notice. Its name begins with that of a group. */
export interface Area {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

const DOMAIN = ['tests/domain/**/*.test.ts'];

const domain = (...mutate: readonly string[]): Area => ({
  mutate: mutate.map((one) => `src/domain/${one}`),
  tests: DOMAIN,
});

/** Modules of the server without a connection, a disk or a process of their own. */
const server = (folder: string, names: readonly string[], tests: readonly string[]): Area => ({
  mutate: names.map((name) => `server/${folder}/${name}.ts`),
  tests: tests.map((name) => `tests/server/${name}.test.ts`),
});

/** Of a feature, the code without markup; a component is changed by hand (`lists`) or in the browser. */
const feature = (name: string): Area => ({
  mutate: [`src/features/${name}/**/*.ts`],
  tests: [`tests/features/${name}/**/*.test.{ts,tsx}`],
});

const FEATURES = [
  ...['agents', 'desk', 'dev-tools', 'documents', 'drafts', 'forms', 'passport', 'preflight'],
  ...['shared-computer', 'submission'],
];

export const AREAS: Readonly<Record<string, Area>> = {
  'domain/payload': domain('payload/*.ts', 'format/*.ts', 'submission/*.ts', 'codes/*.ts', '*.ts'),
  'domain/offer': domain('student/*.ts', 'student/fields/*.ts'),
  'domain/forms': domain('agency/*.ts', 'short/*.ts', 'intakes/*.ts'),
  'domain/dates': domain('form/calendar.ts'),
  'domain/texts': domain('form/typed-text.ts', 'form/passport-spelling.ts', 'form/address.ts'),
  'domain/rules': domain('form/!(calendar|typed-text|passport-spelling|address).ts'),
  'submission/records': server(
    'submission',
    ['body', 'short-id', 'slots', 'stage', 'transitions', 'views'],
    ['attempt', 'changes', 'prepare-student', 'shown-words', 'transitions'],
  ),
  'submission/runs': server(
    'submission',
    ['attempt', 'check-application', 'outgoing-documents', 'removal-brake', 'stages/student'],
    ['attempt', 'check-documents', 'ledger-first', 'outgoing-documents', 'prepare-student', 'removal-brake', 'runner'],
  ),
  'adapters/answers': server(
    'adapters',
    ['bodies', 'records-answers', 'records-tokens', 'redact'],
    ['long-refusals', 'outgoing-documents', 'records-answers', 'records-tokens', 'redact'],
  ),
  platform: { mutate: ['src/platform/**/*.ts'], tests: ['tests/features/platform/**/*.test.{ts,tsx}'] },
  ...Object.fromEntries(FEATURES.map((name) => [`features/${name}`, feature(name)])),
};

/** The area that a process of Stryker or of its tests works on. */
export function areaAtWork(): Area & { readonly name: string } {
  const name = process.env.MUTATED_AREA ?? '';
  const area = AREAS[name];
  if (area === undefined) throw new Error(`MUTATED_AREA is none of ${Object.keys(AREAS).join(', ')}`);
  return { name, ...area };
}
