import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Mocks, startMocks } from '#mocks/server.ts';
import { createHttpDevCalls, type DevCalls } from '#server/adapters/dev-calls-http.ts';
import { freePort } from '#tests/support/product.ts';

const account = (env: Readonly<Record<string, string>>) => ({
  baseUrl: env.CRICOS_BASE_URL ?? '',
  username: env.CRICOS_USERNAME ?? '',
  password: env.CRICOS_PASSWORD ?? '',
});

describe('developers’ calls to the records API', () => {
  let mocks: Mocks;
  let calls: DevCalls;
  beforeAll(async () => {
    mocks = await startMocks({ port: 0, latency: 0 });
    const records = account(mocks.env);
    calls = createHttpDevCalls({
      records,
      secrets: [records.password, mocks.env.FILE_WORKFLOW_URL ?? ''],
      timeoutMs: 60_000,
    });
  });
  afterAll(() => mocks.close());

  test('a token is answered masked: its first four characters and its length', async () => {
    const answer = await calls.token();
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ access_token: expect.stringMatching(/^.{4}… \(\d+ characters\)$/) });
    expect(answer.headers['content-type']).toContain('json');
    expect(answer.took).toBeGreaterThanOrEqual(0);
  });

  test('validation, intakes and classifications are answered as the records API answered', async () => {
    expect(await calls.validate({})).toMatchObject({ status: expect.any(Number), body: expect.any(Object) });
    expect(await calls.intakes({ campusid: '1', year: String(new Date().getFullYear()) })).toMatchObject({
      status: 200,
    });
    expect(await calls.classification('EmploymentStatuses')).toMatchObject({
      status: 200,
      body: expect.arrayContaining([{ Value: expect.any(String), Name: expect.any(String) }]),
    });
  });

  test('a refusal is an answer with its status, not an error', async () => {
    mocks.setScenario({ service: 'classifications', scenario: 'failing', times: 1, status: 500 });
    expect(await calls.classification('EmploymentStatuses')).toMatchObject({ status: 500 });
  });

  test('a token that no header can carry is masked as well, and is sent with no call', async () => {
    const records = account(mocks.env);
    const asked: string[] = [];
    const outside = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ access_token: 'a-long-token\n', expires_in: 3600 }));
    });
    await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
    const own = createHttpDevCalls({ records: { ...records, baseUrl }, secrets: [], timeoutMs: 60_000 });
    for (const answer of [await own.token(), await own.validate({})]) {
      expect(answer.body).toMatchObject({ access_token: 'a-lo… (13 characters)' });
    }
    expect(asked).toEqual(['/token', '/token']);
    outside.close();
  });

  test('of a password or an address that the outside repeats nothing is shown', async () => {
    const records = account(mocks.env);
    const outside = createServer((_request, response) => {
      response.writeHead(400, { 'content-type': 'application/json', 'x-account': records.username });
      response.end(JSON.stringify({ message: `${records.password} is wrong` }));
    });
    await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
    const secrets = [records.username, records.password];
    const answer = await createHttpDevCalls({ records: { ...records, baseUrl }, secrets, timeoutMs: 60_000 }).token();
    outside.close();
    expect(answer.body).toEqual({ message: '[removed] is wrong' });
    expect(answer.headers['x-account']).toBe('[removed]');
  });

  test('of an answer without end the beginning is shown, without what a secret was cut to, and no more is read', async () => {
    const records = account(mocks.env);
    const secrets = [records.username, records.password];
    let isRead = true;
    const outside = createServer((_request, response) => {
      // A password lies across each boundary that a reader might choose.
      const block = Buffer.from(records.password.repeat(4000));
      const send = () => {
        while (!response.destroyed && response.write(block));
      };
      response.on('drain', send).on('close', () => {
        isRead = false;
      });
      send();
    });
    await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
    const answer = await createHttpDevCalls({ records: { ...records, baseUrl }, secrets, timeoutMs: 60_000 }).token();
    expect(answer.status).toBe(200);
    expect(answer.body).toMatch(/^(?:\[removed\]){1000,}[[\]a-z]*… \(only the beginning of a long answer\)$/);
    expect(String(answer.body).length).toBeLessThan(1024 * 1024);
    expect(answer.body).not.toContain(records.password.slice(0, 8));
    await expect.poll(() => isRead).toBe(false);
    outside.closeAllConnections();
    outside.close();
  });

  test('a token that cannot be had is what the call answers', async () => {
    mocks.setScenario({ service: 'token', scenario: 'failing', times: 1, status: 503 });
    expect(await calls.validate({})).toMatchObject({ status: 503 });
  });

  test('no answer is reported, without an address', async () => {
    const records = { ...account(mocks.env), baseUrl: `http://127.0.0.1:${await freePort()}` };
    const answer = await createHttpDevCalls({ records, secrets: [], timeoutMs: 500 }).token();
    expect(answer).toMatchObject({ status: null, headers: {}, body: 'No answer (ECONNREFUSED).' });
  });

  test('without a configured records API every call is NOT_CONFIGURED', async () => {
    const unset = createHttpDevCalls({ secrets: [], timeoutMs: 500 });
    expect(await unset.token()).toMatchObject({ status: null, body: 'The records API is not configured.' });
    expect(await unset.intakes({})).toMatchObject({ status: null, body: 'The records API is not configured.' });
    expect(unset.sendTestFile()).toBeUndefined();
  });

  test('the test PDF goes to the file-test flow in the form of the file workflow', async () => {
    const fileTestUrl = mocks.env.FILE_WORKFLOW_URL ?? '';
    const answer = await createHttpDevCalls({ fileTestUrl, secrets: [fileTestUrl], timeoutMs: 60_000 }).sendTestFile();
    expect(answer?.status).toBeLessThan(300);
    const [received] = mocks.received({ service: 'file-workflow' }).slice(-1);
    expect(received?.body).toEqual({ subject: 'Test Material Upload', offerId: 'TEST', submissionId: 'test' });
    expect(received?.files).toMatchObject([{ filename: 'test.pdf', slot: 'test' }]);
  });
});
