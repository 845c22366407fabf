import { safeParse } from 'valibot';
import type { College } from '#contract/college.ts';
import type { Fees, RecordsDialect } from '#domain/student/records-dialect.ts';
import type { OutsideProxy } from './adapters/outside-proxy.ts';
import type { S3Settings } from './adapters/s3/limited-client.ts';
import type { LedgerKind } from './adapters/sql/kind.ts';
import { EXAMPLE_COLLEGE, readCollege } from './college.ts';
import { notesOnDataDirectory } from './data-directory.ts';
import { type Environment, readEnvironment, trustCertificates } from './environment.ts';
import { SETTINGS, type Setting, type SettingValues, SHORTEST_SECRET } from './settings.ts';

/** Everything configured by the environment (R13.1). */
export interface ServerConfig extends SettingValues {
  readonly demo: boolean;
  readonly devTools: boolean;
  /** The bucket of the uploads, if they are not in `dataDir`. */
  readonly s3: S3Settings | undefined;
  readonly records: RecordsAccount | undefined;
  readonly recordsDialect: RecordsDialect;
  /** The college's words and codes; all optional. */
  readonly college: College;
  /** What its folder does not have, in sentences for the operator. */
  readonly collegeMissing: readonly string[];
}

export interface RecordsAccount {
  readonly baseUrl: string;
  readonly username: string;
  readonly password: string;
}

export interface LoadedEnvironment {
  readonly env: Environment;
  readonly kind: LedgerKind;
  /** What the operator should know, one sentence each, without any value. */
  readonly notes: readonly string[];
}

/** Reads the environment and `.env`. Throws one error that names everything wrong. `anyMode`: demo or not. */
export function loadEnvironment({ anyMode = false }: { readonly anyMode?: boolean } = {}): LoadedEnvironment {
  const { values: env, fromEnvFile, problems, notes } = readEnvironment(process.env, '.env');
  // Libraries read some of it themselves: the AWS SDK its profile.
  for (const [name, value] of Object.entries(fromEnvFile)) process.env[name] ??= value;
  const mode = anyMode ? { kind: 'real' as const } : modeOf(env);
  const { values, problems: wrong } = valuesOf(env);
  const { extraCertificates } = values;
  const untrusted = extraCertificates === undefined ? undefined : trustCertificates(extraCertificates);
  const all = [...problems, ...('problem' in mode ? [mode.problem] : []), ...wrong, ...(untrusted ? [untrusted] : [])];
  if ('problem' in mode || all.length > 0) throw new WrongConfiguration([...new Set(all)]);
  const isOnDisk = values.databaseUrl === undefined || values.s3Bucket === undefined;
  const ofDirectory = isOnDisk && mode.kind === 'real' && !anyMode ? notesOnDataDirectory(values.dataDir) : [];
  return { env, kind: mode.kind, notes: [...notes, ...ofDirectory, ...dialectNotes(values)] };
}

/** Throws one error that names every wrong variable, never its value. `demo`: the services are simulated. */
export function readConfig(env: Environment, { demo }: { readonly demo: boolean }): ServerConfig {
  const { values, problems } = valuesOf(env);
  const directory = values.collegeDir ?? (demo ? EXAMPLE_COLLEGE : undefined);
  const { college, problems: ofCollege, missing } = directory === undefined ? NO_COLLEGE : readCollege(directory);
  if (problems.length + ofCollege.length > 0) throw new WrongConfiguration([...problems, ...ofCollege]);
  return {
    ...values,
    demo,
    college,
    collegeMissing: missing,
    devTools: values.devToolsWish ?? demo,
    // Demo mode simulates the published API.
    recordsDialect: values.recordsDialectWish ?? (demo ? 'rtomanager' : 'spec'),
    s3: s3From(values),
    records: recordsFrom(values),
  };
}

const NO_COLLEGE: ReturnType<typeof readCollege> = { college: {}, problems: [], missing: [] };

/** Reads every setting of an environment. `problems` has the wrong values and the wrong combinations. */
function valuesOf(env: Environment): { readonly values: SettingValues; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const read = (setting: Setting): unknown => {
    const { value, problem } = readSetting(env, setting);
    if (problem !== undefined) problems.push(problem);
    const { requiredBy, needs } = setting;
    if (
      requiredBy !== undefined &&
      given(env, setting.variable) === undefined &&
      given(env, requiredBy) !== undefined
    ) {
      problems.push(`${setting.variable} is missing, though ${requiredBy} is set`);
    }
    if (needs !== undefined && given(env, setting.variable) !== undefined && given(env, needs) === undefined) {
      problems.push(`${setting.variable} is set without ${needs}, and would do nothing`);
    }
    return value;
  };
  const entries = Object.entries(SETTINGS).map(([name, setting]) => [name, read(setting)]);
  // Each value is the output of its entry's schema.
  return { values: Object.fromEntries(entries) as SettingValues, problems };
}

/** Reads one setting. Its problem names the variable, never the value. */
function readSetting<Value>(
  env: Environment,
  setting: Setting<Value>,
): { readonly value: Value | undefined; readonly problem?: string } {
  const text = given(env, setting.variable) ?? setting.default;
  if (text === undefined) return { value: undefined };
  const { success, output, issues } = safeParse(setting.schema, text);
  return success ? { value: output } : { value: undefined, problem: `${setting.variable} ${issues[0].message}` };
}

