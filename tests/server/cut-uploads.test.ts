import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openRequest } from './support/half-sent.ts';
import { openRig, type Rig } from './support/rig.ts';

const CHUNK = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
const JSON_TYPE = { 'content-type': 'application/json' };

let rig: Rig;
let lines: string[];
beforeEach(async () => {
  lines = [];
  rig = await openRig({ log: (line) => lines.push(line) });
});
afterEach(() => rig.close());

/** The log's line of the first request with that method. */
async function lineOf(method: string): Promise<Record<string, unknown>> {
  const found = () => lines.map((line) => JSON.parse(line)).find((line) => line.method === method);
  await expect.poll(found).toBeDefined();
  return found();
}

const newUpload = async (size: number) => {
  const facts = { draftId: randomUUID(), slot: 'cv', name: 'cv.pdf', size };
  return (await rig.client.createUpload(facts)).headers.get('location') ?? '';
};

/** Resolves when so many bytes of an upload are where the server finds them again. */
const kept = (path: string, bytes: number) =>
  expect
    .poll(async () => {
      const { headers } = await rig.client.send('HEAD', path, undefined, { 'tus-resumable': '1.0.0' });
      return Number(headers.get('upload-offset'));
    })
    .toBe(bytes);

describe('a request whose connection breaks before its answer is logged as broken off', () => {
  test.each([
    ['of an announced length', { ...CHUNK, 'content-length': '200000' }],
    ['in pieces without an announced length', CHUNK],
  ])('an upload %s, with the bytes that came', async (_how, headers) => {
    const path = await newUpload(200_000);
    const half = openRequest(rig.client.url, { path, method: 'PATCH', headers });
    await half.send(Buffer.alloc(40_000, 'x'));
    half.destroy();
    const line = await lineOf('PATCH');
    expect(line).toMatchObject({ level: 30, status: 499, msg: 'the connection broke off', route: '/api/uploads/:id' });
    expect(line.received).toBe(40_000);
    await kept(path, 40_000);
    // The start names missing settings.
    const warnings = lines.map((line) => JSON.parse(line)).filter(({ level, setting }) => level > 30 && !setting);
    expect(warnings).toEqual([]);
    const { text } = await rig.client.get('/metrics');
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="PATCH",route="\/api\/uploads\/:id",status="499"\} 1/,
    );
  });

  test('an application', async () => {
    const path = `/api/short-applications/${randomUUID()}`;
    const headers = { ...JSON_TYPE, 'content-length': '1000' };
    const half = openRequest(rig.client.url, { path, method: 'PUT', headers });
    await half.send(Buffer.alloc(400, ' '));
    half.destroy();
    const line = await lineOf('PUT');
    expect(line).toMatchObject({
      level: 30,
      status: 499,
      msg: 'the connection broke off',
      submission: path.slice(-36, -28),
    });
    expect(line.received).toBe(400);
  });
});

test('a request that is answered has the status of its answer, though its body broke off', async () => {
  const path = await newUpload(200_000);
  const headers = { ...CHUNK, 'upload-offset': '7', 'content-length': '200000' };
  const conflict = openRequest(rig.client.url, { path, method: 'PATCH', headers });
  expect(await conflict.answer()).toMatchObject({ status: 409 });
  conflict.destroy();
  await conflict.ended();
  expect(await lineOf('PATCH')).toMatchObject({ status: 409, msg: 'request' });
});
