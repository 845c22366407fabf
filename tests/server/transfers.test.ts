/** @module-tag slow */
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Wrap } from '#server/outside.ts';
import type { FileStore } from '#server/ports/file-store.ts';
import { type Client, problemOf } from './support/client.ts';
import { openRequest } from './support/half-sent.ts';
import { movedBy, openRig, type Rig, stoppedClock } from './support/rig.ts';
import {
  type Created,
  contentPath,
  pieceHeaders,
  sealedBytes,
  strangeSecret,
  transfersOf,
  viewIn,
} from './support/transfer-client.ts';

let rig: Rig;
let client: Client;
let passed: number;
beforeEach(async () => {
  passed = 0;
  rig = await openRig({ clock: movedBy(() => passed) });
  client = rig.client;
});
afterEach(() => rig.close());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const transfers = () => transfersOf(client);
const files = async () =>
  (await readdir(path.join(rig.dataDir, 'uploads'))).filter((name) => /^[0-9a-f]{32}/.test(name));
const stateFor = async (id: string, secret: string) => viewIn(await transfers().view(id, secret)).state;
const codeOf = async (asked: Promise<Parameters<typeof problemOf>[0] & { status: number }>) => {
  const answer = await asked;
  return [answer.status, problemOf(answer).code];
};
type Kind = 'document' | 'draft';
const arrived = async (kind: Kind, bytes = sealedBytes()): Promise<Created & { readonly bytes: Buffer }> => {
  const created = await transfers()[kind]();
  const answer = await transfers().send(created.id, created.writer, bytes);
  expect(viewIn(answer)).toMatchObject({ state: 'arrived', bytes: bytes.length });
  return { ...created, bytes };
};
/** A piece that announces all bytes, and sends none of them yet. */
const begin = (id: string, writer: string, size: number) =>
  openRequest(client.url, {
    path: contentPath(id),
    method: 'PATCH',
    headers: { ...pieceHeaders(writer, { offset: 0, size }), 'content-length': String(size) },
  });
/** A promise, and what resolves it. */
function signal(): readonly [happened: Promise<void>, happen: () => void] {
  const { promise, resolve } = Promise.withResolvers<void>();
  return [promise, resolve];
}
/** No time passes but what the test lets pass. */
async function stopClock(): Promise<void> {
  await rig.close();
  rig = await openRig({ clock: stoppedClock(() => passed) });
  client = rig.client;
}

