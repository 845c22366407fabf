import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import * as endpoints from '#contract/endpoints.ts';
import { problemOf } from './support/client.ts';
import { openRig, type Rig } from './support/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig.close());

const ENDPOINTS: readonly (readonly [string, Endpoint])[] = Object.entries(endpoints).flatMap(([name, endpoint]) =>
  typeof endpoint === 'string' ? [] : [[name, endpoint] as const],
);
const withId = ENDPOINTS.filter(([, endpoint]) => endpoint.path.includes(':id'));
const withBody = ENDPOINTS.filter(([, endpoint]) => endpoint.method === 'PUT');

const JSON_TYPE = { 'content-type': 'application/json' };
const send = ({ method, path, query }: Endpoint, body?: string, headers: Record<string, string> = JSON_TYPE) =>
  rig.client.send(
    method,
    `${path.replace(':id', randomUUID())}?${new URLSearchParams(query)}`,
    method === 'GET' ? undefined : (body ?? '{}'),
    headers,
  );

describe('every endpoint of the contract', () => {
  test('is here to be tested: lists, applications, and submissions', () => {
    expect(ENDPOINTS.length).toBeGreaterThanOrEqual(10);
    expect([withId.length, withBody.length]).toEqual([5, 3]);
  });

  test.each(ENDPOINTS)('%s is mounted on the server', async (_name, endpoint) => {
    const answer = await send(endpoint);
    // An address that is not mounted is refused without a detail.
    if (answer.status >= 400) expect(problemOf(answer).detail).toBeDefined();
  });

  test.each(ENDPOINTS)('%s is cached as it declares, and its refusals never are', async (_name, endpoint) => {
    const answer = await send(endpoint);
    const cache = answer.status < 400 ? endpoint.cache : 'no-store';
    expect(answer.headers.get('cache-control')).toBe(cache);
    expect(answer.headers.has('etag')).toBe(cache === 'no-cache');
  });

  test.each(withId)('%s takes a UUID as its id, and nothing else', async (_name, endpoint) => {
    for (const id of ['1', 'x'.repeat(36), randomUUID().replaceAll('-', '')]) {
      const path = endpoint.path.replace(':id', id);
      const answer = await send({ ...endpoint, path }, '{}');
      expect(problemOf(answer)).toMatchObject({ status: 400, detail: 'The id must be a UUID.' });
    }
  });

  test.each(withBody)('%s takes JSON of its own shape, of 256 KB at most', async (_name, endpoint) => {
    const refusalOf = async (body: string, headers = JSON_TYPE) => {
      const { status, code, detail } = problemOf(await send(endpoint, body, headers));
      return { status, code, detail };
    };
    expect(await refusalOf('{}', { 'content-type': 'text/plain' })).toEqual({
      status: 415,
      code: 'UNSUPPORTED_MEDIA_TYPE',
      detail: 'Please send JSON.',
    });
    expect(await refusalOf(`{"values":"${'a'.repeat(256 * 1024)}"}`)).toEqual({
      status: 413,
      code: 'BODY_TOO_LARGE',
      detail: 'A request may have 256 KB at most.',
    });
    for (const [body, detail] of [
      ['{"values":', 'The request is not valid JSON.'],
      [`${'['.repeat(100)}${']'.repeat(100)}`, 'The request is not valid JSON.'],
      ['{"values":{"__proto__":{}}}', 'The request has a forbidden key.'],
      ['{"values":{"a":{"constructor":1}}}', 'The request has a forbidden key.'],
    ] as const) {
      expect(await refusalOf(body)).toEqual({ status: 400, code: 'MALFORMED_REQUEST', detail });
    }
    expect((await refusalOf('{"values":7}')).detail).toMatch(/^The request has a fault at: /);
  });
});

test('a compressed body is not inflated: it is no JSON', async () => {
  const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' };
  const answer = await send(endpoints.putShortApplication, '\u001f\u008b', headers);
  expect(problemOf(answer)).toMatchObject({ status: 400, detail: 'The request is not valid JSON.' });
});

test('the costs of applications are counted in one account, and of a refreshed list in another', async () => {
  const client = await rig.restart({ RATE_LIMIT_PER_MINUTE: '30' });
  rig = { ...rig, client };
  const statuses = async (count: number, endpoint: Endpoint) => {
    const answers = [];
    for (let i = 0; i < count; i += 1) answers.push((await send(endpoint)).status);
    return answers;
  };
  expect(await statuses(5, endpoints.putShortApplication)).toEqual(Array(5).fill(400));
  expect(await statuses(6, endpoints.putAgentApplication)).toEqual([...Array(5).fill(400), 429]);
  expect(await statuses(4, endpoints.refreshAgentList)).toEqual([200, 200, 200, 429]);
  expect((await send(endpoints.agentList)).status).toBe(200);
});
