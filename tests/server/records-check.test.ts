import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Mocks, startMocks } from '#mocks/server.ts';
import { COMPILE_CACHE } from '#tests/support/start-flags.ts';

let mocks: Mocks;
beforeAll(async () => {
  mocks = await startMocks({ port: 0, latency: 0, records: 'published' });
});
afterAll(() => mocks.close());
beforeEach(() => mocks.reset());

/** `npm run records -- …` as a process of its own with that environment. */
async function recordsCommand(env: Readonly<Record<string, string | undefined>>, ...words: readonly string[]) {
  const own = { PATH: process.env.PATH, ...COMPILE_CACHE, ...env };
  const run = promisify(execFile)(process.execPath, ['server/records.ts', ...words], { env: own });
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
  'somebody with one name',
  'a minor with a guardian',
  'somebody with a postal address',
  'somebody with an agent',
  'somebody who specified little',
];

test('every made-up person passes the published records API in its dialect, and no offer is made', async () => {
  const { code, out, err } = await recordsCommand({ ...account(), RECORDS_DIALECT: 'rtomanager' }, 'check');
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
  const { code, out } = await recordsCommand({ ...account(), CRICOS_BASE_URL: `http://127.0.0.1:${port}` }, 'check');
  expect(code).toBe(0);
  expect([...paths].toSorted()).toEqual(['/api/V1/StudentOffers/Validate', '/token']);
  expect(out).not.toContain('a-token-of-some-length');
});

test('in the other dialect it prints what the published records API refuses', async () => {
  const { code, out } = await recordsCommand({ ...account(), RECORDS_DIALECT: 'spec' }, 'check');
  expect(code).toBe(0);
  expect(out).toContain('application.Title');
  expect(out).toContain('application.ComplianceAndOtherInfo.FirstLanguage');
});

test('without a records API it says so, and without a command what there is', async () => {
  expect(await recordsCommand({}, 'check')).toMatchObject({ code: 1, err: expect.stringContaining('CRICOS_BASE_URL') });
  expect(await recordsCommand(account())).toMatchObject({ code: 1, err: expect.stringContaining('records -- check') });
});
