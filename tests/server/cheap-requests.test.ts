/** @module-tag slow */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Wrap } from '#server/outside.ts';
import { makePdf } from '#tests/support/pdf.ts';
import { type Answer, problemOf } from './support/client.ts';
import { openRig, type Rig } from './support/rig.ts';
import { readyAgain } from './support/tolerant.ts';

/** Ids of documents whose bytes were read again, each held until `mayRead`. */
let read: string[];
let mayRead: Promise<void>;
const wrap: Wrap = (name, port) =>
  name !== 'files'
    ? port
    : new Proxy(port, {
        get: (target, property) => {
          const value = Reflect.get(target, property);
          if (property !== 'open' || typeof value !== 'function') return value;
          return async function* (id: string) {
            read.push(id);
            await mayRead;
            yield* value.call(target, id);
          };
        },
      });

const LIMIT = 30;
const LIMITED = { RATE_LIMIT_PER_MINUTE: String(LIMIT) };
/** From so many bytes on a chunk is not counted. */
const CHUNK_BYTES = 4096;
const LONG = 'x'.repeat(CHUNK_BYTES);
const CHUNK = {
  'tus-resumable': '1.0.0',
  'content-type': 'application/offset+octet-stream',
};

let rig: Rig;
beforeEach(async () => {
  read = [];
  mayRead = Promise.resolve();
  rig = await openRig({ wrap });
});
afterEach(() => rig.close());

const patch = (location: string, offset: number, body: string | Uint8Array = '') =>
  rig.client.send('PATCH', location, body, { ...CHUNK, 'upload-offset': String(offset) });
const requestOf = (location: string, offset: number, headers: Record<string, string>) =>
  http.request(rig.client.url + location, {
    method: 'PATCH',
    headers: { ...CHUNK, 'upload-offset': String(offset), ...headers },
  });
