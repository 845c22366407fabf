import { existsSync } from 'node:fs';
import type { S3Settings } from './adapters/s3/settings.ts';

/** Everything that the environment decides (contract §2). */
export interface ServerConfig {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly s3: S3Settings | undefined;
  readonly records: { readonly baseUrl: string; readonly username: string; readonly password: string } | undefined;
  readonly studentWorkflowUrl: string | undefined;
  readonly agentWorkflowUrl: string | undefined;
  /** As it was given: one that is no URL is told of by the stage that uses it. */
  readonly fileWorkflowUrl: string | undefined;
  readonly fileWorkflowMaxBytes: number | undefined;
  readonly studentFlowUrl: string | undefined;
  readonly agentFlowUrl: string | undefined;
  /** An unset `agentFlowUrl` means the built-in mock submission, which reaches nobody. */
  readonly agentFlowMock: boolean;
  readonly agentListUrl: string | undefined;
  readonly courseDataUrl: string | undefined;
  readonly studentManagementUrl: string | undefined;
  readonly fileTestFlowUrl: string | undefined;
  readonly demo: boolean;
  readonly devTools: boolean;
  readonly trustProxy: number;
  readonly timeZone: string;
  readonly rateLimitPerMinute: number;
  /** In bytes. */
  readonly uploadLimits: { readonly perClient: number; readonly inAll: number };
  readonly staffPasswordHash: string | undefined;
  readonly retentionDays: number;
  readonly unknownOutcome: 'resend' | 'hold';
  readonly upstreamTimeoutMs: number;
  readonly logLevel: string;
}

const MB = 1024 * 1024;

type Environment = Readonly<Record<string, string | undefined>>;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

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
  const read = createReader(env);
  const config: ServerConfig = {
    port: read.integer('PORT', 3000, 0, 65_535),
    host: read.text('HOST') ?? '127.0.0.1',
    dataDir: read.text('DATA_DIR') ?? './data',
    databaseUrl: read.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    s3: readS3(read),
    records: readRecords(read),
    studentWorkflowUrl: read.url('STUDENT_WORKFLOW_URL'),
    agentWorkflowUrl: read.url('AGENT_WORKFLOW_URL'),
    fileWorkflowUrl: read.text('FILE_WORKFLOW_URL'),
    fileWorkflowMaxBytes: read.optionalInteger('FILE_WORKFLOW_MAX_BYTES', 1024),
    studentFlowUrl: read.url('STUDENT_FLOW_URL'),
    agentFlowUrl: read.url('AGENT_FLOW_URL'),
    agentFlowMock: read.flag('AGENT_FLOW_MOCK', false),
    agentListUrl: read.url('AGENT_LIST_URL'),
    courseDataUrl: read.url('COURSE_DATA_URL'),
    studentManagementUrl: read.url('STUDENT_MANAGEMENT_URL'),
    fileTestFlowUrl: read.url('FILE_TEST_FLOW_URL'),
    demo,
    devTools: read.flag('DEV_TOOLS', demo),
    trustProxy: read.integer('TRUST_PROXY', 0, 0, 10),
    timeZone: read.timeZone('TIME_ZONE', 'Australia/Melbourne'),
    rateLimitPerMinute: read.integer('RATE_LIMIT_PER_MINUTE', 300, 1, 1_000_000),
    uploadLimits: {
      perClient: read.integer('UPLOADS_PER_CLIENT_MB', 20_480, 1, 1_000_000_000) * MB,
      inAll: read.integer('UPLOADS_TOTAL_MB', 102_400, 1, 1_000_000_000) * MB,
    },
    staffPasswordHash: read.text('STAFF_PASSWORD_HASH'),
    retentionDays: read.integer('RETENTION_DAYS', 30, 1, 36_500),
    unknownOutcome: read.choice('UNKNOWN_OUTCOME', ['resend', 'hold']),
    upstreamTimeoutMs: read.integer('UPSTREAM_TIMEOUT_MS', 30_000, 100, 600_000),
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
  };
  read.finish();
  return config;
}

type Reader = ReturnType<typeof createReader>;

function readRecords(read: Reader): ServerConfig['records'] {
  const url = read.url('CRICOS_BASE_URL');
  const username = read.text('CRICOS_USERNAME');
  const password = read.text('CRICOS_PASSWORD');
  if (url === undefined) return undefined;
  if (username === undefined) read.problem('CRICOS_USERNAME is missing, though CRICOS_BASE_URL is set');
  if (password === undefined) read.problem('CRICOS_PASSWORD is missing, though CRICOS_BASE_URL is set');
  return { baseUrl: url.replace(/\/+$/, ''), username: username ?? '', password: password ?? '' };
}

/** Without keys of its own the AWS SDK looks for the machine's role. */
function readS3(read: Reader): S3Settings | undefined {
  const bucket = read.text('UPLOADS_S3_BUCKET');
  const endpoint = read.url('UPLOADS_S3_ENDPOINT');
  const accessKeyId = read.text('AWS_ACCESS_KEY_ID');
  const secretAccessKey = read.text('AWS_SECRET_ACCESS_KEY');
  const sessionToken = read.text('AWS_SESSION_TOKEN');
  if (bucket === undefined) return undefined;
  const session = sessionToken === undefined ? {} : { sessionToken };
  return {
    bucket,
    region: read.text('AWS_REGION') ?? read.text('AWS_DEFAULT_REGION') ?? 'us-east-1',
    ...(endpoint === undefined ? {} : { endpoint }),
    // Servers other than AWS seldom have a host name for each bucket.
    forcePathStyle: endpoint !== undefined,
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey, ...session } } : {}),
  };
}

function createReader(env: Environment) {
  const problems: string[] = [];
  const problem = (text: string) => {
    problems.push(text);
  };
  const text = (name: string) => env[name]?.trim() || undefined;
  const optionalInteger = (name: string, min = 0, max = Number.MAX_SAFE_INTEGER) => {
    const given = text(name);
    if (given === undefined) return undefined;
    const value = Number(given);
    if (/^\d+$/.test(given) && value >= min && value <= max) return value;
    problem(`${name} must be a whole number from ${min} to ${max}`);
    return undefined;
  };
  return {
    problem,
    text,
    optionalInteger,
    integer: (name: string, standard: number, min: number, max: number) => optionalInteger(name, min, max) ?? standard,
    url: (name: string, protocols: readonly string[] = ['http:', 'https:']) => {
      const given = text(name);
      if (given === undefined) return undefined;
      if (URL.canParse(given) && protocols.includes(new URL(given).protocol)) return given;
      problem(`${name} must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
      return undefined;
    },
    flag: (name: string, standard: boolean) => {
      const given = text(name)?.toLowerCase();
      if (given === undefined) return standard;
      if (['1', 'true', 'yes', 'on'].includes(given)) return true;
      if (['0', 'false', 'no', 'off'].includes(given)) return false;
      problem(`${name} must be 1 or 0`);
      return standard;
    },
    choice: <const C extends string>(name: string, choices: readonly [C, ...C[]], standard: C = choices[0]): C => {
      const given = text(name);
      const choice = choices.find((one) => one === given);
      if (given !== undefined && choice === undefined) problem(`${name} must be one of ${choices.join(', ')}`);
      return choice ?? standard;
    },
    timeZone: (name: string, standard: string) => {
      const given = text(name) ?? standard;
      try {
        return new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone && given;
      } catch {
        problem(`${name} must be a time zone such as ${standard}`);
        return standard;
      }
    },
    finish: () => {
      if (problems.length > 0) throw new Error(`The configuration is not right: ${problems.join('; ')}`);
    },
  };
}
