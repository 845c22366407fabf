import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Client, problemOf } from './support/client.ts';
import { openRequest } from './support/half-sent.ts';
import { handoversOf, type MadeHandover, pieceHeaders, viewIn } from './support/handover-client.ts';
import { relaysOf, sealedBytes, strangeSecret } from './support/relay-client.ts';
import { movedBy, openRig, type Rig, standingClock } from './support/rig.ts';

let rig: Rig;
let client: Client;
let passed: number;
beforeEach(async () => {
  passed = 0;
  rig = await openRig({ clock: movedBy(() => passed) });
  client = rig.client;
});
afterEach(() => rig.close());

const HOUR = 60 * 60_000;
const handovers = () => handoversOf(client);
const files = async () =>
  (await readdir(path.join(rig.dataDir, 'uploads'))).filter((name) => /^[0-9a-f]{32}/.test(name));
const stateFor = async (id: string, secret: string) => viewIn(await handovers().look(id, secret)).state;
const arrived = async (bytes = sealedBytes()): Promise<MadeHandover & { readonly bytes: Buffer }> => {
  const made = await handovers().make();
  expect(viewIn(await handovers().put(made, bytes))).toMatchObject({ state: 'arrived', bytes: bytes.length });
  return { ...made, bytes };
};
const codeOf = async (asked: Promise<Parameters<typeof problemOf>[0] & { status: number }>) => {
  const answer = await asked;
  return [answer.status, problemOf(answer).code];
};

test('what one device brings in pieces another one gets, byte for byte, and each step is said to both', async () => {
  const made = await handovers().make();
  const { id, reader, writer } = made;
  expect(await stateFor(id, writer)).toBe('waiting');
  const bytes = sealedBytes(3_000_000);
  for (let at = 0; at < bytes.length; at += 1_000_000) {
    const answer = await handovers().add(made, bytes.subarray(at, at + 1_000_000), at, bytes.length);
    expect(viewIn(answer).bytes).toBe(at + 1_000_000);
  }
  expect(await stateFor(id, reader)).toBe('arrived');
  const claim = strangeSecret();
  expect(viewIn(await handovers().claim(id, reader, claim))).toMatchObject({ state: 'fetching', bytes: bytes.length });
  expect(await stateFor(id, writer)).toBe('fetching');
  const got = await handovers().content(id, claim);
  expect([got.status, got.bytes.equals(bytes)]).toEqual([200, true]);
  expect((await handovers().acknowledge(id, claim)).status).toBe(204);
  expect(await stateFor(id, writer)).toBe('taken');
  expect(await files()).toEqual([]);
});

test('a piece that breaks off leaves what had come, and the next one goes on behind it', async () => {
  const made = await handovers().make();
  const { id, writer } = made;
  const bytes = sealedBytes(300_000);
  const broken = openRequest(client.url, {
    path: `/api/handovers/${id}/content`,
    method: 'PATCH',
    headers: { ...pieceHeaders(writer, 0, bytes.length), 'content-length': String(bytes.length) },
  });
  broken.write(bytes.subarray(0, 200_000));
  await expect.poll(async () => viewIn(await handovers().look(id, writer)).bytes).toBeGreaterThan(0);
  broken.destroy();
  await broken.ended();
  // The first piece anew is refused, at whichever byte the server stands.
  expect(await codeOf(handovers().put(made, bytes))).toEqual([409, 'UPLOAD_CONFLICT']);
  const from = viewIn(await handovers().look(id, writer)).bytes;
  expect(from).toBeGreaterThan(0);
  const rest = await handovers().add(made, bytes.subarray(from), from, bytes.length);
  expect(viewIn(rest)).toMatchObject({ state: 'arrived', bytes: bytes.length });
  const claim = strangeSecret();
  await handovers().claim(id, made.reader, claim);
  expect((await handovers().content(id, claim)).bytes.equals(bytes)).toBe(true);
});

