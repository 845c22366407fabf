import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePdf } from '#tests/support/pdf.ts';
import { problemOf } from './support/client.ts';
import { openRig, type Rig } from './support/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig.close());

const TUS = { 'tus-resumable': '1.0.0' };
const offsetOf = async (id: string) => {
  const { status, headers } = await rig.client.send('HEAD', `/api/uploads/${id}`, undefined, TUS);
  return [status, headers.get('upload-offset'), headers.get('upload-length')];
};

/** Two people's uploads of different lengths, both begun. */
async function two() {
  const begin = async (size: number) => {
    const created = await rig.client.createUpload({ draftId: randomUUID(), slot: 'cv', name: 'cv.pdf', size });
    return created.headers.get('location')?.split('/').at(-1) ?? '';
  };
  return { mine: await begin(100), other: await begin(200) };
}

/** A request whose target is sent exactly as it is given; the status line and headers of the answer. */
function sendRaw(method: string, target: string, headers: Record<string, string> = {}): Promise<string> {
  const { port, hostname, host } = new URL(rig.client.url);
  const lines = Object.entries({ Host: host, 'Tus-Resumable': '1.0.0', Connection: 'close', ...headers });
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = net.connect(Number(port), hostname);
    socket.on('data', (bytes) => {
      text += bytes;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
    socket.write(`${method} ${target} HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`);
  });
}

type Target = (mine: string, other: string, origin: string) => string;
/** The path names my upload, and what follows or stands before it another's: mine is meant. */
const MINE: readonly (readonly [string, Target])[] = [
  ['another id as a path in the query', (mine, other) => `/api/uploads/${mine}?x=/${other}`],
  ['another id as the query', (mine, other) => `/api/uploads/${mine}?/${other}/`],
  ['another address in the query', (mine, other) => `/api/uploads/${mine}?x=/api/uploads/${other}?`],
  ['another id in a fragment', (mine, other) => `/api/uploads/${mine}#/${other}`],
  ['another id in an absolute address', (mine, other, origin) => `${origin}/api/uploads/${mine}?x=/${other}`],
];
/** No path of an upload at all. */
const NOBODYS: readonly (readonly [string, Target])[] = [
  ['another id behind it', (mine, other) => `/api/uploads/${mine}/${other}`],
  ['an encoded slash and another id', (mine, other) => `/api/uploads/${mine}%2f${other}`],
  ['an encoded backslash and another id', (mine, other) => `/api/uploads/${mine}%5c${other}`],
  ['an encoded question mark and another id', (mine, other) => `/api/uploads/${mine}%3fx=/${other}`],
  ['a slash at its end', (mine) => `/api/uploads/${mine}/`],
  ['a double slash', (_mine, other) => `/api/uploads//${other}`],
  ['dots', (mine, other) => `/api/uploads/${mine}/../${other}`],
  ['an encoded letter', (_mine, other) => `/api/uploads/%${other.charCodeAt(0).toString(16)}${other.slice(1)}`],
  ['a null byte', (mine) => `/api/uploads/${mine}%00`],
];

describe('the upload is the one that the path names', () => {
  test.each(MINE)('with %s: HEAD describes it, DELETE ends it, and the other stays', async (_what, target) => {
    const { mine, other } = await two();
    const address = target(mine, other, rig.client.url);
    expect(await sendRaw('HEAD', address)).toMatch(/^HTTP\/1\.1 200 .*\r\nupload-length: 100\r\n/is);
    expect(await sendRaw('DELETE', address)).toMatch(/^HTTP\/1\.1 204 /);
    expect(await offsetOf(mine)).toEqual([404, null, null]);
    expect(await offsetOf(other)).toEqual([200, '0', '200']);
  });

  test.each(MINE)('with %s: PATCH writes to it, and the other gets no byte', async (_what, target) => {
    const { mine, other } = await two();
    const bytes = makePdf({ bytes: 200 }).subarray(0, 50);
    const answer = await rig.client.patch(target(mine, other, ''), 0, bytes);
    expect([answer.status, answer.headers.get('upload-offset')]).toEqual([204, '50']);
    expect(await offsetOf(other)).toEqual([200, '0', '200']);
  });

  test.each(NOBODYS)('with %s it is none: 404 for HEAD, PATCH and DELETE, and both stay', async (_what, target) => {
    const { mine, other } = await two();
    const address = target(mine, other, rig.client.url);
    const chunk = { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': '0', 'Content-Length': '0' };
    for (const method of ['HEAD', 'DELETE', 'GET']) {
      expect(await sendRaw(method, address), method).toMatch(/^HTTP\/1\.1 404 /);
    }
    expect(await sendRaw('PATCH', address, chunk)).toMatch(/^HTTP\/1\.1 404 /);
    expect(await offsetOf(mine)).toEqual([200, '0', '100']);
    expect(await offsetOf(other)).toEqual([200, '0', '200']);
  });

  test('and none is created at an address that is not the collection, around its limit', async () => {
    for (const path of ['/api/uploads/', '/api/uploads/x', `/api/uploads/${'0'.repeat(32)}`]) {
      expect(await sendRaw('POST', path, { 'Upload-Length': '5' }), path).toMatch(/^HTTP\/1\.1 405 /);
    }
  });
});

describe('an extension of tus that is not offered', () => {
  const metadata = Object.entries({
    draftId: randomUUID(),
    slot: 'cv',
    filename: 'cv.pdf',
    filetype: 'application/pdf',
  })
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
  const creation = { ...TUS, 'upload-length': '10', 'upload-metadata': metadata };

  test.each([
    ['a part of a concatenation', { 'upload-concat': 'partial' }],
    ['a concatenation', { 'upload-concat': 'final;/api/uploads/a /api/uploads/b' }],
    ['a concatenation that is none', { 'upload-concat': '' }],
    ['a length that comes later', { 'upload-defer-length': '1' }],
    ['a checksum', { 'upload-checksum': 'sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=' }],
  ])('is refused with a problem when an upload is created: %s', async (_what, header) => {
    const answer = await rig.client.send('POST', '/api/uploads', undefined, { ...creation, ...header });
    expect(problemOf(answer)).toMatchObject({ status: 400, code: 'MALFORMED_REQUEST' });
  });

  test('is refused with a problem when bytes come with the creation', async () => {
    const headers = { ...creation, 'content-type': 'application/offset+octet-stream' };
    const answer = await rig.client.send('POST', '/api/uploads', '%PDF-1.7 ?', headers);
    expect(problemOf(answer)).toMatchObject({ status: 400, code: 'MALFORMED_REQUEST' });
  });

  test('is refused with a problem before a chunk is read: a checksum', async () => {
    const { mine } = await two();
    const headers = {
      ...TUS,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
      'upload-checksum': 'sha1 AAAA',
    };
    const answer = await rig.client.send('PATCH', `/api/uploads/${mine}`, '%PDF-1.7', headers);
    expect(problemOf(answer)).toMatchObject({ status: 400, code: 'MALFORMED_REQUEST' });
    expect(await offsetOf(mine)).toEqual([200, '0', '100']);
  });

  test('is not listed: only creation, termination and expiration are', async () => {
    const { headers } = await rig.client.send('OPTIONS', '/api/uploads');
    expect(headers.get('tus-extension')).toBe('creation,termination,expiration');
  });
});
