import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadEnvironment } from '#server/config.ts';
import { notesOnDataDirectory } from '#server/data-directory.ts';
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

/** The notes of a start with these variables. */
function notesWith(env: Env): readonly string[] {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  try {
    return loadEnvironment().notes;
  } finally {
    vi.unstubAllEnvs();
  }
}

/** What the server itself says before it ends, since it cannot listen. */
async function saidAtStart(env: Env): Promise<string> {
  const own = { PATH: process.env.PATH ?? '', ...COMPILE_CACHE, PORT: '0', HOST: 'nowhere.invalid' };
  const run = promisify(execFile)(process.execPath, [path.resolve('server/main.ts')], {
    cwd: home,
    env: { ...own, DATA_DIR: path.join(home, 'data'), ...env },
  });
  return run.then(
    ({ stdout }) => stdout,
    (error) => String(error.stderr),
  );
}

test('a value in single quotes is read unchanged, with # and \\n in it', async () => {
  await file(
    '.env',
    "CRICOS_BASE_URL='ftp://records.example/#part\\n'\nCRICOS_USERNAME=api\nCRICOS_PASSWORD='a#b\\nc'\n",
  );
  const text = await said();
  expect(text).toContain('CRICOS_BASE_URL must be a URL');
  // It has five characters or more: nothing was cut off at the #.
  expect(text).not.toContain('CRICOS_PASSWORD');
});

test('an .env that cannot be read is not called missing', async () => {
  await mkdir(path.join(home, '.env'));
  expect(await said()).toContain('.env is there and cannot be read (EISDIR)');
});

test('a name in .env that is no setting is mentioned, and holds up nothing', async () => {
  await file('.env', 'STUDENT_WORKFOW_URL=x\nPOSTGRES_PASSWORD=x\nTIME_ZONE=Australia/Perth\n');
  const text = await saidAtStart({ DEMO: '1' });
  expect(text).toContain('STUDENT_WORKFOW_URL in .env is no setting of this server');
  expect(text).toContain('POSTGRES_PASSWORD in .env is no setting of this server');
  expect(text).not.toContain('TIME_ZONE');
  // That is what ended it.
  expect(text).toContain('HOST and PORT: the host cannot be resolved');
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

test('an address of the vendor of the published records API asks for its dialect', async () => {
  const account = { CRICOS_USERNAME: 'svc-enrolment', CRICOS_PASSWORD: 'a-long-password' };
  const vendor = { ...account, CRICOS_BASE_URL: 'https://cricosapi.dotedu.com.au' };
  expect(await saidAtStart(vendor)).toContain('Set RECORDS_DIALECT=rtomanager');
  expect(await saidAtStart({ ...vendor, RECORDS_DIALECT: 'rtomanager' })).not.toContain('RECORDS_DIALECT');
});

test('an authority that cannot be read is named', async () => {
  const text = await said({ DEMO: '1', NODE_EXTRA_CA_CERTS: path.join(home, 'none.pem') });
  expect(text).toContain('NODE_EXTRA_CA_CERTS names a file that cannot be read, or has no certificate in PEM form');
});

describe('DATA_DIR is warned of', () => {
  test('inside the release if applications are real and are stored there', () => {
    const inside = { STUDENT_FLOW_URL: 'https://flow.example', DATA_DIR: path.resolve('data-of-a-test') };
    const bucket = {
      DATABASE_URL: 'postgres://application:a-password@127.0.0.1:1/application',
      UPLOADS_S3_BUCKET: 'b',
    };
    expect(notesWith(inside)).toContainEqual(expect.stringContaining('lies inside the release'));
    expect(notesWith({ ...inside, ...bucket })).toEqual([]);
    expect(notesWith({ DEMO: '1', DATA_DIR: path.resolve('data-of-a-test') })).toEqual([]);
  });

  test('inside the release also behind a link', async () => {
    const link = path.join(home, 'data');
    await symlink(path.resolve('server'), link);
    expect(notesOnDataDirectory(link)).toEqual([expect.stringContaining('lies inside the release')]);
  });

  test('on a network file system, also where it is not there yet', () => {
    const nfs = (place: string) => (place === home ? 0x6969 : 0xef53);
    expect(notesOnDataDirectory(path.join(home, 'not', 'yet'), nfs)).toEqual([
      expect.stringContaining('is on a network file system'),
    ]);
    expect(notesOnDataDirectory(home, () => 0xef53)).toEqual([]);
  });
});

test('everything that is wrong is named at once', async () => {
  const text = await said({
    NODE_ENV: 'production',
    PORT: 'eighty',
    AGENT_LIST_URL: 'htp://list.example',
    UPLOADS_S3_ENDPOINT: 'https://s3.example',
    AWS_ACCESS_KEY_ID: 'account',
    DATABASE_URL_FILE: '/none',
  });
  for (const sentence of [
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
