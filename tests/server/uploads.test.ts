import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePdf, sha256 } from '#tests/support/pdf.ts';
import { problemOf } from './support/client.ts';
import { openRig, type Rig } from './support/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig.close());

const MB = 1024 * 1024;
const TUS = { 'tus-resumable': '1.0.0' };
const create = (slot: string, size: number, draftId: string = randomUUID(), sum?: string) =>
  rig.client.createUpload({ draftId, slot, name: `${slot}.pdf`, size, ...(sum ? { sha256: sum } : {}) });
const head = (location: string) => rig.client.send('HEAD', location, undefined, TUS);

async function sent(slot: string, bytes: Buffer, sum?: string) {
  const location = (await create(slot, bytes.length, randomUUID(), sum)).headers.get('location') ?? '';
  return { location, answer: await rig.client.patch(location, 0, bytes) };
}

describe('an upload', () => {
  test('continues from the byte where it stopped, and answers its offset', async () => {
    const bytes = makePdf({ bytes: 5000 });
    const location = (await create('passport', bytes.length)).headers.get('location') ?? '';
    expect((await rig.client.patch(location, 0, bytes.subarray(0, 2000))).headers.get('upload-offset')).toBe('2000');
    const standing = await head(location);
    expect([standing.status, standing.headers.get('upload-offset')]).toEqual([200, '2000']);
    expect((await rig.client.patch(location, 2000, bytes.subarray(2000))).status).toBe(204);
  });

  test.each(['passport', 'photo-id'])('of no bytes is refused with a problem before it is made: %s', async (slot) => {
    const answer = await create(slot, 0);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([415, 'application/problem+json']);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'file-invalid-type', detail: 'The file is empty.' });
    expect(answer.headers.get('location')).toBeNull();
  });

  test('at a wrong offset is refused at once, before its body has come', async () => {
    const location = (await create('passport', 50 * MB)).headers.get('location') ?? '';
    const { hostname, port } = new URL(rig.client.url);
    const socket = net.connect(Number(port), hostname);
    socket.write(
      `PATCH ${location} HTTP/1.1\r\nHost: x\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 77\r\n` +
        `Content-Type: application/offset+octet-stream\r\nContent-Length: ${50 * MB}\r\n\r\n`,
    );
    const answer = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
    socket.destroy();
    expect(answer).toContain('409 Conflict');
    expect((await head(location)).headers.get('upload-offset')).toBe('0');
  });

  test.each([
    ['passport', 'Only PDF files are supported. Please upload PDF documents only'],
    ['agent-introduction', 'Only PDF files are supported for agent introduction documents.'],
  ])('in %s that is not PDF by content is refused at its end and removed', async (slot, detail) => {
    const { location, answer } = await sent(slot, Buffer.from('MZ this is a program called passport.pdf'));
    expect(problemOf(answer)).toMatchObject({ status: 415, code: 'file-invalid-type', detail });
    expect((await head(location)).status).toBe(404);
  });

  test('of the short form takes pictures and documents, and no program', async () => {
    const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(50)]);
    expect((await sent('photo-id', png)).answer.status).toBe(204);
    expect((await sent('passport', png)).answer.status).toBe(415);
    expect((await sent('photo-id', Buffer.from('MZ program'))).answer.status).toBe(415);
  });

  test('whose content is not what was announced is refused and removed', async () => {
    const bytes = makePdf();
    expect((await sent('passport', bytes, sha256(bytes))).answer.status).toBe(204);
    const { location, answer } = await sent('passport', bytes, '0'.repeat(64));
    expect(problemOf(answer)).toMatchObject({ status: 422, code: 'UPLOAD_MISMATCH' });
    expect((await head(location)).status).toBe(404);
  });

  test.each([
    ['passport', 100 * MB, 201, undefined],
    ['passport', 100 * MB + 1, 413, 'FILE_SIZE_ERROR'],
    ['agent-introduction', 10 * MB + 1, 413, 'file-too-large'],
    ['photo-id', 10_485_760, 201, undefined],
    ['photo-id', 10_485_761, 413, 'file-too-large'],
    ['unheard-of', 10, 422, 'UPLOAD_MISMATCH'],
  ])('in %s of %d bytes is answered with %d at its creation', async (slot, size, status, code) => {
    const answer = await create(slot, size);
    expect(answer.status).toBe(status);
    if (code) expect(problemOf(answer).code).toBe(code);
  });

  test('counts with the draft’s other documents, not with the one that it replaces', async () => {
    const draft = randomUUID();
    expect((await create('passport', 60 * MB, draft)).status).toBe(201);
    expect(problemOf(await create('cv', 41 * MB, draft))).toMatchObject({
      code: 'FILE_SIZE_ERROR',
      detail: 'Total file size exceeds 100MB limit',
    });
    expect((await create('passport', 70 * MB, draft)).status).toBe(201);
    expect((await create('cv', 30 * MB, draft)).status).toBe(201);
  });

  test('without metadata, length or a known id is refused', async () => {
    const post = (headers: Record<string, string>) =>
      rig.client.send('POST', '/api/uploads', undefined, { ...TUS, ...headers });
    expect(problemOf(await post({ 'upload-length': '5' })).status).toBe(400);
    expect(problemOf(await post({ 'upload-length': '5', 'upload-metadata': 'draftId !!!' })).status).toBe(400);
    expect((await head(`/api/uploads/${'0'.repeat(32)}`)).status).toBe(404);
    expect((await head('/api/uploads/..%2f..%2fledger.sqlite')).status).toBe(404);
    expect((await rig.client.get(`/api/uploads/${'0'.repeat(32)}`)).status).toBe(404);
  });

  test.each(['HEAD', 'DELETE', 'POST'])(
    '%s in another version of the protocol is answered with 412 and ours',
    async (method) => {
      const path = method === 'POST' ? '/api/uploads' : ((await create('passport', 10)).headers.get('location') ?? '');
      for (const headers of [{}, { 'tus-resumable': '0.2.2' }]) {
        const { status, headers: said } = await rig.client.send(method, path, undefined, headers);
        expect([status, said.get('tus-version'), said.get('tus-resumable')]).toEqual([412, '1.0.0', '1.0.0']);
      }
    },
  );

  test('tells when it expires, and what was said of it', async () => {
    const draftId = randomUUID();
    const created = await create('passport', 10, draftId, 'a'.repeat(64));
    const expires = Date.parse(created.headers.get('upload-expires') ?? '') - Date.now();
    expect(Math.abs(expires - 24 * 3_600_000)).toBeLessThan(60_000);
    const { headers } = await head(created.headers.get('location') ?? '');
    const metadata = (headers.get('upload-metadata') ?? '').split(',').map((pair) => pair.split(' '));
    const said = metadata.map(([name, value = '']) => [name, Buffer.from(value, 'base64').toString()]);
    expect(Object.fromEntries(said)).toMatchObject({
      draftId,
      slot: 'passport',
      filename: 'passport.pdf',
      sha256: 'a'.repeat(64),
    });
    expect(headers.get('upload-length')).toBe('10');
  });

  test('of an application under way cannot be ended', async () => {
    rig.upstream.always('validate', { status: 503 });
    const application = await rig.client.student();
    await rig.client.put(application);
    await rig.client.settled(application.id);
    const { uploadId } = application.body.documents[0] as { uploadId: string };
    const answer = await rig.client.send('DELETE', `/api/uploads/${uploadId}`, undefined, TUS);
    expect(problemOf(answer)).toMatchObject({ status: 409, code: 'SUBMISSION_IN_PROGRESS' });
    rig.upstream.always('validate', undefined);
    await rig.client.processed(application.id);
  });
});
