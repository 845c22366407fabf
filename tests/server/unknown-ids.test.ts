import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Wrap } from '#server/outside.ts';
import { type Answer, type Application, type DocumentEntry, STUDENT } from './support/client.ts';
import { openRig, type Rig } from './support/rig.ts';

/**
 * What the ledger, the register of uploads and the files are asked for, in order. Time is not compared: it would tell
 * of the machine. Where the same is asked, in the same order, by the same keys, nothing is left that could take longer.
 */
let asked: string[] = [];
const wrap: Wrap = (name, port) =>
  new Proxy(port, {
    get: (target, property) => {
      const value = Reflect.get(target, property);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        if (name === 'ledger' || name === 'uploads' || name === 'files') asked.push(`${name}.${String(property)}`);
        return value.apply(target, given);
      };
    },
  });

let rig: Rig;
let theirs: Application;
beforeAll(async () => {
  rig = await openRig({ wrap });
  theirs = await rig.client.student();
  await rig.client.put(theirs);
  await rig.client.processed(theirs.id);
});
afterAll(() => rig.close());

/** All of an answer that may differ by what was asked for: its status, text and headers, and the questions behind it. */
async function facts(ask: () => Promise<Answer>) {
  asked = [];
  const { status, text, headers } = await ask();
  const { 'x-request-id': _id, date: _date, ...rest } = Object.fromEntries(headers);
  return { status, text, rest, asked: [...asked] };
}

const TUS = { 'tus-resumable': '1.0.0' };
const CHUNK = { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
const [never, neverAgain] = [randomUUID(), randomUUID()];
const bare = (id: string) => id.replaceAll('-', '');
const dashed = (id: string) => id.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
const uploadOf = (application: Application) => (application.body.documents[0] as DocumentEntry).uploadId;

describe('an id that never was, and one that another person uses for something else', () => {
  /** A draft with documents that was never submitted; an id beside one that was; the id of an upload. */
  const ids = async () => {
    const draft = randomUUID();
    await rig.client.upload(draft, 'passport');
    const near = theirs.id.slice(0, -1) + (theirs.id.endsWith('0') ? '1' : '0');
    return [never, draft, near, dashed(uploadOf(theirs)), neverAgain];
  };

  test.each(['', '/events'])('are answered alike: GET /api/submissions/:id%s', async (end) => {
    const expected = await facts(() => rig.client.get(`/api/submissions/${never}${end}`));
    expect(expected.status).toBe(404);
    expect(expected.asked).toContain('ledger.find');
    for (const id of await ids()) {
      expect(await facts(() => rig.client.get(`/api/submissions/${id}${end}`)), id).toEqual(expected);
    }
  });

  test.each([
    ['HEAD', TUS, ['uploads.find']],
    ['PATCH', CHUNK, ['uploads.findHeld']],
    ['DELETE', TUS, ['uploads.find']],
    ['GET', TUS, []],
  ] as const)('are answered alike: %s /api/uploads/:id', async (method, headers, asked) => {
    const body = method === 'PATCH' ? 'bytes' : undefined;
    const ask = (id: string) => facts(() => rig.client.send(method, `/api/uploads/${id}`, body, { ...headers }));
    const expected = await ask(bare(never));
    expect([expected.status, expected.asked]).toEqual([404, asked]);
    // Pages take no other 404 for an answer of our server, and go on asking for an upload that is gone.
    expect(expected.rest['tus-resumable']).toBe('1.0.0');
    const ended = await rig.client.upload(randomUUID(), 'cv');
    await rig.client.send('DELETE', `/api/uploads/${ended.uploadId}`, undefined, TUS);
    for (const id of [theirs.id, bare(theirs.id), never, ended.uploadId]) expect(await ask(id), id).toEqual(expected);
  });
});

describe('an application that names a document', () => {
  test('of another person is refused like one that names what never was, or is gone', async () => {
    const other = await rig.client.upload(randomUUID(), 'passport');
    const ended = await rig.client.upload(randomUUID(), 'passport');
    await rig.client.send('DELETE', `/api/uploads/${ended.uploadId}`, undefined, TUS);
    const put = async (uploadId: string) => {
      const { path, body } = await rig.client.student();
      const documents = body.documents.map((entry) =>
        'slot' in entry && entry.slot === 'passport' ? { ...entry, uploadId } : entry,
      );
      return facts(() => rig.client.put({ path, body: { ...body, values: STUDENT, documents } }));
    };
    const expected = await put(bare(never));
    expect(expected).toMatchObject({ status: 422, text: expect.stringContaining('UPLOAD_MISMATCH') });
    for (const uploadId of [other.uploadId, uploadOf(theirs), ended.uploadId, '../../etc/passwd']) {
      expect(await put(uploadId), uploadId).toEqual(expected);
    }
  });
});