/** The status of a PATCH whose `headers` announce its length. */
async function patchRaw(location: string, offset: number, body: string, headers: Record<string, string>) {
  const request = requestOf(location, offset, { 'content-length': String(body.length), ...headers });
  if (headers['transfer-encoding']) request.removeHeader('content-length');
  request.end(body);
  const [response]: http.IncomingMessage[] = await once(request, 'response');
  response?.resume();
  return response?.statusCode;
}
/** Announces a chunk, sends a byte of it and ends the connection. */
function breakOff(location: string, offset: number): void {
  const request = requestOf(location, offset, { 'content-length': String(2 * CHUNK_BYTES), connection: 'close' });
  request.on('error', () => undefined);
  request.write('%', () => request.destroy());
}
/** The statuses of that many answers, how often each came. */
async function tally(count: number, ask: () => Promise<Answer>): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  for (const { status } of await Promise.all(Array.from({ length: count }, ask))) {
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

describe('an empty PATCH on an upload that is whole', () => {
  test('is answered with what is known, and the document is not read again', async () => {
    const bytes = makePdf();
    const { uploadId } = await rig.client.upload(randomUUID(), 'cv', bytes);
    const answer = await patch(`/api/uploads/${uploadId}`, bytes.length);
    expect([answer.status, answer.headers.get('upload-offset')]).toEqual([204, String(bytes.length)]);
    expect(read).toEqual([]);
  });

  test('that was not examined yet is examined once, however many ask at the same moment', async () => {
    const bytes = makePdf();
    const created = await rig.client.createUpload({ draftId: randomUUID(), slot: 'cv', name: 'a', size: bytes.length });
    const location = created.headers.get('location') ?? '';
    await patch(location, 0, bytes.subarray(0, 100));
    // What was seen of its content on the way is forgotten, and so the file has to be read.
    rig = { ...rig, client: await rig.restart() };
    const { promise, resolve: go } = Promise.withResolvers<void>();
    mayRead = promise;
    const last = patch(location, 100, bytes.subarray(100));
    await expect.poll(() => read).toHaveLength(1);
    const others = tally(10, () => patch(location, bytes.length));
    go();
    expect((await last).status).toBe(204);
    expect(await others).toEqual({ 204: 10 });
    expect(read).toHaveLength(1);
  });
});

describe('counted by the rate limit are', () => {
  beforeEach(async () => {
    rig = { ...rig, client: await rig.restart(LIMITED) };
  });

  test('empty PATCHes, but no chunk that brings a few kilobytes of a known upload', async () => {
    const bytes = makePdf({ bytes: 65 * CHUNK_BYTES });
    const created = await rig.client.createUpload({ draftId: randomUUID(), slot: 'cv', name: 'a', size: bytes.length });
    const location = created.headers.get('location') ?? '';
    const bring = (at: number) => patch(location, at, bytes.subarray(at, at + CHUNK_BYTES));
    for (let at = 0; at < 60; at += 1) expect((await bring(at * CHUNK_BYTES)).status).toBe(204);
    const offset = 60 * CHUNK_BYTES;
    // One request was the creation.
    expect(await tally(40, () => patch(location, offset))).toEqual({ 204: LIMIT - 1, 429: 11 });
    expect((await bring(offset)).status).toBe(204);
  });

  test.each([
    ['announce it', {}],
    ['announce no length', { 'transfer-encoding': 'chunked' }],
  ])('PATCHes of a single byte that %s, before anything is done for them', async (_title, headers) => {
    const created = await rig.client.createUpload({ draftId: randomUUID(), slot: 'cv', name: 'a', size: 1000 });
    const location = created.headers.get('location') ?? '';
    const statuses = [];
    for (let at = 0; at < LIMIT + 5; at += 1) statuses.push(await patchRaw(location, at, '%', headers));
    // One request was the creation.
    expect(statuses).toEqual([...Array(LIMIT - 1).fill(204), ...Array(6).fill(429)]);
    const uploaded = path.join(rig.dataDir, 'uploads', location.split('/').at(-1) ?? '');
    expect((await stat(uploaded)).size).toBe(LIMIT - 1);
  });

  test('chunks that announce more and break off after a byte', async () => {
    const created = await rig.client.createUpload({ draftId: randomUUID(), slot: 'cv', name: 'a', size: 100_000 });
    const location = created.headers.get('location') ?? '';
    const uploaded = path.join(rig.dataDir, 'uploads', location.split('/').at(-1) ?? '');
    for (let at = 0; at < LIMIT; at += 1) {
      breakOff(location, at);
      await expect.poll(async () => (await stat(uploaded)).size).toBe(at + 1);
    }
    await expect.poll(async () => (await rig.client.get('/api/config')).status).toBe(429);
  });

  test('chunks for uploads that are not there, in either way of announcing their length', async () => {
    const guess = () => patch(`/api/uploads/${randomUUID().replaceAll('-', '')}`, 0, LONG);
    expect(await tally(40, guess)).toEqual({ 404: LIMIT, 429: 10 });
    expect(problemOf(await guess()).code).toBe('RATE_LIMITED');
  });

  test('chunks at an offset where they do not belong', async () => {
    const created = await rig.client.createUpload({ draftId: randomUUID(), slot: 'cv', name: 'a', size: 100 });
    const location = created.headers.get('location') ?? '';
    expect(await tally(40, () => patch(location, 50, LONG))).toEqual({ 409: LIMIT - 1, 429: 11 });
  });

  test('chunks that ask for what is not offered', async () => {
    const ask = () =>
      rig.client.send('PATCH', '/api/uploads/0', LONG, {
        ...CHUNK,
        'upload-offset': '0',
        'upload-checksum': 'sha1 A',
      });
    expect(await tally(40, ask)).toEqual({ 400: LIMIT, 429: 10 });
  });

  test('guesses of uploads with HEAD and DELETE', async () => {
    const guess = (method: string) => () =>
      rig.client.send(method, `/api/uploads/${randomUUID().replaceAll('-', '')}`, undefined, CHUNK);
    expect(await tally(20, guess('HEAD'))).toEqual({ 404: 20 });
    expect(await tally(20, guess('DELETE'))).toEqual({ 404: 10, 429: 10 });
  });

  test('assets that do not exist', async () => {
    expect(await tally(40, () => rig.client.get(`/assets/${randomUUID()}.js`))).toEqual({ 404: LIMIT, 429: 10 });
  });

  test('not those that do, even over the limit: a school shares one address', async () => {
    const assets = path.join(rig.dataDir, 'none', 'assets');
    await mkdir(assets, { recursive: true });
    await writeFile(path.join(assets, 'page-1a2b.js'), '1');
    rig = { ...rig, client: await rig.restart(LIMITED) };
    await tally(40, () => rig.client.get('/api/config'));
    expect(await tally(40, () => rig.client.get('/assets/page-1a2b.js'))).toEqual({ 200: 40 });
  });

  test('the figures, in an account of their own: who watches is answered when others are over their limit', async () => {
    await tally(40, () => rig.client.get('/api/config'));
    expect(await tally(40, () => rig.client.get('/metrics'))).toEqual({ 200: LIMIT, 429: 10 });
    expect((await rig.client.get('/healthz')).status).toBe(200);
    expect((await rig.client.get('/readyz')).status).not.toBe(429);
    await readyAgain(rig.client.url);
  });
});