test('the answer to the last piece may be lost: the same piece is answered again, and nothing is written', async () => {
  const { bytes, ...made } = await arrived();
  expect(viewIn(await handovers().put(made, bytes))).toMatchObject({ state: 'arrived', bytes: bytes.length });
});

test('pieces go on after a restart of the server', async () => {
  const made = await handovers().make();
  const bytes = sealedBytes(200_000);
  await handovers().add(made, bytes.subarray(0, 120_000), 0, bytes.length);
  client = await rig.restart();
  const from = viewIn(await handovers().look(made.id, made.writer)).bytes;
  expect(from).toBe(120_000);
  expect(viewIn(await handovers().add(made, bytes.subarray(from), from, bytes.length)).state).toBe('arrived');
});

test('a device whose connection broke goes on reading where it was, until it says that it has everything', async () => {
  const { id, reader, bytes } = await arrived(sealedBytes(500_000));
  const claim = strangeSecret();
  await handovers().claim(id, reader, claim);
  const rest = await handovers().content(id, claim, 333_333);
  expect([rest.status, rest.range, rest.bytes.equals(bytes.subarray(333_333))]).toEqual([
    206,
    'bytes 333333-499999/500000',
    true,
  ]);
  client = await rig.restart();
  expect((await handovers().content(id, claim)).bytes.equals(bytes)).toBe(true);
  expect((await handovers().acknowledge(id, claim)).status).toBe(204);
  // The answer may have been lost.
  expect((await handovers().acknowledge(id, claim)).status).toBe(204);
  expect((await handovers().content(id, claim)).status).toBe(409);
});

