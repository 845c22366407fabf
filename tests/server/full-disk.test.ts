import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Wrap } from '#server/outside.ts';
import { needs } from '#tests/support/needs.ts';
import { makePdf } from '#tests/support/pdf.ts';
import { type Answer, problemOf, SHORT } from './support/client.ts';
import { openRig, type Rig } from './support/rig.ts';
import { CAN_MOUNT, mountSmallDisk, type SmallDisk } from './support/small-disk.ts';

const MB = 1024 * 1024;
const NO_ROOM = {
  status: 507,
  code: 'STORAGE_FULL',
  detail: 'There is no room for this file at the moment. Please try again later.',
};

let rig: Rig;
let disk: SmallDisk | undefined;
afterEach(async () => {
  await rig.close();
  await disk?.close();
  disk = undefined;
});

const create = (size: number, draftId: string = randomUUID()): Promise<Answer> =>
  rig.client.createUpload({ draftId, slot: 'passport', name: 'passport.pdf', size });
const locationOf = ({ headers }: Answer) => headers.get('location') ?? '';
const withoutDocuments = () => {
  const id = randomUUID();
  return { id, path: `/api/short-applications/${id}`, body: { values: SHORT, documents: [] } };
};

/** A PATCH that does not say how long it is. Sends what is given, and the rest when it is asked to. */
async function beginChunked(location: string, bytes: Buffer) {
  const answer = Promise.withResolvers<number>();
  const headers = {
    'tus-resumable': '1.0.0',
    'content-type': 'application/offset+octet-stream',
    'upload-offset': '0',
    'transfer-encoding': 'chunked',
  };
  const request = http.request(rig.client.url + location, { method: 'PATCH', agent: false, headers }, (response) => {
    response.resume();
    answer.resolve(response.statusCode ?? 0);
  });
  request.on('error', answer.reject);
  await new Promise((resolve) => request.write(bytes, resolve));
  return {
    finish: (rest: Buffer) => {
      request.end(rest);
      return answer.promise;
    },
  };
}

const sendChunked = async (location: string, bytes: Buffer) =>
  (await beginChunked(location, bytes.subarray(0, 1))).finish(bytes.subarray(1));

async function offsetOf(location: string): Promise<number> {
  const answer = await rig.client.send('HEAD', location, undefined, { 'tus-resumable': '1.0.0' });
  return Number(answer.headers.get('upload-offset'));
}

describe('room for uploads', () => {
  /** A server whose disk always says that it has so much room for uploads. */
  const openWithRoom = async (room: () => number) => {
    const wrap: Wrap = (name, port) =>
      name === 'files'
        ? new Proxy(port, { get: (target, key) => (key === 'room' ? async () => room() : Reflect.get(target, key)) })
        : port;
    rig = await openRig({ wrap });
  };

  test('is reserved for all of an upload when it is created: of many at once only as many as fit are taken', async () => {
    await openWithRoom(() => 10 * MB);
    const answers = await Promise.all(Array.from({ length: 12 }, () => create(3 * MB)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    for (const answer of answers) if (answer.status !== 201) expect(problemOf(answer)).toMatchObject(NO_ROOM);
    expect(problemOf(await create(3 * MB))).toMatchObject(NO_ROOM);
  });

  test('is given back by an upload that is ended, and by one that the server removed', async () => {
    await openWithRoom(() => 4 * MB);
    const draft = randomUUID();
    const first = locationOf(await create(3 * MB));
    expect((await create(3 * MB, draft)).status).toBe(507);
    await rig.client.send('DELETE', first, undefined, { 'tus-resumable': '1.0.0' });
    const second = locationOf(await create(3 * MB, draft));
    const refused = await rig.client.patch(second, 0, Buffer.alloc(3 * MB, 'no PDF'));
    expect(refused.status).toBe(415);
    expect((await create(3 * MB)).status).toBe(201);
  });

  test('is asked for all that is still to come of an upload, also by a request that does not say how much it brings', async () => {
    let room = 10 * MB;
    await openWithRoom(() => room);
    const location = locationOf(await create(3 * MB));
    room = 2 * MB;
    expect(await sendChunked(location, makePdf({ bytes: 3 * MB }))).toBe(507);
    expect(await offsetOf(location)).toBe(0);
    room = 3 * MB;
    expect(await sendChunked(location, makePdf({ bytes: 3 * MB }))).toBe(204);
  });
});

/** 16 MB of such a disk are the ledger's. */
describe('a disk of 64 MB', needs(CAN_MOUNT, 'to mount a disk needs root'), () => {
  let small: SmallDisk;
  beforeEach(async () => {
    small = await mountSmallDisk(64);
    disk = small;
    rig = await openRig({ dataDir: small.dataDir });
  });

  test('takes as many uploads as it has room for, whole, from many who come at once; applications go on', async () => {
    const bytes = makePdf({ bytes: 12 * MB });
    const created = await Promise.all(Array.from({ length: 12 }, () => create(bytes.length)));
    const taken = created.filter(({ status }) => status === 201).map(locationOf);
    expect(taken).toHaveLength(3);
    expect(await Promise.all(taken.map((location) => sendChunked(location, bytes)))).toEqual([204, 204, 204]);
    expect(problemOf(await create(12 * MB))).toMatchObject(NO_ROOM);
    for (let i = 0; i < 20; i += 1) {
      const application = withoutDocuments();
      expect((await rig.client.put(application)).status).toBe(202);
      await rig.client.processed(application.id);
    }
  });

  test('that others fill while an upload is written: the upload stops at the ledger’s part and keeps what it has', async () => {
    const bytes = makePdf({ bytes: 12 * MB });
    const location = locationOf(await create(bytes.length));
    const request = await beginChunked(location, bytes.subarray(0, 4 * MB));
    const file = path.join(small.dataDir, 'uploads', location.split('/').at(-1) ?? '');
    await expect.poll(async () => (await stat(file)).size).toBe(4 * MB);
    await small.fillUntilLeft(18 * MB);
    expect(await request.finish(bytes.subarray(4 * MB))).toBe(507);
    const application = withoutDocuments();
    expect((await rig.client.put(application)).status).toBe(202);
    await rig.client.processed(application.id);
    await small.free();
    const offset = await offsetOf(location);
    expect(offset).toBeGreaterThan(0);
    expect((await rig.client.patch(location, offset, bytes.subarray(offset))).status).toBe(204);
  });

  test('that is full to its last byte takes no application: 503 in words, nothing is sent, and it is taken later', async () => {
    await small.fillUntilLeft(0);
    // The ledger's own file may have room for some more.
    let application = withoutDocuments();
    let refused = await rig.client.put(application);
    for (let more = 0; refused.status === 202 && more < 500; more += 1) {
      application = withoutDocuments();
      refused = await rig.client.put(application);
    }
    expect(problemOf(refused)).toMatchObject({
      status: 503,
      code: 'UNAVAILABLE',
      detail: 'This could not be stored at the moment. It can be sent again: nothing is taken twice.',
    });
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await rig.client.get(`/api/submissions/${application.id}`)).status).toBe(404);
    expect(problemOf(await create(1000))).toMatchObject(NO_ROOM);
    expect(rig.upstream.of('studentFlow').filter(({ key }) => key === application.id)).toEqual([]);
    await small.free();
    expect((await rig.client.put(application)).status).toBe(202);
    await rig.client.processed(application.id);
    expect(rig.upstream.of('studentFlow').filter(({ key }) => key === application.id)).toHaveLength(1);
  });
});
