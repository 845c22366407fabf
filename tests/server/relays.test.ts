/** @module-tag slow */
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Client, problemOf } from './support/client.ts';
import { openRequest } from './support/half-sent.ts';
import { type Made, relaysOf, sealedBytes, stateOf, strangeSecret } from './support/relay-client.ts';
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

const MINUTE = 60_000;
const relays = () => relaysOf(client);
const files = async () =>
  (await readdir(path.join(rig.dataDir, 'uploads'))).filter((name) => /^[0-9a-f]{32}/.test(name));
/** A PUT that announces so many bytes. */
const begin = (id: string, writer: string, bytes: number) =>
  openRequest(client.url, {
    path: `/api/relays/${id}/content`,
    method: 'PUT',
    headers: {
      authorization: `Bearer ${writer}`,
      'content-type': 'application/octet-stream',
      'content-length': String(bytes),
    },
  });
const arrived = async (bytes = sealedBytes()): Promise<Made & { readonly bytes: Buffer }> => {
  const made = await relays().make();
  expect((await relays().put(made.id, made.writer, bytes)).status).toBe(200);
  return { ...made, bytes };
};

test('what the writer puts the reader gets, byte for byte, and each step is said to both', async () => {
  const { id, reader, writer } = await relays().make();
  expect(stateOf(await relays().look(id, reader))).toBe('waiting');
  expect(stateOf(await relays().open(id, writer))).toBe('opened');
  expect(stateOf(await relays().look(id, reader))).toBe('opened');
  const bytes = sealedBytes(3_000_000);
  expect(stateOf(await relays().put(id, writer, bytes))).toBe('arrived');
  const got = await relays().content(id, reader);
  expect([got.status, got.bytes.equals(bytes)]).toEqual([200, true]);
  expect(got.headers.get('cache-control')).toBe('no-store');
  expect((await relays().acknowledge(id, reader)).status).toBe(204);
  expect(stateOf(await relays().look(id, writer))).toBe('taken');
});

test('a reader whose connection broke reads again, until it says that it has everything; then the bytes are gone', async () => {
  const { id, reader, bytes } = await arrived();
  for (let tries = 0; tries < 2; tries += 1)
    expect((await relays().content(id, reader)).bytes.equals(bytes)).toBe(true);
  expect(await files()).not.toEqual([]);
  expect((await relays().acknowledge(id, reader)).status).toBe(204);
  expect(await files()).toEqual([]);
  const again = await client.send('GET', `/api/relays/${id}/content`, undefined, {
    authorization: `Bearer ${reader}`,
  });
  expect([again.status, problemOf(again).code]).toEqual([409, 'RELAY_USED']);
  // The answer may have been lost.
  expect((await relays().acknowledge(id, reader)).status).toBe(204);
});

test('a link is used once: nothing more is taken after a document has come by it, before it was read or after', async () => {
  const { id, reader, writer, bytes } = await arrived();
  for (const answer of [await relays().put(id, writer, sealedBytes()), await relays().open(id, writer)]) {
    expect([answer.status, problemOf(answer).code]).toEqual([409, 'RELAY_USED']);
  }
  expect((await relays().content(id, reader)).bytes.equals(bytes)).toBe(true);
  await relays().acknowledge(id, reader);
  expect(problemOf(await relays().put(id, writer, sealedBytes())).code).toBe('RELAY_USED');
  expect(await files()).toEqual([]);
});

test('who may put may not take, who may take may not put, and a stranger learns nothing', async () => {
  const { id, reader, writer } = await arrived();
  const refusals = [
    await relays().put(id, reader, sealedBytes()),
    await relays().open(id, reader),
    await relays().acknowledge(id, writer),
    await relays().cancel(id, writer),
    await relays().look(id, strangeSecret()),
    await relays().look(randomUUID(), reader),
    await client.get(`/api/relays/${id}`),
    await client.get(`/api/relays/${id}/content`),
  ];
  for (const answer of refusals) {
    expect([answer.status, problemOf(answer)]).toEqual([
      404,
      expect.objectContaining({ code: 'NOT_FOUND', detail: 'There is no such link, or it is over.' }),
    ]);
  }
  expect((await relays().content(id, writer)).status).toBe(404);
  expect(stateOf(await relays().look(id, reader))).toBe('arrived');
});

test('a relay is over after 15 minutes, for both sides, and its bytes leave the disk with the next sweep', async () => {
  // No time passes but what is let pass here.
  await rig.close();
  rig = await openRig({ clock: standingClock(() => passed) });
  client = rig.client;
  const { id, reader, writer } = await arrived();
  const unused = await relays().make();
  passed = 15 * MINUTE - 5_000;
  expect((await relays().content(id, reader)).status).toBe(200);
  passed = 15 * MINUTE + 5_000;
  const answers = [
    await relays().look(id, reader),
    await relays().open(unused.id, unused.writer),
    await relays().put(unused.id, unused.writer, sealedBytes()),
    await relays().acknowledge(id, reader),
  ];
  for (const answer of answers) {
    expect([answer.status, problemOf(answer).code]).toEqual([410, 'RELAY_EXPIRED']);
  }
  expect((await relays().content(id, reader)).status).toBe(410);
  expect(await files()).not.toEqual([]);
  // The chore that removes them runs at each start, and each minute.
  client = await rig.restart();
  await expect.poll(files).toEqual([]);
  await expect.poll(async () => (await relays().look(id, writer)).status).toBe(404);
});

