import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createRedact } from '#server/adapters/redact.ts';
import { confidential, configuredServices, modeOf, readConfig } from '#server/config.ts';
import { SETTINGS } from '#server/settings.ts';
import { envExample, settingsTable } from '../../build/settings-texts.ts';

/** R13.3 to R13.22, by hand: each variable with a value that it takes, and its default. */
const CONTRACT: Readonly<Record<string, readonly [value: string, standard?: string]>> = {
  PORT: ['8080', '3000'],
  HOST: ['0.0.0.0', '127.0.0.1'],
  DATA_DIR: ['/srv/data', './data'],
  DATABASE_URL: ['postgres://application:data%26password@database.example:5432/application'],
  UPLOADS_S3_BUCKET: ['uploads'],
  UPLOADS_S3_ENDPOINT: ['https://s3.example'],
  CRICOS_BASE_URL: ['https://records.example/api-key-in-path'],
  CRICOS_USERNAME: ['records-account'],
  CRICOS_PASSWORD: ['records-password'],
  STUDENT_WORKFLOW_URL: ['https://student-workflow.example/run?sig=student-workflow-key'],
  AGENT_WORKFLOW_URL: ['https://agent-workflow.example/run?sig=agent-workflow-key'],
  FILE_WORKFLOW_URL: ['https://file-workflow.example/run?sig=file-workflow-key'],
  STUDENT_FLOW_URL: ['https://student-flow.example/run?sig=student-flow-key'],
  AGENT_FLOW_URL: ['https://agent-flow.example/run?sig=agent-flow-key'],
  AGENT_LIST_URL: ['https://agent-list.example/run?sig=agent-list-key'],
  DEV_TOOLS: ['1'],
  TRUST_PROXY: ['1', '0'],
  TIME_ZONE: ['Australia/Perth', 'Australia/Melbourne'],
  RATE_LIMIT_PER_MINUTE: ['600', '300'],
  FILE_WORKFLOW_MAX_BYTES: ['1000000', '95000000'],
  AGENT_FLOW_MOCK: ['1', '0'],
  DEMO: ['0'],
  COURSE_DATA_URL: ['https://course-data.example/run?sig=course-data-key'],
  STUDENT_MANAGEMENT_URL: ['https://student-management.example/run?sig=management-key'],
  FILE_TEST_FLOW_URL: ['https://file-test-flow.example/run?sig=file-test-key'],
  HTTPS_PROXY: ['http://proxy-account:proxy-password@web-proxy.example:3128'],
  NO_PROXY: ['records.example', ''],
  NODE_EXTRA_CA_CERTS: ['/etc/ssl/college.pem'],
  RETENTION_DAYS: ['7', '30'],
  RECORDS_UNKNOWN_OUTCOME: ['resend', 'hold'],
  RECORDS_SUBMIT_TIMEOUT_MS: ['90000', '120000'],
  UNKNOWN_OUTCOME: ['hold', 'resend'],
  UPSTREAM_TIMEOUT_MS: ['5000', '30000'],
  LOG_LEVEL: ['debug', 'info'],
};
const AWS = { AWS_ACCESS_KEY_ID: 'aws-key-id', AWS_SECRET_ACCESS_KEY: 'aws-secret', AWS_SESSION_TOKEN: 'aws-session' };
const ALL = new Map([
  ...Object.entries(CONTRACT).map(([name, [value]]) => [name, value] as const),
  ...Object.entries(AWS),
]);
const given = (name: string) => ALL.get(name) ?? '';
const SERVICES = Object.keys(CONTRACT).filter((name) => name.endsWith('_URL') && name !== 'DATABASE_URL');

const example = await readFile('.env.example', 'utf8');
const page = await readFile('docs/operate/settings.md', 'utf8');