describe('a document from a phone', () => {
  test('arrives byte for byte, and both devices see each step', async () => {
    const { id, reader, writer } = await transfers().document();
    expect(await stateFor(id, reader)).toBe('waiting');
    expect(viewIn(await transfers().open(id, writer)).state).toBe('opened');
    expect(await stateFor(id, reader)).toBe('opened');
    const bytes = sealedBytes(3_000_000);
    expect(viewIn(await transfers().send(id, writer, bytes)).state).toBe('arrived');
    const got = await transfers().content(id, reader);
    expect([got.status, got.bytes.equals(bytes)]).toEqual([200, true]);
    expect(got.headers.get('cache-control')).toBe('no-store');
    expect((await transfers().acknowledge(id, reader)).status).toBe(204);
    expect(await stateFor(id, writer)).toBe('taken');
  });

  test('can be fetched again until the computer acknowledges it; then the bytes are removed', async () => {
    const { id, reader, bytes } = await arrived('document');
    for (let tries = 0; tries < 2; tries += 1)
      expect((await transfers().content(id, reader)).bytes.equals(bytes)).toBe(true);
    expect(await files()).not.toEqual([]);
    expect((await transfers().acknowledge(id, reader)).status).toBe(204);
    expect(await files()).toEqual([]);
    const again = client.send('GET', contentPath(id), undefined, { authorization: `Bearer ${reader}` });
    expect(await codeOf(again)).toEqual([409, 'LINK_USED']);
    // The answer may have been lost.
    expect((await transfers().acknowledge(id, reader)).status).toBe(204);
  });

  test('uses its link up: nothing more is accepted, before it was fetched and after', async () => {
    const { id, reader, writer, bytes } = await arrived('document');
    for (const asked of [transfers().send(id, writer, sealedBytes(), 'attempt-2'), transfers().open(id, writer)])
      expect(await codeOf(asked)).toEqual([409, 'LINK_USED']);
    expect((await transfers().content(id, reader)).bytes.equals(bytes)).toBe(true);
    await transfers().acknowledge(id, reader);
    expect(await codeOf(transfers().send(id, writer, sealedBytes(), 'attempt-2'))).toEqual([409, 'LINK_USED']);
    expect(await files()).toEqual([]);
  });

  test('cannot be acknowledged before it has arrived', async () => {
    const { id, reader } = await transfers().document();
    expect(await codeOf(transfers().acknowledge(id, reader))).toEqual([404, 'NOT_FOUND']);
  });

  test('is not claimed: a claim changes nothing', async () => {
    const { id, reader, bytes } = await arrived('document');
    expect(await codeOf(transfers().claim(id, reader, strangeSecret()))).toEqual([404, 'NOT_FOUND']);
    expect((await transfers().content(id, reader)).bytes.equals(bytes)).toBe(true);
  });

  test('keeps the rights of both devices apart, and a stranger learns nothing', async () => {
    const { id, reader, writer } = await arrived('document');
    const refusals = [
      await transfers().send(id, reader, sealedBytes()),
      await transfers().open(id, reader),
      await transfers().acknowledge(id, writer),
      await transfers().cancel(id, writer),
      await transfers().view(id, strangeSecret()),
      await transfers().view(randomUUID(), reader),
      await client.get(`/api/transfers/${id}`),
      await client.get(contentPath(id)),
    ];
    for (const answer of refusals) {
      expect([answer.status, problemOf(answer)]).toEqual([
        404,
        expect.objectContaining({ code: 'NOT_FOUND', detail: 'There is no such link, or it is over.' }),
      ]);
    }
    expect((await transfers().content(id, writer)).status).toBe(404);
    expect(await stateFor(id, reader)).toBe('arrived');
  });

  test('expires after 15 minutes for both devices, and its bytes leave the disk with the next sweep', async () => {
    await stopClock();
    const { id, reader, writer } = await arrived('document');
    const unused = await transfers().document();
    passed = 15 * MINUTE - 5_000;
    expect((await transfers().content(id, reader)).status).toBe(200);
    passed = 15 * MINUTE + 5_000;
    for (const asked of [
      transfers().view(id, reader),
      transfers().open(unused.id, unused.writer),
      transfers().send(unused.id, unused.writer, sealedBytes()),
      transfers().acknowledge(id, reader),
    ])
      expect(await codeOf(asked)).toEqual([410, 'LINK_EXPIRED']);
    expect((await transfers().content(id, reader)).status).toBe(410);
    expect(await files()).not.toEqual([]);
    // The sweep runs at each start, and each minute.
    client = await rig.restart();
    await expect.poll(files).toEqual([]);
    await expect.poll(async () => (await transfers().view(id, writer)).status).toBe(404);
  });

  test('is still there after a restart, and a sweep leaves what has not expired', async () => {
    const { id, reader, bytes } = await arrived('document');
    passed = 5 * MINUTE;
    client = await rig.restart();
    expect((await transfers().content(id, reader)).bytes.equals(bytes)).toBe(true);
  });

  test('cancelled at the computer cannot be sent any more, and what had arrived is removed', async () => {
    const unused = await transfers().document();
    expect(viewIn(await transfers().cancel(unused.id, unused.reader)).state).toBe('cancelled');
    expect(await codeOf(transfers().send(unused.id, unused.writer, sealedBytes()))).toEqual([410, 'LINK_CANCELLED']);
    const { id, reader } = await arrived('document');
    await transfers().cancel(id, reader);
    expect((await transfers().content(id, reader)).status).toBe(410);
    expect(await codeOf(transfers().acknowledge(id, reader))).toEqual([410, 'LINK_CANCELLED']);
    expect(await files()).toEqual([]);
  });

  test('may have what its slot accepts and a little more; more is refused before a byte has come', async () => {
    const { id, writer } = await transfers().document('agent-introduction');
    const most = 10 * 1024 * 1024 + 64 * 1024;
    const tooMuch = begin(id, writer, most + 1);
    expect(await tooMuch.answer()).toEqual({ status: 413, code: 'file-too-large' });
    tooMuch.destroy();
    expect((await transfers().send(id, writer, sealedBytes(most))).status).toBe(200);
  });

  test('for a slot that no form has is refused', async () => {
    expect(await codeOf(transfers().ask({ kind: 'document', slot: '../../etc' }))).toEqual([422, 'UPLOAD_MISMATCH']);
  });

  test('cannot be named by an application', async () => {
    await arrived('document');
    const [name = ''] = await files();
    const uploadId = name.replace('.json', '');
    const application = await client.student();
    const documents = application.body.documents.map((one) =>
      'slot' in one && one.slot === 'passport' ? { ...one, uploadId } : one,
    );
    const asked = client.put({ ...application, body: { ...application.body, documents } });
    expect(await codeOf(asked)).toEqual([422, 'UPLOAD_MISMATCH']);
  });
});

