import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AGENCY, MAXIMAL, SHORT_MAXIMAL } from '#tests/domain/support/applications.ts';
import { makePdf } from '#tests/support/pdf.ts';
import agentFlow from '../fixtures/payloads/agent-flow-maximal.json' with { type: 'json' };
import offer from '../fixtures/payloads/offer-maximal.json' with { type: 'json' };
import studentFlow from '../fixtures/payloads/student-flow-maximal.json' with { type: 'json' };
import workflow from '../fixtures/payloads/workflow-maximal.json' with { type: 'json' };
import { impatientClock, openRig, type Rig } from './support/rig.ts';
import type { Call, Route } from './support/upstream.ts';

// The fixtures are written by hand from the specification (R8.4 to R8.14, R9.3 to R9.14), for this moment and this id.
const NOW = new Date('2026-06-15T00:30:00.123Z');
const ID = '9b2f4c1e-0d53-4c5a-8f39-6f1f0c1f2a77';
const SLOTS = [
  ...['year12Evidence', 'passport', 'englishTest', 'academicQualifications'],
  ...['cv', 'statementOfPurpose', 'financialDeclaration', 'bankStatement', 'sponsorDocuments'],
];

let rig: Rig;
async function open(): Promise<void> {
  rig = await openRig({ clock: { ...impatientClock, now: () => NOW } });
}

/** The bytes of a call as they came. */
const bytesOf = (call: Call | undefined) => Buffer.from(call?.body ?? '', 'latin1');
const jsonOf = (route: Route): unknown[] => rig.upstream.of(route).map((call) => JSON.parse(bytesOf(call).toString()));

describe.each([
  ['direct', 'studentWorkflow', 'agentWorkflow'],
  ['agent', 'agentWorkflow', 'studentWorkflow'],
] as const)('a maximal application, %s, leaves the server as', (variant, its, other) => {
  const documents = SLOTS.map((slot) => ({ slot, name: `${slot} scan.pdf`, bytes: makePdf({ mark: slot }) }));

  beforeAll(async () => {
    await open();
    const uploaded = [];
    for (const { slot, name, bytes } of documents) uploaded.push(await rig.client.upload(ID, slot, bytes, name));
    await rig.client.put({
      path: `/api/student-applications/${ID}`,
      body: { variant, values: MAXIMAL, documents: uploaded },
    });
    await rig.client.processed(ID);
  });
  afterAll(() => rig.close());

  test('the offer, once to be validated and once to be taken, with a Bearer token', () => {
    expect(jsonOf('validate')).toEqual([offer]);
    expect(jsonOf('offers')).toEqual([offer]);
    expect(rig.upstream.of('offers')[0]?.headers.authorization).toMatch(/^Bearer ./);
  });
  test('the workflow JSON, once, to the workflow of its variant only', () => {
    expect(jsonOf(its)).toEqual([{ ...offer, ...workflow }]);
    expect(jsonOf(other)).toEqual([]);
  });
  test('the file workflow JSON: which application it is of, and each document under its name with the question it answers', () => {
    const files = documents.map(({ slot, name, bytes }) => ({
      filename: name,
      slot,
      content: bytes.toString('base64'),
    }));
    expect(jsonOf('fileWorkflow')).toEqual([
      { subject: 'Wei Zhang Material Upload', offerId: offer.OfferId, submissionId: ID, files },
    ]);
  });
  test('JSON under its id as idempotency key', () => {
    for (const route of [its, 'fileWorkflow'] as const) {
      const [call] = rig.upstream.of(route);
      expect(call?.key).toBe(ID);
      expect(call?.headers['content-type']).toMatch(/^application\/json/);
    }
  });
});

/** The parts of a multipart body as the platform's own parser reads them: text as it is, a file as name and content. */
async function partsOf(call: Call | undefined): Promise<[string, unknown][]> {
  const headers = { 'content-type': call?.headers['content-type'] ?? '' };
  const form = await new Response(new Uint8Array(bytesOf(call)), { headers }).formData();
  return Promise.all(
    [...form.entries()].map(
      async ([name, value]): Promise<[string, unknown]> => [
        name,
        typeof value === 'string' ? value : { name: value.name, bytes: Buffer.from(await value.arrayBuffer()) },
      ],
    ),
  );
}

const isText = ([, value]: [string, unknown]) => typeof value === 'string';

describe('a maximal form leaves the server as multipart', () => {
  beforeAll(open);
  afterAll(() => rig.close());

  test.each([
    [
      'the short application to the student flow',
      'short',
      'studentFlow',
      SHORT_MAXIMAL,
      studentFlow,
      [
        ['photo-id', 'photoIdFile', 'licence.pdf'],
        ['residency-proof', 'residencyProofFile', 'visa.pdf'],
      ],
    ],
    [
      'the agency to the agent flow',
      'agent',
      'agentFlow',
      AGENCY,
      agentFlow,
      [['agent-introduction', 'agentIntroductionFile', 'Our agency.profile.pdf']],
    ],
  ] as const)(
    '%s, each field once and in order, its files by name',
    async (_what, kind, route, values, fields, files) => {
      const id = crypto.randomUUID();
      const documents = [];
      for (const [slot, , name] of files)
        documents.push(await rig.client.upload(id, slot, makePdf({ mark: slot }), name));
      await rig.client.put({ path: `/api/${kind}-applications/${id}`, body: { values, documents } });
      await rig.client.processed(id);
      expect(rig.upstream.of(route)).toHaveLength(1);
      const [call] = rig.upstream.of(route);
      const parts = await partsOf(call);
      expect(parts.filter(isText)).toEqual(fields);
      expect(parts.filter((part) => !isText(part))).toEqual(
        files.map(([slot, field, name]) => [field, { name, bytes: makePdf({ mark: slot }) }]),
      );
      expect(call?.key).toBe(id);
    },
  );
});
