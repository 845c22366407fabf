import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Mocks, startMocks } from '#mocks/server.ts';
import { sha256 } from '#tests/support/pdf.ts';
import { postJson } from './mocks-client.ts';

let mocks: Mocks;
beforeAll(async () => {
  mocks = await startMocks({ port: 0, latency: 0 });
});
afterAll(() => mocks.close());
beforeEach(() => mocks.reset());

describe('workflow', () => {
  const application = { OfferId: 'OFFER_1', SubmissionId: 'a', Status: '已提交' };

  test.each([
    ['student-workflow', 'STUDENT_WORKFLOW_URL'],
    ['agent-workflow', 'AGENT_WORKFLOW_URL'],
  ] as const)('%s takes an application with 202 and no body, once per key', async (service, variable) => {
    const first = await postJson(mocks.env[variable], application, 'a');
    expect([first.status, await first.text()]).toEqual([202, '']);
    expect((await postJson(mocks.env[variable], application, 'a')).status).toBe(202);
    expect(mocks.effects()).toEqual([{ service, key: 'a', files: [], calls: 2 }]);
    expect(mocks.received()[0]).toMatchObject({ service, body: application, idempotencyKey: 'a', status: 202 });
  });
});

describe('file workflow', () => {
  const url = () => mocks.env.FILE_WORKFLOW_URL;

  test('says name, slot, size and SHA-256 of every file, and what else is in the message', async () => {
    const files = [0, 1, 2, 3, 70_000].map((size) => ({ filename: `${size} – größe.pdf`, bytes: randomBytes(size) }));
    const body = {
      subject: 'Wei Zhang Material Upload',
      offerId: 'OFFER_20260615_103000123',
      submissionId: 'a',
      files: files.map(({ filename, bytes }) => ({ filename, slot: 'cv', content: bytes.toString('base64') })),
    };
    expect((await postJson(url(), body, 'a')).status).toBe(200);
    const [call] = mocks.received({ service: 'file-workflow' });
    const { files: _files, ...message } = body;
    expect(call?.body).toEqual(message);
    expect(call?.files).toEqual(
      files.map(({ filename, bytes }) => ({ filename, slot: 'cv', size: bytes.length, sha256: sha256(bytes) })),
    );
  });
});

describe('automation flows', () => {
  const form = (entries: Record<string, string | File>) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(entries)) data.append(name, value);
    return data;
  };
  const post = (url: string | undefined, body: BodyInit, key = 'a') =>
    fetch(url ?? '', { method: 'POST', headers: { 'idempotency-key': key }, body });

  test.each([
    ['student-flow', 'STUDENT_FLOW_URL'],
    ['agent-flow', 'AGENT_FLOW_URL'],
  ] as const)('%s reads fields and files, and answers with an id, once per key', async (service, variable) => {
    const bytes = randomBytes(100_000);
    const file = new File([bytes], 'Our "profile".pdf', { type: 'application/pdf' });
    const data = form({ title: 'Wei Zhang', homePhone: '', 'Residency/Visa proof': 'No', photoIdFile: file });
    const first = await (await post(mocks.env[variable], data)).json();
    const second = await (await post(mocks.env[variable], data)).json();
    expect(first).toMatchObject({ id: expect.any(Number) });
    expect(second).toEqual(first);
    const files = [
      {
        field: 'photoIdFile',
        filename: 'Our "profile".pdf',
        contentType: 'application/pdf',
        size: bytes.length,
        sha256: sha256(bytes),
      },
    ];
    expect(mocks.received({ service })[0]).toMatchObject({
      body: { title: 'Wei Zhang', homePhone: '', 'Residency/Visa proof': 'No' },
      files,
    });
    expect(mocks.effects(service)).toEqual([{ service, key: 'a', files, calls: 2 }]);
  });

  test('bytes that look like boundaries stay in their file, and line breaks in their field', async () => {
    const bytes = Buffer.concat([Buffer.from('\r\n--'), randomBytes(50), Buffer.from('\r\n--b\r')]);
    const data = form({ title: 'two\r\nlines', empty: '', file: new File([bytes], 'f.pdf') });
    expect((await post(mocks.env.AGENT_FLOW_URL, data)).status).toBe(200);
    const [call] = mocks.received();
    expect(call?.body).toEqual({ title: 'two\r\nlines', empty: '' });
    expect(call?.files).toMatchObject([{ field: 'file', size: bytes.length, sha256: sha256(bytes) }]);
  });
});
