import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Mocks, startMocks } from '#mocks/server.ts';
import { createRecordsTokens } from '#server/adapters/records-tokens.ts';
import { createLog } from '#server/logger.ts';
import { hasOpenssl, makeCertificate } from '#tests/support/certificate.ts';
import { needs } from '#tests/support/needs.ts';
import { COMPILE_CACHE } from '#tests/support/start-flags.ts';
import { openOutbound } from './support/outbound.ts';

let mocks: Mocks;
beforeAll(async () => {
  mocks = await startMocks({ port: 0, latency: 0, records: 'published' });
});
afterAll(() => mocks.close());
beforeEach(() => mocks.reset());

let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'check-settings-'));
});
afterEach(() => rm(home, { recursive: true }));

/** `npm run check-settings -- …` as a separate process with that environment, beside the `.env` in `home`. */
async function checkSettings(env: Readonly<Record<string, string | undefined>>, ...words: readonly string[]) {
  const own = { PATH: process.env.PATH, ...COMPILE_CACHE, DATA_DIR: home, ...env };
  const program = path.resolve('server/check-settings.ts');
  const run = promisify(execFile)(process.execPath, [program, ...words], { cwd: home, env: own });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    (error) => ({ code: Number(error.code), out: String(error.stdout), err: String(error.stderr) }),
  );
}

const account = () => {
  const { CRICOS_BASE_URL, CRICOS_USERNAME, CRICOS_PASSWORD } = mocks.env;
  return { CRICOS_BASE_URL, CRICOS_USERNAME, CRICOS_PASSWORD };
};

const PEOPLE = [
  'an adult',
  'a person with one name',
  'a minor with a guardian',
  'a person with a postal address',
  'a person with an agent',
  'a person who specified little',
];

test('every made-up person passes the published records API in its dialect, and no offer is made', async () => {
  const { code, out, err } = await checkSettings({ ...account(), RECORDS_DIALECT: 'rtomanager' }, '--offers');
  expect([code, err]).toEqual([0, '']);
  for (const person of PEOPLE) expect(out).toMatch(new RegExp(`^${person}: 200 after \\d+ ms$`, 'm'));
  expect(new Set(mocks.received().map(({ service }) => service))).toEqual(new Set(['token', 'validate']));
  expect(mocks.received({ service: 'validate' })).toHaveLength(PEOPLE.length);
  for (const { body } of mocks.received({ service: 'validate' }))
    expect(body).toMatchObject({ ComplianceAndOtherInfo: { USI: null } });
  expect(mocks.offers()).toEqual([]);
  expect(out).not.toContain(mocks.env.CRICOS_PASSWORD);
});