describe('pieces', () => {
  test('that break off keep what had come, and the next piece begins behind it', async () => {
    const { id, writer, reader } = await transfers().document();
    const bytes = sealedBytes(300_000);
    const broken = begin(id, writer, bytes.length);
    broken.write(bytes.subarray(0, 200_000));
    await expect.poll(() => stateFor(id, reader)).toBe('sending');
    await expect.poll(async () => viewIn(await transfers().view(id, writer)).bytes).toBeGreaterThan(0);
    broken.destroy();
    // No device sends any more.
    await expect.poll(() => stateFor(id, reader)).toBe('opened');
    expect((await transfers().content(id, reader)).status).toBe(404);
    // The same first piece again is refused, at whichever byte the server is.
    expect(await codeOf(transfers().send(id, writer, bytes))).toEqual([409, 'UPLOAD_CONFLICT']);
    const offset = viewIn(await transfers().view(id, writer)).bytes;
    expect(offset).toBeGreaterThan(0);
    const rest = await transfers().addPiece(id, writer, bytes.subarray(offset), { offset, size: bytes.length });
    expect(viewIn(rest)).toMatchObject({ state: 'arrived', bytes: bytes.length });
    expect((await transfers().content(id, reader)).bytes.equals(bytes)).toBe(true);
  });

  test('of another attempt replace those of the first one, which may still be arriving', async () => {
    const { id, reader, writer } = await transfers().document();
    const stalled = begin(id, writer, 90_000);
    stalled.write(sealedBytes(40_000));
    await expect.poll(() => stateFor(id, reader)).toBe('sending');
    const bytes = sealedBytes(90_000);
    expect(viewIn(await transfers().send(id, writer, bytes, 'attempt-2')).state).toBe('arrived');
    stalled.write(sealedBytes(50_000));
    // Which of the two depends on how far the second attempt was when the first one lost its bytes.
    const { status, code } = await stalled.answer();
    expect(status).toBe(409);
    expect(['LINK_USED', 'UPLOAD_CONFLICT']).toContain(code);
    await expect.poll(async () => (await files()).length).toBe(1);
    expect((await transfers().content(id, reader)).bytes.equals(bytes)).toBe(true);
  });

  test('of another attempt never continue those of the first one, even where the length is the same', async () => {
    const { id, writer } = await transfers().document();
    const size = 90_000;
    await transfers().addPiece(id, writer, sealedBytes(50_000), { offset: 0, size });
    const place = { offset: 50_000, size, attempt: 'attempt-2' };
    expect(await codeOf(transfers().addPiece(id, writer, sealedBytes(40_000), place))).toEqual([
      409,
      'UPLOAD_CONFLICT',
    ]);
  });

  test('of two attempts in the same moment: one arrives, even where the clock does not say which was first', async () => {
    await rig.close();
    const startedAt = new Date();
    rig = await openRig({ clock: { ...movedBy(() => 0), now: () => startedAt } });
    client = rig.client;
    for (let round = 0; round < 25; round += 1) {
      const { id, reader, writer } = await transfers().document();
      const sent = [sealedBytes(1000), sealedBytes(1000)] as const;
      const answers = await Promise.all(
        sent.map((bytes, at) => transfers().send(id, writer, bytes, `attempt-${at + 1}`)),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const winner = sent[answers.findIndex(({ status }) => status === 200) === 0 ? 0 : 1];
      expect((await transfers().content(id, reader)).bytes.equals(winner)).toBe(true);
    }
  });

  test('of an attempt that is registered late leave those of the newer one, also if the clock was set back', async () => {
    const [isRegistering, registering] = signal();
    const [mayRegister, letRegister] = signal();
    let isFirst = true;
    const wrap: Wrap = (name, port) => {
      if (name !== 'files') return port;
      const files = port as unknown as FileStore;
      const room = async () => {
        if (isFirst) {
          isFirst = false;
          registering();
          await mayRegister;
        }
        return files.room?.();
      };
      return new Proxy(port, { get: (target, key) => (key === 'room' ? room : Reflect.get(target, key)) });
    };
    await rig.close();
    rig = await openRig({ clock: stoppedClock(() => passed), wrap });
    client = rig.client;
    const { id, reader, writer } = await transfers().document();
    const older = transfers().send(id, writer, sealedBytes(1000), 'attempt-1');
    await isRegistering;
    passed -= MINUTE;
    const bytes = sealedBytes(1000);
    expect(viewIn(await transfers().send(id, writer, bytes, 'attempt-2')).state).toBe('arrived');
    letRegister();
    expect((await codeOf(older))[0]).toBe(409);
    expect((await transfers().content(id, reader)).bytes.equals(bytes)).toBe(true);
  });

  test('may follow a lost answer: the last piece again is refused and writes nothing', async () => {
    const { id, writer, bytes } = await arrived('draft');
    expect(await codeOf(transfers().send(id, writer, bytes))).toEqual([409, 'LINK_USED']);
    expect(viewIn(await transfers().view(id, writer))).toMatchObject({ state: 'arrived', bytes: bytes.length });
  });

  test('go on after a restart of the server', async () => {
    const { id, writer } = await transfers().draft();
    const bytes = sealedBytes(200_000);
    const size = bytes.length;
    await transfers().addPiece(id, writer, bytes.subarray(0, 120_000), { offset: 0, size });
    client = await rig.restart();
    const offset = viewIn(await transfers().view(id, writer)).bytes;
    expect(offset).toBe(120_000);
    const rest = await transfers().addPiece(id, writer, bytes.subarray(offset), { offset, size });
    expect(viewIn(rest).state).toBe('arrived');
  });

  test('count against the quota of their client, as uploads do; a refused one can be sent again', async () => {
    client = await rig.restart({ UPLOADS_PER_CLIENT_MB: '1' });
    const { id, reader, writer } = await transfers().document();
    expect(await codeOf(transfers().send(id, writer, sealedBytes(1024 * 1024 + 1)))).toEqual([413, 'QUOTA_EXCEEDED']);
    expect(await stateFor(id, reader)).toBe('opened');
    expect(await files()).toEqual([]);
    const small = await transfers().send(id, writer, sealedBytes(500_000), 'attempt-2');
    expect(viewIn(small).state).toBe('arrived');
  });

  test('that do not say where they belong are refused', async () => {
    const { id, writer } = await transfers().draft();
    const send = (headers: Record<string, string>) =>
      client.send('PATCH', contentPath(id), sealedBytes(10), {
        ...pieceHeaders(writer, { offset: 0, size: 10 }),
        ...headers,
      });
    expect(await codeOf(send({ 'upload-length': '' }))).toEqual([400, 'MALFORMED_REQUEST']);
    expect(await codeOf(send({ 'upload-offset': '-1' }))).toEqual([400, 'MALFORMED_REQUEST']);
    expect(await codeOf(send({ 'upload-attempt': '' }))).toEqual([400, 'MALFORMED_REQUEST']);
    expect(await codeOf(send({ 'content-type': 'application/pdf' }))).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });
});

describe('a draft for another device', () => {
  test('arrives in pieces, byte for byte, and both devices see each step', async () => {
    const { id, reader, writer } = await transfers().draft();
    expect(await stateFor(id, writer)).toBe('waiting');
    const bytes = sealedBytes(3_000_000);
    for (let at = 0; at < bytes.length; at += 1_000_000) {
      const piece = bytes.subarray(at, at + 1_000_000);
      const answer = await transfers().addPiece(id, writer, piece, { offset: at, size: bytes.length });
      expect(viewIn(answer).bytes).toBe(at + 1_000_000);
    }
    expect(await stateFor(id, reader)).toBe('arrived');
    const claim = strangeSecret();
    expect(viewIn(await transfers().claim(id, reader, claim))).toMatchObject({
      state: 'fetching',
      bytes: bytes.length,
    });
    expect(await stateFor(id, writer)).toBe('fetching');
    const got = await transfers().content(id, claim);
    expect([got.status, got.bytes.equals(bytes)]).toEqual([200, true]);
    expect((await transfers().acknowledge(id, claim)).status).toBe(204);
    expect(await stateFor(id, writer)).toBe('taken');
    expect(await files()).toEqual([]);
  });

  test('is fetched from any byte, also after a restart, until it is acknowledged', async () => {
    const { id, reader, bytes } = await arrived('draft', sealedBytes(500_000));
    const claim = strangeSecret();
    await transfers().claim(id, reader, claim);
    const rest = await transfers().content(id, claim, 333_333);
    expect([rest.status, rest.headers.get('content-range'), rest.bytes.equals(bytes.subarray(333_333))]).toEqual([
      206,
      'bytes 333333-499999/500000',
      true,
    ]);
    client = await rig.restart();
    expect((await transfers().content(id, claim)).bytes.equals(bytes)).toBe(true);
    expect((await transfers().acknowledge(id, claim)).status).toBe(204);
    // The answer may have been lost.
    expect((await transfers().acknowledge(id, claim)).status).toBe(204);
    expect((await transfers().content(id, claim)).status).toBe(409);
  });

  test('is opened by one device, which may ask again; every other device is refused', async () => {
    const { id, reader } = await arrived('draft');
    const claims = [strangeSecret(), strangeSecret()];
    const answers = await Promise.all(claims.map((claim) => transfers().claim(id, reader, claim)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const first = claims[answers.findIndex(({ status }) => status === 200)] ?? '';
    const second = claims.find((claim) => claim !== first) ?? '';
    expect(viewIn(await transfers().claim(id, reader, first)).state).toBe('fetching');
    expect(await codeOf(transfers().claim(id, reader, second))).toEqual([409, 'LINK_USED']);
    expect((await transfers().content(id, second)).status).toBe(404);
    await transfers().acknowledge(id, first);
    expect(await codeOf(transfers().claim(id, reader, second))).toEqual([409, 'LINK_USED']);
    // The first device knows by the answer that it has the draft.
    expect(viewIn(await transfers().claim(id, reader, first)).state).toBe('taken');
  });

  test('cannot be claimed before all of it has arrived', async () => {
    const { id, reader, writer } = await transfers().draft();
    expect(await codeOf(transfers().claim(id, reader, strangeSecret()))).toEqual([404, 'NOT_FOUND']);
    await transfers().addPiece(id, writer, sealedBytes(50_000), { offset: 0, size: 90_000 });
    expect(await codeOf(transfers().claim(id, reader, strangeSecret()))).toEqual([404, 'NOT_FOUND']);
    expect(await codeOf(transfers().claim(id, reader, 'short'))).toEqual([400, 'MALFORMED_REQUEST']);
  });

  test('is withdrawn or taken, never both, and both devices see which', async () => {
    const one = await arrived('draft');
    const claim = strangeSecret();
    await transfers().claim(one.id, one.reader, claim);
    expect(viewIn(await transfers().cancel(one.id, one.writer)).state).toBe('cancelled');
    expect(await codeOf(transfers().acknowledge(one.id, claim))).toEqual([410, 'LINK_CANCELLED']);
    expect((await transfers().content(one.id, claim)).status).toBe(410);
    expect(await codeOf(transfers().claim(one.id, one.reader, claim))).toEqual([410, 'LINK_CANCELLED']);
    expect(await codeOf(transfers().send(one.id, one.writer, one.bytes))).toEqual([410, 'LINK_CANCELLED']);
    expect(await files()).toEqual([]);

    const other = await arrived('draft');
    await transfers().claim(other.id, other.reader, claim);
    await transfers().acknowledge(other.id, claim);
    expect(viewIn(await transfers().cancel(other.id, other.writer)).state).toBe('taken');
  });

  test('gives each secret one use, and a stranger learns nothing', async () => {
    const { id, reader, writer, bytes } = await arrived('draft');
    const claim = strangeSecret();
    await transfers().claim(id, reader, claim);
    const refusals = [
      transfers().send(id, reader, bytes),
      transfers().cancel(id, reader),
      transfers().cancel(id, claim),
      transfers().claim(id, writer, claim),
      transfers().acknowledge(id, reader),
      transfers().acknowledge(id, writer),
      transfers().view(id, strangeSecret()),
      client.get(`/api/transfers/${id}`),
    ];
    for (const asked of refusals) expect(await codeOf(asked)).toEqual([404, 'NOT_FOUND']);
    for (const secret of [reader, writer]) expect((await transfers().content(id, secret)).status).toBe(404);
  });

  test('expires after 24 hours for both devices, and its bytes leave the disk with the next sweep', async () => {
    await stopClock();
    const { id, reader, writer } = await arrived('draft');
    passed = 24 * HOUR - 5_000;
    client = await rig.restart();
    expect(await stateFor(id, reader)).toBe('arrived');
    passed = 24 * HOUR + 5_000;
    for (const asked of [transfers().view(id, writer), transfers().claim(id, reader, strangeSecret())])
      expect(await codeOf(asked)).toEqual([410, 'LINK_EXPIRED']);
    client = await rig.restart();
    await expect.poll(files).toEqual([]);
  });

  test('may have what the documents of an application may have and a little more', async () => {
    const { id, writer } = await transfers().draft();
    const most = 104 * 1024 * 1024;
    const add = (bytes: number, offset: number, size: number) =>
      transfers().addPiece(id, writer, sealedBytes(bytes), { offset, size });
    expect(await codeOf(add(10, 0, most + 1))).toEqual([413, 'file-too-large']);
    expect(viewIn(await add(10_000, 0, most))).toMatchObject({ state: 'sending', bytes: 10_000, maxBytes: most });
    // Neither another length nor more than was announced.
    expect(await codeOf(add(10, 10_000, 20_000))).toEqual([400, 'MALFORMED_REQUEST']);
    const small = await transfers().draft();
    const place = { offset: 0, size: 10_000 };
    expect(await codeOf(transfers().addPiece(small.id, small.writer, sealedBytes(20_000), place))).toEqual([
      413,
      'BODY_TOO_LARGE',
    ]);
  });
});

test('creating links has a separate account in the rate limit', async () => {
  client = await rig.restart({ RATE_LIMIT_PER_MINUTE: '30' });
  const statuses: number[] = [];
  for (let made = 0; made < 4; made += 1) statuses.push((await transfers().ask({ kind: 'draft' })).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});
