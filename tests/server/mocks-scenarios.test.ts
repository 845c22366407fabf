import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseEnv } from '#mocks/main-env.ts';
import { type Mocks, startMocks } from '#mocks/server.ts';
import { postJson } from './mocks-client.ts';

let mocks: Mocks;
beforeAll(async () => {
  mocks = await startMocks({ port: 0, latency: 0 });
});
afterAll(() => mocks.close());
beforeEach(() => mocks.reset());

const send = (to: Mocks = mocks) =>
  fetch(to.env.STUDENT_WORKFLOW_URL ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'a' },
    body: JSON.stringify({ OfferId: 'OFFER_1', SubmissionId: 'a' }),
  });
const play = (scenario: string, more: { times?: number; status?: number } = {}) =>
  mocks.setScenario({ service: 'student-workflow', scenario, ...more });
const outcome = () => mocks.received()[0]?.outcome;

describe('scenarios', () => {
  test('failing answers 503, or the status asked for, and does nothing', async () => {
    play('failing', { times: 1 });
    play('failing', { times: 1, status: 404 });
    expect([(await send()).status, (await send()).status, (await send()).status]).toEqual([503, 404, 202]);
    expect(mocks.effects()).toMatchObject([{ calls: 1 }]);
  });

  test('cut-before breaks the connection and does nothing', async () => {
    play('cut-before');
    await expect(send()).rejects.toThrow();
    expect([outcome(), mocks.effects()]).toEqual(['cut', []]);
  });

  test('cut-after does the work and breaks the connection; the same key then gets the answer', async () => {
    play('cut-after', { times: 1 });
    await expect(send()).rejects.toThrow();
    expect([outcome(), mocks.effects().length]).toEqual(['cut', 1]);
    expect((await send()).status).toBe(202);
    expect(mocks.effects()).toMatchObject([{ key: 'a', calls: 2 }]);
  });

  test('counted scenarios are played before the standing one, in the order they were asked for', async () => {
    play('rejects-message');
    play('failing', { times: 2 });
    play('rate-limited', { times: 1 });
    const statuses = [];
    for (let call = 0; call < 5; call += 1) statuses.push((await send()).status);
    expect(statuses).toEqual([503, 503, 429, 400, 400]);
  });

  test('a scenario or a service that does not exist is refused with what there is', () => {
    expect(() => play('explodes')).toThrow(/Known scenarios: accepts, slow/);
    expect(() => parseEnv({ MOCK_SEED: 'x' })).toThrow('MOCK_SEED');
  });

  test('closing ends what hangs and what waits', async () => {
    const closing = await startMocks({ port: 0, latency: 60_000 });
    const waiting = send(closing);
    waiting.catch(() => undefined);
    await expect.poll(() => closing.received().length).toBe(1);
    await closing.close();
    await expect(waiting).rejects.toThrow();
  });
});

describe('scenarios from the environment', () => {
  test('one for every service, or one each', async () => {
    const one = await startMocks({ port: 0, latency: 0, scenario: 'failing' });
    const each = await startMocks({ port: 0, latency: 0, scenario: 'validate:rejects-item-list, flows:slow' });
    expect(new Set(Object.values(one.scenarios().playing))).toEqual(new Set(['failing']));
    expect(each.scenarios().playing).toMatchObject({
      validate: 'rejects-item-list',
      'agent-flow': 'slow',
      offers: 'accepts',
    });
    await Promise.all([one.close(), each.close()]);
    await expect(startMocks({ port: 0, scenario: 'validat:slow' })).rejects.toThrow("Unknown service 'validat'");
  });

  test('the stand-alone program reads its variables', () => {
    expect(parseEnv({})).toEqual({ port: 4010 });
    expect(
      parseEnv({
        MOCK_PORT: '0',
        MOCK_LATENCY: '10-20',
        MOCK_AGENTS: '9',
        MOCK_SEED: '3',
        MOCK_SCENARIO: 'slow',
        MOCK_HOST: '::1',
      }),
    ).toEqual({ port: 0, latency: { min: 10, max: 20 }, agents: 9, seed: 3, scenario: 'slow', host: '::1' });
    expect(parseEnv({ MOCK_LATENCY: '0' })).toEqual({ port: 4010, latency: 0 });
    expect(parseEnv({ MOCK_RECORDS: 'published' })).toEqual({ port: 4010, records: 'published' });
    expect(() => parseEnv({ MOCK_RECORDS: 'real' })).toThrow('MOCK_RECORDS must be spec or published');
  });
});

describe('control calls', () => {
  const control = (path: string) => `${mocks.url}/__control/${path}`;

  test('set a scenario, read back what arrived, and start afresh', async () => {
    await postJson(control('scenario'), { service: 'student-workflow', scenario: 'failing', times: 1 });
    expect([(await send()).status, (await send()).status]).toEqual([503, 202]);
    const all = await (await fetch(control('received?service=student-workflow&key=a'))).json();
    expect(all).toMatchObject([
      { order: 1, scenario: 'failing', status: 503, headers: { 'idempotency-key': 'a' } },
      { order: 2, scenario: 'accepts', status: 202 },
    ]);
    expect(await (await fetch(control('received?after=1'))).json()).toHaveLength(1);
    expect(await (await fetch(control('effects?service=student-workflow'))).json()).toMatchObject([{ key: 'a' }]);
    await postJson(control('reset'), {});
    expect(await (await fetch(control('received'))).json()).toEqual([]);
    expect(await (await fetch(control('offers'))).json()).toEqual([]);
  });

  test.each([
    [{ service: 'nobody', scenario: 'slow' }, "Unknown service 'nobody'"],
    [{ service: 'offers', scenario: 'no-such' }, "Unknown scenario 'no-such'"],
    [{ service: 'offers', scenario: 'slow', times: 'often' }, 'times must be a whole number'],
    [null, 'Expected { service'],
  ])('%j is refused with what is wrong', async (body, message) => {
    const response = await postJson(control('scenario'), body);
    expect([response.status, await response.json()]).toEqual([400, { message: expect.stringContaining(message) }]);
  });
});
