import { existsSync } from 'node:fs';
import { safeParse } from 'valibot';
import type { S3Settings } from './adapters/s3/settings.ts';
import { SETTINGS, type Setting, type SettingValues } from './settings.ts';

/** Everything that the environment decides (contract §2). */
export interface ServerConfig extends SettingValues {
  /** The simulated services stand behind the addresses. */
  readonly demo: boolean;
  readonly devTools: boolean;
  /** The bucket of the uploads, where they do not stay in `dataDir`. */
  readonly s3: S3Settings | undefined;
  readonly records: RecordsAccount | undefined;
}

/** The student-records API and its service account. */
export interface RecordsAccount {
  readonly baseUrl: string;
  readonly username: string;
  readonly password: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The process's environment, with `.env` beside the program where there is one. */
export function loadEnvironment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/**
 * Reads and checks the configuration; throws one error that names every variable that is wrong, and never its value.
 * `demo` says that the simulated services stand behind the addresses.
 */
export function readConfig(env: Environment, { demo }: { readonly demo: boolean }): ServerConfig {
  const problems: string[] = [];
  const read = (setting: Setting): unknown => {
    const { value, problem } = readSetting(env, setting);
    if (problem !== undefined) problems.push(problem);
    const { requiredBy } = setting;
    if (requiredBy !== undefined && value === undefined && given(env, requiredBy) !== undefined) {
      problems.push(`${setting.variable} is missing, though ${requiredBy} is set`);
    }
    return value;
  };
  const entries = Object.entries(SETTINGS).map(([name, setting]) => [name, read(setting)]);
  if (problems.length > 0) throw wrongConfiguration(problems);
  // Each value is what the schema of its entry put out.
  const values = Object.fromEntries(entries) as SettingValues;
  return {
    ...values,
    demo,
    devTools: values.devToolsWish ?? demo,
    s3: s3From(values),
    records: recordsFrom(values),
  };
}

/** One setting of an environment: its value, or what is wrong with it in words that name the variable only. */
export function readSetting<Value>(
  env: Environment,
  setting: Setting<Value>,
): { readonly value: Value | undefined; readonly problem?: string } {
  const text = given(env, setting.variable) ?? setting.default;
  if (text === undefined) return { value: undefined };
  const { success, output, issues } = safeParse(setting.schema, text);
  return success ? { value: output } : { value: undefined, problem: `${setting.variable} ${issues[0].message}` };
}

/** Words for the operator about what is wrong. */
export const wrongConfiguration = (problems: readonly string[]): Error =>
  new Error(`The configuration is not right: ${problems.join('; ')}`);

/** What is set to nothing but spaces counts as not set. */
const given = (env: Environment, variable: string): string | undefined => env[variable]?.trim() || undefined;

/** The settings with a certain mark that have a value, with it. */
function configured(
  config: ServerConfig,
  isMeant: (setting: Setting) => boolean,
): readonly (readonly [Setting, string])[] {
  const values = new Map<string, unknown>(Object.entries(config));
  return Object.entries<Setting>(SETTINGS).flatMap(([name, setting]) => {
    const value = values.get(name);
    return isMeant(setting) && typeof value === 'string' ? [[setting, value] as const] : [];
  });
}

/** What must never be shown: the secrets and addresses that are configured, and the passwords in addresses. */
export function confidential(config: ServerConfig): {
  readonly secrets: readonly string[];
  readonly urls: readonly string[];
} {
  const valuesOf = (secrecy: Setting['secrecy']) =>
    configured(config, (setting) => setting.secrecy === secrecy).map(([, value]) => value);
  const urls = valuesOf('address');
  return { secrets: [...valuesOf('secret'), ...urls.flatMap(passwordsIn)], urls };
}

/** As it is written in the address, and as it is meant. */
function passwordsIn(url: string): readonly string[] {
  const password = URL.canParse(url) ? new URL(url).password : '';
  return password === '' ? [] : [password, decoded(password)];
}

/** What is not encoded as it should be stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** For the developer tools: which outside services are set, never to what. */
export function configuredServices(config: ServerConfig): Readonly<Record<string, boolean>> {
  const set = configured(config, ({ service }) => service !== undefined).map(([{ variable }]) => variable);
  const services = Object.values<Setting>(SETTINGS).filter(({ service }) => service !== undefined);
  return Object.fromEntries(services.map(({ variable }) => [variable, set.includes(variable)]));
}

function recordsFrom({ recordsUrl, recordsUsername, recordsPassword }: SettingValues): RecordsAccount | undefined {
  if (recordsUrl === undefined || recordsUsername === undefined || recordsPassword === undefined) return undefined;
  return { baseUrl: recordsUrl, username: recordsUsername, password: recordsPassword };
}

/** Without keys of its own the AWS SDK looks for the machine's role. */
function s3From(values: SettingValues): S3Settings | undefined {
  const { s3Bucket, s3Endpoint, awsAccessKeyId, awsSecretAccessKey, awsSessionToken } = values;
  if (s3Bucket === undefined) return undefined;
  const session = awsSessionToken === undefined ? {} : { sessionToken: awsSessionToken };
  return {
    bucket: s3Bucket,
    region: values.awsRegion ?? values.awsDefaultRegion ?? 'us-east-1',
    ...(s3Endpoint === undefined ? {} : { endpoint: s3Endpoint }),
    // Servers other than AWS seldom have a host name for each bucket.
    forcePathStyle: s3Endpoint !== undefined,
    ...(awsAccessKeyId && awsSecretAccessKey
      ? { credentials: { accessKeyId: awsAccessKeyId, secretAccessKey: awsSecretAccessKey, ...session } }
      : {}),
  };
}