export class WrongConfiguration extends Error {
  override readonly name = 'WrongConfiguration';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is not right: ${problems.join('; ')}`);
    this.problems = problems;
  }
}

/** A value of only spaces counts as unset. */
const given = (env: Environment, variable: string): string | undefined => env[variable]?.trim() || undefined;

/** Demo mode needs that no outside service is set, and in production DEMO=1 (R13.21, R14.1). */
export function modeOf(env: Environment): { readonly kind: LedgerKind } | { readonly problem: string } {
  const services = Object.values<Setting>(SETTINGS)
    .filter(({ service }) => service === 'application')
    .map(({ variable }) => variable);
  const set = services.filter((variable) => env[variable]?.trim());
  const { value: wish, problem } = readSetting(env, SETTINGS.demoWish);
  if (problem !== undefined) return { problem };
  if (set.length > 0) {
    if (wish !== true) return { kind: 'real' };
    const problem =
      `DEMO=1 asks for demo mode, but ${set.join(', ')} ${set.length > 1 ? 'are' : 'is'} set: ` +
      'remove DEMO to serve real applications, or remove the services for a demonstration';
    return { problem };
  }
  if (wish === true) return { kind: 'demo' };
  if (wish === undefined && env.NODE_ENV?.trim() !== 'production') return { kind: 'demo' };
  const reason = wish === false ? 'DEMO=0 forbids demo mode' : 'NODE_ENV=production starts demo mode only with DEMO=1';
  const missing =
    `No outside service is configured, and ${reason}. Missing: ${services.join(', ')}. ` +
    'Set those that the college has, or DEMO=1 for a demonstration with simulated services';
  return { problem: missing };
}

/** The configured secrets and addresses, and the passwords in addresses, which must never be shown. */
export function confidential(config: ServerConfig): {
  readonly secrets: readonly string[];
  readonly urls: readonly string[];
} {
  const settings = withValues(config).flatMap(({ value, ...setting }) =>
    typeof value === 'string' ? [{ ...setting, value }] : [],
  );
  const urls = settings.filter(({ secrecy }) => secrecy === 'address').map(({ value }) => value);
  const secrets = settings.filter(({ secrecy, value }) => secrecy === 'secret' && value.length >= SHORTEST_SECRET);
  return { secrets: [...secrets.map(({ value }) => value), ...urls.flatMap(passwordsIn)], urls };
}

const VENDOR_HOSTS = ['dotedu.com.au', 'rtomanager.com.au'];

/** A sentence if the vendor's own API would be sent offers in the wrong dialect. */
function dialectNotes({ recordsUrl, recordsDialectWish = 'spec' }: SettingValues): readonly string[] {
  const host = recordsUrl === undefined ? '' : new URL(recordsUrl).hostname;
  const isVendor = VENDOR_HOSTS.some((vendor) => host === vendor || host.endsWith(`.${vendor}`));
  if (!isVendor || recordsDialectWish !== 'spec') return [];
  return [
    'CRICOS_BASE_URL is an address of the vendor of RTOManager, and RECORDS_DIALECT is spec: its records API will refuse offers. Set RECORDS_DIALECT=rtomanager',
  ];
}

/** The text as written in the address, and decoded. */
function passwordsIn(url: string): readonly string[] {
  const password = URL.canParse(url) ? new URL(url).password : '';
  return password === '' ? [] : [password, decoded(password)];
}

/** A text that cannot be decoded stays unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** For the developer tools: which outside services are set, without values. */
export function configuredServices(config: ServerConfig): Readonly<Record<string, boolean>> {
  const services = withValues(config).filter(({ service }) => service !== undefined);
  return Object.fromEntries(services.map(({ variable, value }) => [variable, value !== undefined]));
}

/** Every setting with its value, undefined where it is not set. */
export function withValues(config: ServerConfig): readonly (Setting & { readonly value: unknown })[] {
  const values = new Map<string, unknown>(Object.entries(config));
  return Object.entries<Setting>(SETTINGS).map(([name, setting]) => ({ ...setting, value: values.get(name) }));
}

function recordsFrom({ recordsUrl, recordsUsername, recordsPassword }: SettingValues): RecordsAccount | undefined {
  if (recordsUrl === undefined || recordsUsername === undefined || recordsPassword === undefined) return undefined;
  return { baseUrl: recordsUrl, username: recordsUsername, password: recordsPassword };
}

export function feesOf({ tuitionFee, enrolmentFee, materialFee, upfrontFee }: SettingValues): Fees {
  return { tuition: tuitionFee, enrolment: enrolmentFee, material: materialFee, upfront: upfrontFee };
}

export const proxyOf = ({ httpsProxy, noProxy }: SettingValues): OutsideProxy | undefined =>
  httpsProxy === undefined ? undefined : { url: httpsProxy, except: noProxy };

/** Without keys the AWS SDK looks for the machine's role. */
function s3From(values: SettingValues): S3Settings | undefined {
  const { s3Bucket, s3Endpoint, awsAccessKeyId, awsSecretAccessKey, awsSessionToken } = values;
  if (s3Bucket === undefined) return undefined;
  const proxy = proxyOf(values);
  const session = awsSessionToken === undefined ? {} : { sessionToken: awsSessionToken };
  return {
    bucket: s3Bucket,
    region: values.awsRegion ?? values.awsDefaultRegion ?? 'us-east-1',
    ...(s3Endpoint === undefined ? {} : { endpoint: s3Endpoint }),
    // Servers other than AWS seldom have a host name for each bucket.
    forcePathStyle: s3Endpoint !== undefined,
    ...(proxy && { proxy }),
    ...(awsAccessKeyId && awsSecretAccessKey
      ? { credentials: { accessKeyId: awsAccessKeyId, secretAccessKey: awsSecretAccessKey, ...session } }
      : {}),
  };
}
