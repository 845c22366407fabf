import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePdf } from '#tests/support/pdf.ts';
import { type Answer, problemOf, STUDENT } from './support/client.ts';
import { openRig, type Rig } from './support/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig.close());

const JSON_TYPE = { 'content-type': 'application/json' };
const nothing = { variant: 'direct', values: STUDENT, documents: [] };
const values = (changes: object) => JSON.stringify({ ...nothing, values: { ...STUDENT, ...changes } });
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

async function putRaw(
  body: string | Uint8Array,
  headers: Record<string, string> = JSON_TYPE,
  id: string = randomUUID(),
) {
  const answer = await rig.client.send('PUT', `/api/student-applications/${id}`, body, headers);
  return { answer, id };
}

async function expectNothingWritten(id: string): Promise<void> {
  expect((await rig.client.get(`/api/submissions/${id}`)).status).toBe(404);
}

const BAD: readonly (readonly [what: string, body: string | Uint8Array, status: number, code: string])[] = [
  ['no body', '', 400, 'MALFORMED_REQUEST'],
  ['half a JSON text', '{"variant":', 400, 'MALFORMED_REQUEST'],
  ['a number', '7', 400, 'MALFORMED_REQUEST'],
  ['null', 'null', 400, 'MALFORMED_REQUEST'],
  ['a list', '[]', 400, 'MALFORMED_REQUEST'],
  ['bytes that are no UTF-8', new Uint8Array([0xff, 0xfe, 0x00]), 400, 'MALFORMED_REQUEST'],
  ['an unknown variant', JSON.stringify({ ...nothing, variant: 'other' }), 400, 'MALFORMED_REQUEST'],
  ['an unknown member', JSON.stringify({ ...nothing, extra: 1 }), 400, 'MALFORMED_REQUEST'],
  ['values that are a list', JSON.stringify({ ...nothing, values: [] }), 422, 'VALIDATION_FAILED'],
  ['values that are text', JSON.stringify({ ...nothing, values: 'x' }), 400, 'MALFORMED_REQUEST'],
  ['constructor among the values', values({ constructor: 'x' }), 400, 'MALFORMED_REQUEST'],
  ['an unknown field', values({ unheardOf: 'x' }), 422, 'VALIDATION_FAILED'],
  ['null for an answer', values({ firstName: null }), 422, 'VALIDATION_FAILED'],
  ['a huge answer', values({ firstName: 'a'.repeat(100_000) }), 422, 'VALIDATION_FAILED'],
  [
    'deep nesting in an answer',
    `{"variant":"direct","documents":[],"values":{"firstName":${nested(50_000)}}}`,
    400,
    'MALFORMED_REQUEST',
  ],
  ['more than 256 KB', values({ firstName: 'a'.repeat(262_144) }), 413, 'BODY_TOO_LARGE'],
  ['documents that are no list', JSON.stringify({ ...nothing, documents: {} }), 400, 'MALFORMED_REQUEST'],
  [
    'a document of negative size',
    JSON.stringify({ ...nothing, documents: [{ slot: 'passport', uploadId: 'x', name: 'x', size: -1 }] }),
    400,
    'MALFORMED_REQUEST',
  ],
  ['no documents', JSON.stringify(nothing), 422, 'DOCUMENTS_MISSING'],
  ['wrong answers before missing documents', values({ email: 'no' }), 422, 'VALIDATION_FAILED'],
];

describe('a PUT with', () => {
  test.each(BAD)('%s is refused with a problem, and nothing is written', async (_what, body, status, code) => {
    const { answer, id } = await putRaw(body);
    expect(problemOf(answer)).toMatchObject({ status, code });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
    await expectNothingWritten(id);
  });

  test('an id that is no UUID is refused', async () => {
    for (const id of ['1', 'x'.repeat(36), '%00', '..%2f..%2fetc']) {
      expect((await putRaw(JSON.stringify(nothing), JSON_TYPE, id)).answer.status).toBe(400);
    }
  });
});

describe('documents', () => {
  const mismatch = async (
    change: (documents: object[], id: string) => Promise<object[]> | object[],
  ): Promise<Answer> => {
    const { id, path, body } = await rig.client.student();
    const answer = await rig.client.put({ path, body: { ...body, documents: await change([...body.documents], id) } });
    await expectNothingWritten(id);
    return answer;
  };
  const swap = (change: object) => (documents: object[]) => [{ ...documents[0], ...change }, ...documents.slice(1)];

  test.each([
    ['an upload that never was', swap({ uploadId: 'f'.repeat(32) })],
    ['an upload id that is a path', swap({ uploadId: '../../etc/passwd' })],
    ['another size', swap({ size: 1 })],
    ['another content', swap({ sha256: '0'.repeat(64) })],
    ['two documents in one slot', (documents: object[]) => [...documents, documents[0] ?? {}]],
    [
      'a slot of another form',
      (documents: object[]) => [...documents, { ...documents[0], slot: 'agent-introduction' }],
    ],
    ['a slot of another upload', (documents: object[]) => [...documents, { ...documents[0], slot: 'cv' }]],
    [
      'an upload of another draft',
      async (documents: object[]) => [...documents, await rig.client.upload(randomUUID(), 'cv')],
    ],
    [
      'an unfinished upload',
      async (documents: object[], draftId: string) => {
        const created = await rig.client.createUpload({ draftId, slot: 'cv', name: 'cv.pdf', size: 900 });
        const uploadId = created.headers.get('location')?.split('/').at(-1) ?? '';
        return [...documents, { slot: 'cv', uploadId, name: 'cv.pdf', size: 900 }];
      },
    ],
    [
      'an upload that was ended',
      async (documents: object[], draftId: string) => {
        const entry = await rig.client.upload(draftId, 'cv', makePdf());
        await rig.client.send('DELETE', `/api/uploads/${entry.uploadId}`, undefined, { 'tus-resumable': '1.0.0' });
        return [...documents, entry];
      },
    ],
  ])('%s is UPLOAD_MISMATCH naming the slot', async (_what, change) => {
    const problem = problemOf(await mismatch(change));
    expect(problem).toMatchObject({ status: 422, code: 'UPLOAD_MISMATCH' });
    expect(Object.keys(problem.fieldErrors ?? {})).toHaveLength(1);
  });
});

test('random bodies and addresses: never a 5xx, and nothing written', async () => {
  const body = fc.oneof(
    fc.json(),
    fc
      .record({
        variant: fc.constantFrom('direct', 'agent'),
        values: fc.dictionary(fc.string(), fc.jsonValue()),
        documents: fc.array(fc.jsonValue()),
      })
      .map((value) => JSON.stringify(value)),
    fc.dictionary(fc.constantFrom(...Object.keys(STUDENT)), fc.jsonValue()).map(values),
    fc.string({ unit: 'binary' }),
  );
  const kind = fc.constantFrom('student-applications', 'short-applications', 'agent-applications');
  await fc.assert(
    fc.asyncProperty(kind, fc.uuid(), body, async (path, id, text) => {
      const answer = await rig.client.send('PUT', `/api/${path}/${id}`, text, JSON_TYPE);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(problemOf(answer).code).toBeTruthy();
      await expectNothingWritten(id.toLowerCase());
    }),
    { numRuns: 400, seed: 20261121 },
  );
});