test('it asks for a token and for validations, and for nothing else at that address', async () => {
  const paths = new Set<string>();
  const server = createServer((request, response) => {
    paths.add(request.url ?? '');
    response.end(JSON.stringify({ access_token: 'a-token-of-some-length', IsSuccess: true }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { code, out } = await checkSettings({ ...account(), CRICOS_BASE_URL: `http://127.0.0.1:${port}` }, '--offers');
  expect(code).toBe(0);
  expect([...paths].toSorted()).toEqual(['/api/V1/StudentOffers/Validate', '/token']);
  expect(out).not.toContain('a-token-of-some-length');
});

test('in the other dialect it prints what the published records API refuses', async () => {
  const { code, out } = await checkSettings({ ...account(), RECORDS_DIALECT: 'spec' }, '--offers');
  expect(code).toBe(0);
  expect(out).toContain('application.Title');
  expect(out).toContain('application.ComplianceAndOtherInfo.FirstLanguage');
});

test('without a records API it prints the reason; for an unknown option, the known ones', async () => {
  const unset = await checkSettings({}, '--offers');
  expect(unset).toMatchObject({ code: 1, err: expect.stringContaining('CRICOS_BASE_URL') });
  const unknown = await checkSettings(account(), 'offers');
  expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('npm run check-settings -- --offers') });
});

describe('without an option', () => {
  test('everything that is configured is asked, nothing is sent, and it ends with 0', async () => {
    const { code, out, err } = await checkSettings(mocks.env);
    expect([code, err]).toEqual([0, '']);
    expect(out).not.toContain('WRONG');
    expect(out).toMatch(/^ok +CRICOS_BASE_URL: the records API gave a token$/m);
    expect(out).toMatch(/^ok +Intakes of the records API: \d{4}-\d\d-\d\d/m);
    expect(out).toMatch(/^ok +AGENT_LIST_URL: it lists \d+ agents$/m);
    for (const flow of ['STUDENT_WORKFLOW_URL', 'FILE_WORKFLOW_URL', 'STUDENT_FLOW_URL', 'AGENT_FLOW_URL']) {
      expect(out).toMatch(new RegExp(`^ok +${flow}: there is a server, which answered \\d+ to OPTIONS`, 'm'));
    }
    const asked = new Set(mocks.received().map(({ service }) => service));
    for (const service of ['submit', 'validate', 'student-workflow', 'file-workflow'])
      expect(asked).not.toContain(service);
    expect([mocks.offers(), mocks.effects()]).toEqual([[], []]);
    for (const secret of [mocks.env.CRICOS_PASSWORD, new URL(mocks.url).host]) expect(out).not.toContain(secret);
  });

  test("a wrong password is named in the service's own words, with what applicants see until it is corrected", async () => {
    const { code, out, err } = await checkSettings({ ...mocks.env, CRICOS_PASSWORD: 'another-password-1' });
    expect(code).toBe(1);
    expect(err).toContain('2 to be set right');
    expect(out).toMatch(
      /^WRONG +CRICOS_USERNAME, CRICOS_PASSWORD: the records API refuses the account\. It answered 400: .*invalid_grant/m,
    );
    expect(out).toMatch(/^WRONG +The records API has no intake to offer \(Token request failed: .*built in$/m);
    expect(out).not.toContain('another-password-1');
  });

  test('a flow that does not answer, one that is half configured and missing ones are distinguished', async () => {
    const env = { ...account(), STUDENT_FLOW_URL: 'http://127.0.0.1:1/flow?sig=a-signature-of-the-flow' };
    const { code, out } = await checkSettings(env);
    expect(code).toBe(1);
    expect(out).toMatch(/^WRONG +STUDENT_FLOW_URL cannot be reached \(ECONNREFUSED\)$/m);
    const words = 'Application submission is not configured. Please contact support.';
    expect(out).toMatch(
      new RegExp(`^WRONG +STUDENT_WORKFLOW_URL is not set: students cannot apply, .*"${words}"$`, 'm'),
    );
    expect(out).toMatch(/^not set +AGENT_FLOW_URL is not set: agencies cannot register/m);
    expect(out).not.toMatch(/COURSE_DATA_URL|STUDENT_MANAGEMENT_URL|AGENT_WORKFLOW_URL|a-signature/);
  });

  test('documents that are forwarded nowhere are named if students can apply', async () => {
    const { code, out } = await checkSettings({ ...mocks.env, FILE_WORKFLOW_URL: undefined });
    expect(code).toBe(0);
    expect(out).toMatch(/^not set +FILE_WORKFLOW_URL is not set: applications are finished without their documents/m);
  });

  test('settings that cannot be read are named, and no service is asked', async () => {
    const { code, err } = await checkSettings({ ...mocks.env, RETENTION_DAYS: 'ever' });
    expect([code, mocks.received()]).toEqual([1, []]);
    expect(err).toMatch(/^WRONG +RETENTION_DAYS must be a whole number/m);
  });

  test(
    'an authority of the college is trusted when NODE_EXTRA_CA_CERTS in .env names it',
    needs(hasOpenssl(), 'openssl is not installed: apt-get install openssl'),
    async () => {
      const secure = https.createServer(await makeCertificate(home), (_request, response) => response.end());
      secure.listen(0, '127.0.0.1');
      await once(secure, 'listening');
      onTestFinished(() => void secure.close());
      const { port } = secure.address() as AddressInfo;
      const env = { ...mocks.env, STUDENT_FLOW_URL: `https://localhost:${port}/flow` };
      const unknown = await checkSettings(env);
      expect(unknown.out).toMatch(
        /^WRONG +STUDENT_FLOW_URL cannot be reached \(DEPTH_ZERO_SELF_SIGNED_CERT\): .*NODE_EXTRA_CA_CERTS$/m,
      );
      await writeFile(path.join(home, '.env'), `NODE_EXTRA_CA_CERTS=${path.join(home, 'certificate.pem')}\n`);
      expect((await checkSettings(env)).out).toMatch(/^ok +STUDENT_FLOW_URL: /m);
    },
  );
});

test("the log of a refused account has the service's status and reason, and does not call it busy", async () => {
  const { CRICOS_BASE_URL = '', CRICOS_USERNAME = '' } = mocks.env;
  const lines: string[] = [];
  const log = createLog('info', (text) => text, { write: (line) => void lines.push(line) });
  const tokens = createRecordsTokens({
    outbound: openOutbound({ timeoutMs: 60_000 }),
    url: `${CRICOS_BASE_URL}/token`,
    username: CRICOS_USERNAME,
    password: 'another-password-1',
    monotonic: () => 0,
    issued: [],
  });
  log.warn({ err: await tokens.get().catch((failure: unknown) => failure) }, 'failed');
  expect(JSON.parse(lines[0] ?? '').err).toMatchObject({
    kind: 'refused',
    message: 'Token request failed',
    status: 400,
    reason: 'invalid_grant',
  });
});