describe('the table of settings', () => {
  test('is what .env.example and docs/operate/settings.md say today (else: node build/write-docs.ts)', () => {
    expect(example).toBe(envExample());
    expect(page).toBe(settingsTable());
  });

  test('has every variable of the specification, with its default, each explained in one line above it', () => {
    const lines = example.split('\n');
    for (const [name, [, standard]] of Object.entries(CONTRACT)) {
      const at = lines.indexOf(`#${name}=${standard ?? ''}`);
      expect(at, name).toBeGreaterThan(0);
      expect(lines[at - 1]).toMatch(/^# \S/);
      expect(page).toMatch(new RegExp(`^- \`${name}\`(?: \\(\`.*\`\\))?: \\S`, 'm'));
    }
  });

  // The developer tools read the addresses of services as a list, and two of them nowhere else.
  test('has no setting that nothing reads', async () => {
    const files = await readdir('server', { recursive: true });
    const sources = files.filter((file) => file.endsWith('.ts') && file !== 'settings.ts');
    const code = (await Promise.all(sources.map((file) => readFile(`server/${file}`, 'utf8')))).join('\n');
    for (const [name, setting] of Object.entries(SETTINGS)) {
      if (!('service' in setting)) expect(code, name).toMatch(new RegExp(`\\b${name}\\b`));
    }
  });

  test('takes every variable of the specification, and all of them unset', () => {
    expect(() => readConfig(Object.fromEntries(ALL), { demo: false })).not.toThrow();
    expect(readConfig({}, { demo: false })).toMatchObject({
      port: 3000,
      devTools: false,
      unknownOutcome: 'resend',
      recordsUnknownOutcome: 'hold',
    });
    expect(readConfig({}, { demo: true })).toMatchObject({ demo: true, devTools: true });
  });

  test('takes spaces for unset, and what .env.example shows for the defaults', () => {
    // Nothing is active: a data directory inside the release would be.
    expect(example).not.toMatch(/^[^#\n]/m);
    const given = [...example.matchAll(/^#([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
    const defaults = readConfig({}, { demo: false });
    expect(readConfig(Object.fromEntries(given), { demo: false })).toEqual(defaults);
    expect(readConfig({ PORT: ' ', DATABASE_URL: '' }, { demo: false })).toEqual(defaults);
  });
});

describe('secrets', () => {
  const config = readConfig(Object.fromEntries(ALL), { demo: false });
  const redact = createRedact(confidential(config));

  test.each([...SERVICES, 'CRICOS_USERNAME', 'CRICOS_PASSWORD', 'DATABASE_URL', ...Object.keys(AWS)])(
    '%s is masked wherever it occurs',
    (name) => {
      const value = given(name);
      expect(redact(`it said ${value} to us`)).toBe('it said [removed] to us');
    },
  );

  test('so is the password in an address, as written and as meant, and the host of one', () => {
    expect(redact('data%26password, data&password')).toBe('[removed], [removed]');
    expect(redact('no answer from student-flow.example')).toBe('no answer from [removed]');
  });

  test.each([
    ['CRICOS_PASSWORD', { CRICOS_BASE_URL: 'https://records.example', CRICOS_USERNAME: 'api', CRICOS_PASSWORD: 'abc' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://application:abc@database.example/application' }],
  ])('%s is refused where nothing could keep it out of the log', (name, env) => {
    const read = () => readConfig(env, { demo: false });
    expect(read).toThrow(new RegExp(`${name} .*too short to be kept out of the log: it needs 4 characters or more`));
    expect(read).not.toThrow(/abc/);
  });

  test('one that is too short is not called missing as well', () => {
    const env = { CRICOS_BASE_URL: 'https://records.example', CRICOS_USERNAME: 'api', CRICOS_PASSWORD: 'abc' };
    expect(() => readConfig(env, { demo: false })).not.toThrow(/missing/);
  });

  test('the name of an account is masked if it has four characters or more', () => {
    const account = { CRICOS_BASE_URL: 'https://records.example', CRICOS_PASSWORD: 'records-password-1' };
    const shown = (name: string) => {
      const config = readConfig({ ...account, CRICOS_USERNAME: name }, { demo: false });
      return createRedact(confidential(config))(`the ${name} is known`);
    };
    expect([shown('svc1'), shown('api')]).toEqual(['the [removed] is known', 'the api is known']);
  });

  test('what is public is shown', () => {
    const text = '8080 0.0.0.0 /srv/data Australia/Perth';
    expect(redact(text)).toBe(text);
  });
});

describe('outside services', () => {
  test('the developer tools learn of each whether it is set, never its value', () => {
    const told = (settings: Readonly<Record<string, string>>) =>
      configuredServices(readConfig(settings, { demo: false }));
    expect(told(Object.fromEntries(ALL))).toMatchObject(Object.fromEntries(SERVICES.map((name) => [name, true])));
    expect(told({ AGENT_LIST_URL: given('AGENT_LIST_URL') })).toMatchObject(
      Object.fromEntries(SERVICES.map((name) => [name, name === 'AGENT_LIST_URL'])),
    );
    for (const value of Object.values(told(Object.fromEntries(ALL)))) expect(typeof value).toBe('boolean');
  });

  test.each(SERVICES)('%s ends demo mode when, and only when, an application goes there', (name) => {
    const others = ['AGENT_LIST_URL', 'COURSE_DATA_URL', 'STUDENT_MANAGEMENT_URL', 'FILE_TEST_FLOW_URL'];
    expect(modeOf({ [name]: given(name) })).toEqual({ kind: others.includes(name) ? 'demo' : 'real' });
  });
});
