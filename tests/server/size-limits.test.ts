import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePdf } from '#tests/support/pdf.ts';
import { SLOW } from '#tests/support/slow.ts';
import {
  agency,
  Client,
  type DocumentEntry,
  type Fetch,
  problemOf,
  REQUIRED_SLOTS,
  SHORT,
  STUDENT,
} from './support/client.ts';
import { openRig, type Rig } from './support/rig.ts';

/** A kept connection is closed by the server while this process, which has both ends of it, makes 100 MB. */
const onNewConnection: Fetch = (url, { headers, ...asking }) =>
  fetch(url, { ...asking, headers: { ...headers, connection: 'close' } });

let rig: Rig;
let client: Client;
beforeAll(async () => {
  // 100 MB are longer on their way, on a slow machine, than any other test waits for an answer.
  rig = await openRig({ env: { UPSTREAM_TIMEOUT_MS: '60000', RECORDS_SUBMIT_TIMEOUT_MS: '60000' } });
  client = new Client(rig.client.url, onNewConnection);
});
afterAll(() => rig.close());

const MB = 1024 * 1024;
/** A PDF of exactly so many bytes. */
const exactly = (bytes: number) => makePdf({ bytes }).subarray(0, bytes);
const create = (slot: string, size: number, draftId: string = randomUUID()) =>
  client.createUpload({ draftId, slot, name: `${slot}.pdf`, size });

describe('the documents of a student application have 100 MB in all', () => {
  const TOTAL = 100 * MB;
  const put = (id: string, documents: readonly DocumentEntry[]) =>
    client.put({
      path: `/api/student-applications/${id}`,
      body: { variant: 'direct', values: STUDENT, documents },
    });

  test('100 MB exactly are taken at creation and by the PUT, and forwarded; one byte more is refused at creation', async () => {
    const id = randomUUID();
    const small = await Promise.all(REQUIRED_SLOTS.slice(1).map((slot) => client.upload(id, slot, exactly(2000))));
    const room = TOTAL - small.length * 2000;
    expect(problemOf(await create('year12Evidence', room + 1, id))).toMatchObject({
      status: 413,
      code: 'FILE_SIZE_ERROR',
      detail: 'Total file size exceeds 100MB limit',
    });
    const large = await client.upload(id, 'year12Evidence', exactly(room));
    expect((await put(id, [large, ...small])).status).toBe(202);
    expect((await client.processed(id)).status).toBe('processed');
    // The largest is more JSON than one call may have, and is sent in a separate call.
    const calls = rig.upstream.of('fileWorkflow').filter(({ key }) => key?.startsWith(id));
    expect(calls.map(({ key }) => key)).toEqual([id, `${id}-f2`]);
    const forwarded = calls.flatMap(({ body }) => (JSON.parse(body) as { files: { content: string }[] }).files);
    const bytes = forwarded.reduce((sum, { content }) => sum + Buffer.byteLength(content, 'base64'), 0);
    expect(bytes).toBe(TOTAL);
  });

  test(
    'one byte more is refused by the PUT, too, where an application still holds a document that was replaced',
    SLOW,
    async () => {
      const id = randomUUID();
      const small = await Promise.all(REQUIRED_SLOTS.slice(1).map((slot) => client.upload(id, slot, exactly(2000))));
      const held = await client.upload(id, 'year12Evidence', exactly(50 * MB));
      rig.upstream.next('validate', { status: 400 });
      await put(id, [held, ...small]);
      expect((await client.settled(id)).status).toBe('error');
      // The newest of each slot count at creation; the PUT names the one before.
      await client.upload(id, 'year12Evidence', exactly(2000));
      const room = TOTAL - held.size - small.length * 2000;
      const tooLarge = await client.upload(id, 'cv', exactly(room + 1));
      expect(problemOf(await put(id, [held, ...small, tooLarge]))).toMatchObject({
        status: 413,
        code: 'FILE_SIZE_ERROR',
        detail: 'Total file size exceeds 100MB limit',
      });
      const justRight = await client.upload(id, 'cv', exactly(room));
      expect((await put(id, [held, ...small, justRight])).status).toBe(202);
      await client.processed(id);
    },
  );
});

describe('one file of a form', () => {
  test.each([
    ['the agent introduction', 'agent-introduction', 'agent', agency, 10 * MB],
    ['the generic control', 'photo-id', 'short', () => SHORT, 10_485_760],
  ] as const)(
    '%s takes its limit exactly, up to the college, and refuses one byte more',
    async (_what, slot, kind, values, limit) => {
      const id = randomUUID();
      expect(problemOf(await create(slot, limit + 1, id))).toMatchObject({
        status: 413,
        code: 'file-too-large',
        detail: 'File is larger than 10485760 bytes',
      });
      const document = await client.upload(id, slot, exactly(limit));
      const path = `/api/${kind}-applications/${id}`;
      expect((await client.put({ path, body: { values: values(), documents: [document] } })).status).toBe(202);
      await client.processed(id);
      const sent = rig.upstream.of(kind === 'agent' ? 'agentFlow' : 'studentFlow').at(-1);
      expect(sent?.body).toContain(exactly(limit).toString('latin1'));
    },
  );
});