test('what has arrived is still there after a restart, and a sweep leaves what is not over', async () => {
  const { id, reader, bytes } = await arrived();
  passed = 5 * MINUTE;
  client = await rig.restart();
  const got = await relays().content(id, reader);
  expect([got.status, got.bytes.equals(bytes)]).toEqual([200, true]);
});

test('a reader cancels: nothing can be put any more, and what had come is gone', async () => {
  const unused = await relays().make();
  expect((await relays().cancel(unused.id, unused.reader)).status).toBe(204);
  const refused = await relays().put(unused.id, unused.writer, sealedBytes());
  expect([refused.status, problemOf(refused).code]).toEqual([410, 'RELAY_CANCELLED']);
  const { id, reader } = await arrived();
  await relays().cancel(id, reader);
  expect((await relays().content(id, reader)).status).toBe(410);
  expect(await files()).toEqual([]);
});

test('bytes that break off are thrown away, and the phone may send them anew', async () => {
  const { id, reader, writer } = await relays().make();
  const broken = begin(id, writer, 90_000);
  broken.write(sealedBytes(40_000));
  await expect.poll(async () => stateOf(await relays().look(id, reader))).toBe('sending');
  broken.destroy();
  await expect.poll(async () => stateOf(await relays().look(id, reader))).toBe('opened');
  await expect.poll(files).toEqual([]);
  expect((await relays().content(id, reader)).status).toBe(404);
  const bytes = sealedBytes(90_000);
  expect(stateOf(await relays().put(id, writer, bytes))).toBe('arrived');
  expect((await relays().content(id, reader)).bytes.equals(bytes)).toBe(true);
});

test('who sends anew while the server still waits for the first bytes overtakes them', async () => {
  const { id, reader, writer } = await relays().make();
  const stalled = begin(id, writer, 90_000);
  stalled.write(sealedBytes(40_000));
  await expect.poll(async () => stateOf(await relays().look(id, reader))).toBe('sending');
  const bytes = sealedBytes(90_000);
  expect(stateOf(await relays().put(id, writer, bytes))).toBe('arrived');
  stalled.write(sealedBytes(50_000));
  // What is said depends on how far the later one was when the earlier one lost its bytes.
  const { status, code } = await stalled.answer();
  expect(status).toBe(409);
  expect(['RELAY_USED', 'UPLOAD_CONFLICT']).toContain(code);
  await expect.poll(async () => (await files()).length).toBe(1);
  expect((await relays().content(id, reader)).bytes.equals(bytes)).toBe(true);
});

test('of two that send in the same moment one document comes, also where the clock tells nothing of who was first', async () => {
  await rig.close();
  const startedAt = new Date();
  rig = await openRig({ clock: { ...movedBy(() => 0), now: () => startedAt } });
  client = rig.client;
  for (let round = 0; round < 25; round += 1) {
    const { id, reader, writer } = await relays().make();
    const sent = [sealedBytes(1000), sealedBytes(1000)] as const;
    const answers = await Promise.all(sent.map((bytes) => relays().put(id, writer, bytes)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const winner = sent[answers.findIndex(({ status }) => status === 200) === 0 ? 0 : 1];
    expect((await relays().content(id, reader)).bytes.equals(winner)).toBe(true);
  }
});

test('sealed content may have what its slot takes and a little more, and is refused before a byte of it has come', async () => {
  const introduction = await relays().make('agent-introduction');
  const announce = async (bytes: number) => {
    const request = begin(introduction.id, introduction.writer, bytes);
    const answer = await request.answer();
    request.destroy();
    return answer;
  };
  expect(await announce(10 * 1024 * 1024 + 64 * 1024 + 1)).toEqual({ status: 413, code: 'file-too-large' });
  const inside = sealedBytes(10 * 1024 * 1024 + 64 * 1024);
  expect((await relays().put(introduction.id, introduction.writer, inside)).status).toBe(200);
});

test('a slot that no form has, no length, and another type are refused', async () => {
  expect(problemOf(await relays().ask('../../etc')).code).toBe('UPLOAD_MISMATCH');
  const { id, writer } = await relays().make();
  expect(problemOf(await relays().put(id, writer, sealedBytes(), 'application/pdf')).code).toBe(
    'UNSUPPORTED_MEDIA_TYPE',
  );
  expect(problemOf(await relays().put(id, writer, new Uint8Array())).code).toBe('MALFORMED_REQUEST');
});

test('no application can name what a relay carries', async () => {
  await arrived();
  const [name = ''] = await files();
  const uploadId = name.replace('.json', '');
  const application = await client.student();
  const documents = application.body.documents.map((one) =>
    'slot' in one && one.slot === 'passport' ? { ...one, uploadId } : one,
  );
  const answer = await client.put({ ...application, body: { ...application.body, documents } });
  expect([answer.status, problemOf(answer).code]).toEqual([422, 'UPLOAD_MISMATCH']);
});

test('what a relay carries counts against the quota of its client, as uploads do', async () => {
  client = await rig.restart({ UPLOADS_PER_CLIENT_MB: '1' });
  const { id, reader, writer } = await relays().make();
  const refused = await relays().put(id, writer, sealedBytes(1024 * 1024 + 1));
  expect([refused.status, problemOf(refused).code]).toEqual([413, 'QUOTA_EXCEEDED']);
  expect(stateOf(await relays().look(id, reader))).toBe('opened');
  expect(await files()).toEqual([]);
});

test('making links has an account of its own in the rate limit', async () => {
  client = await rig.restart({ RATE_LIMIT_PER_MINUTE: '30' });
  const statuses: number[] = [];
  for (let made = 0; made < 4; made += 1) statuses.push((await relays().ask()).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});
