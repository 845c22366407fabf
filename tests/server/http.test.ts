import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { problemOf } from './support/client.ts';
import { type Env, openRig, type Rig } from './support/rig.ts';
import { readyAgain } from './support/tolerant.ts';

let rig: Rig;
afterEach(() => rig?.close());
const open = async (env: Env = {}) => {
  rig = await openRig({ env });
  return rig.client;
};

test('an unknown address or method is answered with a problem', async () => {
  const client = await open();
  expect(problemOf(await client.get('/api/nothing'))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect(problemOf(await client.send('DELETE', '/api/config'))).toMatchObject({
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
  });
  expect(problemOf(await client.get('/%E0%A4%A'))).toMatchObject({
    code: expect.stringMatching(/MALFORMED|NOT_FOUND/),
  });
});

describe('the rate limit', () => {
  test('answers 429 with Retry-After, leaves other visitors alone, and does not count chunks', async () => {
    const client = await open({ RATE_LIMIT_PER_MINUTE: '5', TRUST_PROXY: '1' });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const created = await client.createUpload({ draftId: randomUUID(), slot: 'cv', name: 'cv.pdf', size: 10_000 });
    for (let i = 0; i < 5; i += 1)
      expect((await client.send('GET', '/api/config', undefined, from('10.0.0.1'))).status).toBe(200);
    const refused = await client.send('GET', '/api/config', undefined, from('10.0.0.1'));
    expect(problemOf(refused)).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await client.send('GET', '/api/config', undefined, from('10.0.0.2'))).status).toBe(200);
    const chunk = await client.send('PATCH', created.headers.get('location') ?? '', '%PDF-1.7'.padEnd(5000), {
      ...from('10.0.0.1'),
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    });
    expect(chunk.status).toBe(204);
    expect((await client.send('GET', '/healthz', undefined, from('10.0.0.1'))).status).toBe(200);
  });
});

describe('configuration', () => {
  test('is sent to the page as booleans and limits only', async () => {
    const client = await open({ AGENT_FLOW_URL: undefined, AGENT_FLOW_MOCK: undefined });
    expect(JSON.parse((await client.get('/api/config')).text)).toEqual({
      demo: false,
      devTools: false,
      flows: { student: true, agent: false, shortForm: true, files: true },
      limits: {
        totalDocumentBytes: 104_857_600,
        agentIntroductionBytes: 10_485_760,
        genericFileBytes: 10_485_760,
        genericFileCount: 5,
        draftHours: 24,
      },
    });
    expect((await client.get('/api/dev/cricos/intakes')).status).toBe(404);
  });
});

test('liveness, readiness and figures', async () => {
  const client = await open();
  expect((await client.get('/healthz')).status).toBe(200);
  await readyAgain(client.url);
  expect((await client.get('/metrics')).text).toContain('http_request_duration_seconds');
});