test('a draft is opened once: the device that claimed it first may ask again, and every other one comes too late', async () => {
  const { id, reader } = await arrived();
  const claims = [strangeSecret(), strangeSecret()];
  const answers = await Promise.all(claims.map((claim) => handovers().claim(id, reader, claim)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const first = claims[answers.findIndex(({ status }) => status === 200)] ?? '';
  const second = claims.find((claim) => claim !== first) ?? '';
  expect(viewIn(await handovers().claim(id, reader, first)).state).toBe('fetching');
  expect(await codeOf(handovers().claim(id, reader, second))).toEqual([409, 'RELAY_USED']);
  expect((await handovers().content(id, second)).status).toBe(404);
  await handovers().acknowledge(id, first);
  expect(await codeOf(handovers().claim(id, reader, second))).toEqual([409, 'RELAY_USED']);
  // That one knows by it that it was it.
  expect(viewIn(await handovers().claim(id, reader, first)).state).toBe('taken');
});

test('nothing can be claimed before all of it has come', async () => {
  const made = await handovers().make();
  expect(await codeOf(handovers().claim(made.id, made.reader, strangeSecret()))).toEqual([404, 'NOT_FOUND']);
  await handovers().add(made, sealedBytes(50_000), 0, 90_000);
  expect(await codeOf(handovers().claim(made.id, made.reader, strangeSecret()))).toEqual([404, 'NOT_FOUND']);
});

test('it is withdrawn or taken, never both: whichever comes first is what both devices are told', async () => {
  const one = await arrived();
  const claim = strangeSecret();
  await handovers().claim(one.id, one.reader, claim);
  expect(viewIn(await handovers().withdraw(one.id, one.writer)).state).toBe('cancelled');
  expect(await codeOf(handovers().acknowledge(one.id, claim))).toEqual([410, 'RELAY_CANCELLED']);
  expect((await handovers().content(one.id, claim)).status).toBe(410);
  expect(await codeOf(handovers().claim(one.id, one.reader, claim))).toEqual([410, 'RELAY_CANCELLED']);
  expect(await codeOf(handovers().put(one, one.bytes))).toEqual([410, 'RELAY_CANCELLED']);
  expect(await files()).toEqual([]);

  const other = await arrived();
  await handovers().claim(other.id, other.reader, claim);
  await handovers().acknowledge(other.id, claim);
  expect(viewIn(await handovers().withdraw(other.id, other.writer)).state).toBe('taken');
});

test('each secret has its one use, and a stranger learns nothing', async () => {
  const { id, reader, writer, bytes } = await arrived();
  const claim = strangeSecret();
  await handovers().claim(id, reader, claim);
  const as = (secret: string) => ({ id, reader: secret, writer: secret });
  const refusals = [
    await handovers().put(as(reader), bytes),
    await handovers().withdraw(id, reader),
    await handovers().withdraw(id, claim),
    await handovers().claim(id, writer, claim),
    await handovers().acknowledge(id, reader),
    await handovers().acknowledge(id, writer),
    await handovers().look(id, strangeSecret()),
    await client.get(`/api/handovers/${id}`),
    // A draft is no document, whoever asks.
    await relaysOf(client).look(id, reader),
    await relaysOf(client).cancel(id, reader),
  ];
  expect(refusals.map((answer) => [answer.status, problemOf(answer).code])).toEqual(
    refusals.map(() => [404, 'NOT_FOUND']),
  );
  for (const secret of [reader, writer]) expect((await handovers().content(id, secret)).status).toBe(404);
  const document = await relaysOf(client).make();
  expect((await handovers().look(document.id, document.reader)).status).toBe(404);
});

test('it is over after 24 hours, for both devices, and its bytes leave the disk with the next sweep', async () => {
  // No time passes but what is let pass here.
  await rig.close();
  rig = await openRig({ clock: standingClock(() => passed) });
  client = rig.client;
  const { id, reader, writer } = await arrived();
  passed = 24 * HOUR - 5_000;
  client = await rig.restart();
  expect(await stateFor(id, reader)).toBe('arrived');
  passed = 24 * HOUR + 5_000;
  for (const asked of [handovers().look(id, writer), handovers().claim(id, reader, strangeSecret())])
    expect(await codeOf(asked)).toEqual([410, 'RELAY_EXPIRED']);
  client = await rig.restart();
  await expect.poll(files).toEqual([]);
});

test('it may have what the documents of an application may have and a little more; more is refused before a byte has come', async () => {
  const made = await handovers().make();
  const most = 104 * 1024 * 1024;
  expect(await codeOf(handovers().add(made, sealedBytes(10), 0, most + 1))).toEqual([413, 'file-too-large']);
  expect(viewIn(await handovers().add(made, sealedBytes(10_000), 0, most))).toMatchObject({
    state: 'sending',
    bytes: 10_000,
    maxBytes: most,
  });
  // Neither another length nor more than was announced.
  expect(await codeOf(handovers().add(made, sealedBytes(10), 10_000, 20_000))).toEqual([400, 'MALFORMED_REQUEST']);
  const small = await handovers().make();
  expect(await codeOf(handovers().add(small, sealedBytes(20_000), 0, 10_000))).toEqual([413, 'BODY_TOO_LARGE']);
});

test('what it carries counts against the quota of its client; refused, it can be brought again', async () => {
  client = await rig.restart({ UPLOADS_PER_CLIENT_MB: '1' });
  const made = await handovers().make();
  expect(await codeOf(handovers().put(made, sealedBytes(1024 * 1024 + 1)))).toEqual([413, 'QUOTA_EXCEEDED']);
  expect(await files()).toEqual([]);
  expect(viewIn(await handovers().put(made, sealedBytes(500_000))).state).toBe('arrived');
});

test('a piece that does not say where it belongs is refused', async () => {
  const { id, writer } = await handovers().make();
  const send = (headers: Record<string, string>) =>
    client.send('PATCH', `/api/handovers/${id}/content`, sealedBytes(10), {
      ...pieceHeaders(writer, 0, 10),
      ...headers,
    });
  expect(await codeOf(send({ 'upload-length': '' }))).toEqual([400, 'MALFORMED_REQUEST']);
  expect(await codeOf(send({ 'upload-offset': '-1' }))).toEqual([400, 'MALFORMED_REQUEST']);
  expect(await codeOf(send({ 'content-type': 'application/pdf' }))).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  expect(await codeOf(handovers().claim(id, writer, 'short'))).toEqual([400, 'MALFORMED_REQUEST']);
});
