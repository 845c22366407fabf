import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SLOW } from '#tests/support/slow.ts';
import { COMPILE_CACHE } from '../support/start-flags.ts';

type Env = Readonly<Record<string, string>>;

let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'environment-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const file = (name: string, text: string) => writeFile(path.join(home, name), text);

/** What the staff's command says beside this `.env`: it reads the settings as the server does, and then finds no ledger. */
async function said(env: Env = {}): Promise<string> {
  const own = { PATH: process.env.PATH ?? '', ...COMPILE_CACHE, DATA_DIR: path.join(home, 'none') };
  const run = promisify(execFile)(process.execPath, [path.resolve('server/submissions.ts'), 'list'], {
    cwd: home,
    env: { ...own, ...env },
  });
  return run.then(
    ({ stdout }) => stdout,
    (error) => String(error.stderr),
  );
}

/** What the server itself says of settings that are right, before it ends: its data directory is a file. */
async function saidAtStart(env: Env): Promise<string> {
  await file('taken', '');
  const own = { PATH: process.env.PATH ?? '', ...COMPILE_CACHE, PORT: '0', DATA_DIR: path.join(home, 'taken') };
  const run = promisify(execFile)(process.execPath, [path.resolve('server/main.ts')], {
    cwd: home,
    env: { ...own, ...env },
  });
  return run.then(
    ({ stdout }) => stdout,
    (error) => String(error.stderr),
  );
}
const RIGHT = 'There is no ledger in DATA_DIR';

describe('a value in .env', () => {
  const cut = [
    ['CRICOS_PASSWORD=abc#def', 'CRICOS_PASSWORD'],
    ['export CRICOS_PASSWORD = #def', 'CRICOS_PASSWORD'],
    ['STUDENT_FLOW_URL=https://flow.example/run#part', 'STUDENT_FLOW_URL'],
  ] as const;
  test.each(cut)('is never cut at a # without a word: %s', async (line, name) => {
    await file('.env', `PORT=3000\n${line}\n`);
    const text = await said();
    expect(text).toContain(`${name} in .env has a #`);
    expect(text).toContain('quotes');
    expect(text).not.toMatch(/abc|def|flow\.example/);
  });

  const whole = ['CRICOS_PASSWORD="abc#def"', "CRICOS_PASSWORD='#abc'", 'PORT=3000 # a comment', '#PORT=a#b'];
  test.each(whole)('may have a # in quotes, and a comment after a space: %s', async (line) => {
    await file('.env', `${line}\n`);
    expect(await said()).toContain(RIGHT);
  });
});

test('an .env that cannot be read is not called missing', async () => {
  await mkdir(path.join(home, '.env'));
  expect(await said()).toContain('.env is there and cannot be read (EISDIR)');
});

describe('a name that is no setting', () => {
  const mistyped = [
    ['STUDENT_WORKFOW_URL', 'STUDENT_WORKFLOW_URL'],
    ['PROT', 'PORT'],
    ['cricos_base_url', 'CRICOS_BASE_URL'],
    ['CRICOS_PASSWORD_FIEL', 'CRICOS_PASSWORD_FILE'],
  ] as const;
  test.each(mistyped)('is refused in .env with the one meant: %s', async (wrong, meant) => {
    await file('.env', `${wrong}=x\n`);
    expect(await said()).toContain(`${wrong} is no setting: did you mean ${meant}?`);
  });

  test('is refused in the environment as well, where it is long enough to be no accident', async () => {
    expect(await said({ DATABSE_URL: 'x' })).toContain('DATABSE_URL is no setting: did you mean DATABASE_URL?');
    expect(await said({ POST: 'x' })).toContain(RIGHT);
  });

  test('holds up nothing where it resembles none, or one that is set', SLOW, async () => {
    await file('.env', 'POSTGRES_PASSWORD=x\nTIMEZONE=x\nTIME_ZONE=Australia/Perth\n');
    expect(await said()).toContain(RIGHT);
  });
});

describe('a secret', () => {
  test.each(['DATABASE_URL', 'STUDENT_FLOW_URL'])('is read from the file that %s_FILE names', async (name) => {
    await file('secret', 'ftp://from-the-file.example\n');
    const text = await said({ [`${name}_FILE`]: path.join(home, 'secret') });
    expect(text).toContain(`${name} must be a URL`);
    expect(text).not.toContain('from-the-file');
  });

  test('whose file is missing, empty, or beside its variable is refused', SLOW, async () => {
    await file('empty', '\n');
    const text = await said({
      CRICOS_USERNAME: 'records-account',
      CRICOS_USERNAME_FILE: path.join(home, 'empty'),
      DATABASE_URL_FILE: path.join(home, 'empty'),
      CRICOS_PASSWORD_FILE: path.join(home, 'missing'),
    });
    expect(text).toContain('CRICOS_USERNAME and CRICOS_USERNAME_FILE are both set');
    expect(text).toContain('DATABASE_URL_FILE names a file that is empty');
    expect(text).toContain('CRICOS_PASSWORD_FILE names a file that cannot be read (ENOENT)');
  });
});

test('a secret that is an ordinary word is named at the start, which goes on', SLOW, async () => {
  const env = {
    CRICOS_BASE_URL: 'https://records.example',
    CRICOS_USERNAME: 'api',
    CRICOS_PASSWORD: 'sunflower',
    STUDENT_FLOW_URL: 'https://api:test@flow.example',
  };
  const text = await saidAtStart(env);
  expect(text).toContain('CRICOS_PASSWORD is short or an ordinary word');
  expect(text).toContain('The password in STUDENT_FLOW_URL is short or an ordinary word');
  expect(text).not.toMatch(/sunflower|test@/);
  // That is no reason to end: the only one is the data directory.
  expect(text).toMatch(/^The configuration is not right: DATA_DIR \S+ is, or lies below, a file$/m);
});

test('an address of the vendor of the published records API asks for its dialect', async () => {
  const account = { CRICOS_USERNAME: 'svc-enrolment', CRICOS_PASSWORD: 'a-long-password' };
  const vendor = { ...account, CRICOS_BASE_URL: 'https://cricosapi.dotedu.com.au' };
  expect(await saidAtStart(vendor)).toContain('Set RECORDS_DIALECT=rtomanager');
  expect(await saidAtStart({ ...vendor, RECORDS_DIALECT: 'rtomanager' })).not.toContain('RECORDS_DIALECT');
});

test('everything that is wrong is named at once', async () => {
  await file('.env', 'CRICOS_PASSWORD=abc#def\nLOG_LEVL=info\n');
  const text = await said({
    NODE_ENV: 'production',
    PORT: 'eighty',
    AGENT_LIST_URL: 'htp://list.example',
    UPLOADS_S3_ENDPOINT: 'https://s3.example',
    AWS_ACCESS_KEY_ID: 'account',
    DATABASE_URL_FILE: '/none',
  });
  for (const sentence of [
    'CRICOS_PASSWORD in .env has a #',
    'did you mean LOG_LEVEL?',
    'No outside service is configured',
    'PORT must be a whole number',
    'AGENT_LIST_URL must be a URL',
    'UPLOADS_S3_ENDPOINT is set without UPLOADS_S3_BUCKET',
    'AWS_ACCESS_KEY_ID is set without AWS_SECRET_ACCESS_KEY',
    'DATABASE_URL_FILE names a file that cannot be read (ENOENT)',
  ]) {
    expect(text).toContain(sentence);
  }
});
