import * as v from 'valibot';

export interface Setting<Value = unknown, Default extends string | undefined = string | undefined> {
  readonly variable: string;
  /** The default. */
  readonly default: Default;
  /** Parses the trimmed text. Its message continues the variable's name. */
  readonly schema: v.GenericSchema<string, Value>;
  readonly about: string;
  /** Everything except `public` is masked in logs, errors and developers' answers; also the parts of an address (R13.2). */
  readonly secrecy: 'public' | 'secret' | 'address';
  /** The variable that must not be set without this one. */
  readonly requiredBy?: string;
  /** The variable that this one requires. */
  readonly needs?: string;
  /** An outside service, for the developer tools' list. With one for an `application` there is no demo mode (R14.2). */
  readonly service?: 'application' | 'other';
}

const UNSET = undefined;
const text = v.string();
/** A shorter text occurs in too many others to be masked (docs/decisions/0016-personal-data-and-secrets.md). */
export const SHORTEST_SECRET = 4;
const secretText = v.pipe(
  v.string(),
  v.minLength(
    SHORTEST_SECRET,
    `is too short to be kept out of the log: it needs ${SHORTEST_SECRET} characters or more`,
  ),
);

const url = (...protocols: readonly string[]) =>
  v.pipe(
    v.string(),
    v.check(
      (given) => URL.canParse(given) && protocols.includes(new URL(given).protocol),
      `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    ),
    v.check(
      (given) => !URL.canParse(given) || !isTooShort(new URL(given).password),
      `has a password that is too short to be kept out of the log: it needs ${SHORTEST_SECRET} characters or more`,
    ),
  );
const isTooShort = (password: string) => password !== '' && password.length < SHORTEST_SECRET;
const httpUrl = url('http:', 'https:');
const withoutLastSlash = v.pipe(
  httpUrl,
  v.transform((given) => given.replace(/\/+$/, '')),
);

const wholeNumber = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  const digits = v.pipe(v.string(), v.regex(/^\d+$/, message), v.transform(Number));
  return v.pipe(digits, v.minValue(min, message), v.maxValue(max, message));
};
const timeout = wholeNumber(100, 600_000);
/** Written in MB, parsed to bytes. */
const megabytes = v.pipe(
  wholeNumber(1, 1_000_000_000),
  v.transform((count) => count * 1024 * 1024),
);

const money = v.pipe(
  v.string(),
  v.regex(/^\d{1,9}(\.\d{1,2})?$/, 'must be an amount such as 14000 or 300.50'),
  v.transform(Number),
);

const choice = <const Choices extends readonly string[]>(...choices: Choices) =>
  v.picklist(choices, `must be one of ${choices.join(', ')}`);
const YES: readonly string[] = ['1', 'true', 'yes', 'on'];
const NO: readonly string[] = ['0', 'false', 'no', 'off'];
const flag = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.picklist([...YES, ...NO], 'must be 1 or 0'),
  v.transform((given) => YES.includes(given)),
);
const timeZone = v.pipe(
  v.string(),
  v.check((given) => isTimeZone(given), 'must be a time zone such as Australia/Melbourne'),
);

function isTimeZone(given: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: given }) !== undefined;
  } catch {
    return false;
  }
}

const shown = <Value, Default extends string | undefined>(
  variable: string,
  standard: Default,
  schema: v.GenericSchema<string, Value>,
  about: string,
): Setting<Value, Default> => ({ variable, default: standard, schema, about, secrecy: 'public' });

const secret = (variable: string, about: string): Setting<string, undefined> => ({
  variable,
  default: UNSET,
  schema: secretText,
  about,
  secrecy: 'secret',
});

const address = (
  variable: string,
  about: string,
  schema: v.GenericSchema<string, string> = httpUrl,
): Setting<string, undefined> => ({ variable, default: UNSET, schema, about, secrecy: 'address' });

const service = (kind: 'application' | 'other', ...rest: Parameters<typeof address>): Setting<string, undefined> => ({
  ...address(...rest),
  service: kind,
});

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const UNUSED = 'Never called; the developer tools show whether it is set';

const SERVER = {
  port: shown('PORT', '3000', wholeNumber(0, 65_535), 'Port that the server listens on; 0 takes any free one'),
  host: shown('HOST', '127.0.0.1', text, 'Address that it listens on (0.0.0.0 in the container)'),
  trustProxy: shown('TRUST_PROXY', '0', wholeNumber(0, 10), 'Number of proxies in front, for client addresses'),
  timeZone: shown('TIME_ZONE', 'Australia/Melbourne', timeZone, "The college's time zone, for OfferId and dates"),
  logLevel: shown('LOG_LEVEL', 'info', choice(...LOG_LEVELS), LOG_LEVELS.join(', ')),
  demoWish: shown('DEMO', UNSET, flag, '1 asks for demo mode, also with NODE_ENV=production; 0 forbids it'),
  devToolsWish: shown(
    'DEV_TOOLS',
    UNSET,
    flag,
    '1 opens the developer tools and /api/dev/* (unset: in demo mode only)',
  ),
  collegeDir: shown(
    'COLLEGE_DIR',
    UNSET,
    text,
    "Folder with the college's name, codes, contacts and texts (unset: a made-up college in demo mode, else none)",
  ),
};

const STORAGE = {
  dataDir: shown(
    'DATA_DIR',
    './data',
    text,
    'Ledger and uploads of a single machine: on a local disk, outside the release',
  ),
  databaseUrl: address(
    'DATABASE_URL',
    'postgres://…: ledger and jobs in PostgreSQL (unset: SQLite in DATA_DIR)',
    url('postgres:', 'postgresql:'),
  ),
  s3Bucket: shown('UPLOADS_S3_BUCKET', UNSET, text, 'Uploads in S3-compatible storage (unset: files in DATA_DIR)'),
  s3Endpoint: {
    ...shown('UPLOADS_S3_ENDPOINT', UNSET, httpUrl, "The bucket's server (unset: AWS)"),
    needs: 'UPLOADS_S3_BUCKET',
  },
  awsRegion: shown('AWS_REGION', UNSET, text, "The bucket's region (unset: AWS_DEFAULT_REGION, else us-east-1)"),
  awsDefaultRegion: shown('AWS_DEFAULT_REGION', UNSET, text, 'The same, if AWS_REGION is unset'),
  awsAccessKeyId: {
    ...secret('AWS_ACCESS_KEY_ID', "The bucket's account (unset: the machine's own role)"),
    needs: 'AWS_SECRET_ACCESS_KEY',
  },
  awsSecretAccessKey: {
    ...secret('AWS_SECRET_ACCESS_KEY', 'The key of AWS_ACCESS_KEY_ID'),
    needs: 'AWS_ACCESS_KEY_ID',
  },
  awsSessionToken: {
    ...secret('AWS_SESSION_TOKEN', 'The session of a temporary AWS_ACCESS_KEY_ID'),
    needs: 'AWS_ACCESS_KEY_ID',
  },
};

const SERVICES = {
  recordsUrl: service('application', 'CRICOS_BASE_URL', 'The student-records API', withoutLastSlash),
  recordsUsername: {
    ...secret('CRICOS_USERNAME', 'The service account of CRICOS_BASE_URL'),
    schema: text,
    requiredBy: 'CRICOS_BASE_URL',
  },
  recordsPassword: { ...secret('CRICOS_PASSWORD', 'The password of CRICOS_USERNAME'), requiredBy: 'CRICOS_BASE_URL' },
  recordsDialectWish: shown(
    'RECORDS_DIALECT',
    UNSET,
    choice('spec', 'rtomanager'),
    'spec, or rtomanager for the published records API (unset: rtomanager in demo mode, else spec)',
  ),
  tuitionFee: shown('RECORDS_TUITION_FEE', '0', money, 'Tuition fee in an offer'),
  enrolmentFee: shown('RECORDS_ENROLMENT_FEE', '0', money, 'Enrolment fee in an offer'),
  materialFee: shown('RECORDS_MATERIAL_FEE', '0', money, 'Material fee in an offer'),
  upfrontFee: shown('RECORDS_UPFRONT_FEE', '0', money, 'Fee that is due before the course; never over the tuition fee'),
  studentWorkflowUrl: service('application', 'STUDENT_WORKFLOW_URL', 'Workflow of direct student applications (JSON)'),
  agentWorkflowUrl: service(
    'application',
    'AGENT_WORKFLOW_URL',
    'Workflow of applications through an agent (JSON; unset: STUDENT_WORKFLOW_URL)',
  ),
  studentFlowUrl: service('application', 'STUDENT_FLOW_URL', 'Automation flow of the short form (multipart)'),
  agentFlowUrl: service(
    'application',
    'AGENT_FLOW_URL',
    'Automation flow of agency registrations (multipart; unset: agencies cannot register, see AGENT_FLOW_MOCK)',
  ),
  agentFlowMock: shown(
    'AGENT_FLOW_MOCK',
    '0',
    flag,
    '1: without AGENT_FLOW_URL a mock accepts registrations and sends them nowhere (for trials only)',
  ),
  // The stage that uses it reports a text that is no URL.
  fileWorkflowUrl: service(
    'application',
    'FILE_WORKFLOW_URL',
    'File workflow (JSON with base64 content); unset: file-forwarding is completed as skipped',
    text,
  ),
  fileWorkflowMaxBytes: shown(
    'FILE_WORKFLOW_MAX_BYTES',
    '95000000',
    wholeNumber(1024, Number.MAX_SAFE_INTEGER),
    'Largest JSON in bytes that the file workflow accepts; more documents go in several calls',
  ),
  staffWebhookUrl: address(
    'STAFF_WEBHOOK_URL',
    'Gets a small JSON when staff have to look at a submission (unset: no message)',
  ),
  agentListUrl: service('other', 'AGENT_LIST_URL', 'The agent list (JSON array, or an object with items)'),
  courseDataUrl: service('other', 'COURSE_DATA_URL', UNUSED),
  studentManagementUrl: service('other', 'STUDENT_MANAGEMENT_URL', UNUSED),
  fileTestFlowUrl: service('other', 'FILE_TEST_FLOW_URL', 'Gets one small PDF when the developer tools send it'),
  httpsProxy: address(
    'HTTPS_PROXY',
    'Proxy for https: addresses of outside services and bucket, such as http://proxy.example:3128 (unset: direct)',
  ),
  noProxy: shown('NO_PROXY', '', text, 'Hosts reached directly, separated by commas; .example.edu covers all below it'),
  extraCertificates: shown('NODE_EXTRA_CA_CERTS', UNSET, text, "File with the college's own authorities (PEM)"),
};

const LIMITS = {
  rateLimitPerMinute: shown(
    'RATE_LIMIT_PER_MINUTE',
    '300',
    wholeNumber(1, 1_000_000),
    'Requests of a client in a minute, without upload chunks',
  ),
  applicationsPerClientDay: shown(
    'APPLICATIONS_PER_CLIENT_DAY',
    '2000',
    wholeNumber(1, 1_000_000),
    'Applications of one client address within 24 hours; a school or an agency may have one address',
  ),
  uploadsPerClient: shown(
    'UPLOADS_PER_CLIENT_MB',
    '20480',
    megabytes,
    'Documents of one client address within 24 hours, in MB',
  ),
  uploadsTotal: shown('UPLOADS_TOTAL_MB', '102400', megabytes, 'All documents that are kept, in MB'),
  retentionDays: shown(
    'RETENTION_DAYS',
    '30',
    wholeNumber(1, 36_500),
    'Days that personal data is kept after the last change',
  ),
  recordsUnknownOutcome: shown(
    'RECORDS_UNKNOWN_OUTCOME',
    'hold',
    choice('hold', 'resend'),
    'After an offer without an answer: hold it for the staff, or resend it with the same OfferId',
  ),
  recordsSubmitTimeoutMs: shown(
    'RECORDS_SUBMIT_TIMEOUT_MS',
    '120000',
    timeout,
    'Longest wait for the answer to an offer, in milliseconds',
  ),
  unknownOutcome: shown(
    'UNKNOWN_OUTCOME',
    'resend',
    choice('resend', 'hold'),
    'The same for workflow, flows and file workflow: resend with the same key, or hold for the staff',
  ),
  upstreamTimeoutMs: shown(
    'UPSTREAM_TIMEOUT_MS',
    '30000',
    timeout,
    'Longest wait for one outside call, in milliseconds',
  ),
};

/**
 * Every variable that the server reads (R13.1), by its name in the configuration. It defines the configuration's type, the
 * masking of secrets, the messages at start, the developers' list of services, `.env.example` and
 * `docs/operate/settings.md`.
 */
export const SETTINGS = { ...SERVER, ...STORAGE, ...SERVICES, ...LIMITS };

/** The same in groups, as people read them. */
export const SETTING_GROUPS: readonly (readonly [title: string, settings: readonly Setting[]])[] = [
  ['The server', Object.values(SERVER)],
  ['Storage', Object.values(STORAGE)],
  ['Outside services', Object.values(SERVICES)],
  ['Limits and times', Object.values(LIMITS)],
];

/** The value of each setting; undefined where it is not set and has no default. */
export type SettingValues = {
  readonly [Name in keyof typeof SETTINGS]:
    | v.InferOutput<(typeof SETTINGS)[Name]['schema']>
    | ((typeof SETTINGS)[Name]['default'] extends string ? never : undefined);
};
