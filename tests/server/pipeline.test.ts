import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makePdf, sha256 } from '#tests/support/pdf.ts';
import { problemOf, REQUIRED_SLOTS, stageOf, submissionOf } from './support/client.ts';
import { openRig, type Rig } from './support/rig.ts';
import { forwardedHashes } from './support/upstream.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await openRig();
});
afterEach(() => rig.close());

const SUBMITTING = ['validate', 'offers', 'studentWorkflow', 'agentWorkflow', 'fileWorkflow'];
const submitting = () => rig.upstream.calls.filter(({ route }) => SUBMITTING.includes(route));

describe('a student application', () => {
  test('goes through every stage, each outside call once, in order, under its id as key', async () => {
    const { client } = rig;
    const application = await client.student();
    const answer = await client.put(application);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([202, 'no-store']);
    const done = await client.processed(application.id);
    expect(submitting().map(({ route }) => route)).toEqual(['validate', 'offers', 'studentWorkflow', 'fileWorkflow']);
    expect(submitting().map(({ key }) => key)).toEqual(submitting().map(() => application.id));
    expect(rig.upstream.offers.get(done.offerId ?? '')).toBe(1);
    const [validated, offered, workflow] = submitting().map(({ body }) => body);
    expect(offered).toBe(validated);
    expect(JSON.parse(Buffer.from(workflow ?? '', 'latin1').toString('utf8'))).toMatchObject({
      OfferId: done.offerId,
      SubmissionId: application.id,
      SubmittedAt: done.submittedAt,
      Status: '已提交',
    });
  });

  test('has every document forwarded with equal content under the person’s own names, equal names numbered', async () => {
    const { client, upstream } = rig;
    const id = randomUUID();
    const files = REQUIRED_SLOTS.map((slot, i) => makePdf({ bytes: 3000 + i, mark: slot }));
    const documents = await Promise.all(
      REQUIRED_SLOTS.map((slot, i) => client.upload(id, slot, files[i], 'a/scan.pdf')),
    );
    const { body } = await client.student();
    await client.put({ path: `/api/student-applications/${id}`, body: { ...body, documents } });
    await client.processed(id);
    const [call] = upstream.of('fileWorkflow');
    if (call === undefined) throw new Error('nothing was forwarded');
    expect(forwardedHashes(call)).toEqual(files.map(sha256));
    expect(call.headers['content-length']).toBe(String(call.body.length));
    expect(JSON.parse(call.body)).toMatchObject({
      subject: 'Wei Zhang Material Upload',
      files: ['a_scan.pdf', 'a_scan-2.pdf', 'a_scan-3.pdf', 'a_scan-4.pdf'].map((filename) => ({ filename })),
    });
  });

  test('of an agent goes to the agents’ workflow', async () => {
    const { client } = rig;
    const application = await client.student('agent', {
      howDidYouHearAboutUs: 'Agent',
      selectedAgent: 'Harbour|China',
    });
    expect((await client.put(application)).status).toBe(202);
    await client.processed(application.id);
    expect(submitting().map(({ route }) => route)).toEqual(['validate', 'offers', 'agentWorkflow', 'fileWorkflow']);
  });

  test('corrected after a rejection keeps its OfferId and gets the keys of its revision', async () => {
    const { client, upstream } = rig;
    upstream.next('validate', { status: 400, body: { ModelState: { 'offer.Email': ['Refused'] } } });
    const application = await client.student();
    await client.put(application);
    const rejected = await client.settled(application.id);
    expect(stageOf(rejected, 'cricos-validation').error?.errors).toEqual([
      { field: 'email', message: 'Refused', technical: 'offer.Email' },
    ]);
    const values = { ...application.body.values, email: 'other@mail.example' };
    expect((await client.put({ ...application, body: { ...application.body, values } })).status).toBe(202);
    const done = await client.processed(application.id);
    expect(done.offerId).toBe(rejected.offerId);
    expect(upstream.of('offers').map(({ key }) => key)).toEqual([`${application.id}-r2`]);
    expect([...upstream.offers]).toEqual([[done.offerId, 1]]);
  });

  test('sent by two requests at once runs one pipeline', async () => {
    const { client } = rig;
    const application = await client.student();
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.put(application)));
    expect(new Set(answers.map((answer) => submissionOf(answer).offerId)).size).toBe(1);
    await client.processed(application.id);
    expect(submitting()).toHaveLength(4);
  });

  test('with another key order is the same body; processed, its stored answer is returned', async () => {
    const { client } = rig;
    const application = await client.student();
    await client.put(application);
    await client.processed(application.id);
    const { values, ...rest } = application.body;
    const turned = Object.fromEntries(Object.entries(values).reverse());
    const again = await client.put({ ...application, body: { values: turned, ...rest } });
    expect([again.status, submissionOf(again).status]).toEqual([200, 'processed']);
    const changed = await client.put({ ...application, body: { ...rest, values: { ...values, firstName: 'Other' } } });
    expect(problemOf(changed)).toMatchObject({ status: 409, code: 'ALREADY_SUBMITTED' });
    expect(submitting()).toHaveLength(4);
  });

  test('survives a token that the records API no longer honours', async () => {
    const { client, upstream } = rig;
    const first = await client.student();
    await client.put(first);
    await client.processed(first.id);
    upstream.expireTokens();
    const second = await client.student();
    await client.put(second);
    await client.processed(second.id);
    expect(upstream.of('token')).toHaveLength(2);
  });

  test.each([
    ['Token request failed', { status: 503 }],
    ['No access token in response', { status: 200, body: {} }],
    ['No access token in response', { status: 200, body: { access_token: 'tok€n\n', expires_in: 3600 } }],
  ])('waits with %s', async (detail, trouble) => {
    const { client, upstream } = rig;
    upstream.always('token', trouble);
    const application = await client.student();
    await client.put(application);
    const stopped = await client.settled(application.id);
    expect(stageOf(stopped, 'cricos-validation').error).toMatchObject({ message: 'CRICOS validation failed', detail });
    upstream.always('token', undefined);
    await client.processed(application.id);
  });
});

describe('an account that the records API refuses', () => {
  test.each([400, 401, 403])(
    'with %d waits for the college, staff receive a message, and a restart with another password sends it',
    async (status) => {
      const { client, upstream } = rig;
      upstream.always('token', { status });
      const application = await client.student();
      await client.put(application);
      const before = Date.now();
      const waiting = await client.settled(application.id);
      const error = {
        code: 'CRICOS_VALIDATION_FAILED',
        message: 'CRICOS validation failed',
        detail: 'Token request failed',
      };
      expect(stageOf(waiting, 'cricos-validation').error).toEqual(error);
      const waitMs = Date.parse(waiting.retryAt ?? '') - before;
      expect([waitMs > 50 * 60_000, waitMs < 70 * 60_000]).toEqual([true, true]);
      expect((await client.get('/metrics')).text).toContain('submissions_misconfigured 1');
      upstream.always('token', undefined);
      const restarted = await rig.restart({ CRICOS_PASSWORD: 'another-password-1' });
      expect((await restarted.processed(application.id)).status).toBe('processed');
      expect(upstream.of('token').at(-1)?.body).toContain('password=another-password-1');
    },
  );

  test('after an offer without an answer says nothing about that offer: it is sent again, and not held', async () => {
    const client = await rig.restart({ RECORDS_UNKNOWN_OUTCOME: 'resend' });
    rig.upstream.always('offers', 'unanswered');
    const application = await client.student();
    await client.put(application);
    await client.settled(application.id);
    rig.upstream.always('offers', undefined);
    rig.upstream.always('token', { status: 400 });
    const locked = await rig.restart({ RECORDS_UNKNOWN_OUTCOME: 'resend' });
    const refused = await locked.until(application.id, ({ stages }) =>
      stages.some(({ error }) => error?.detail === 'Token request failed'),
    );
    expect(refused.held).toBeUndefined();
    rig.upstream.always('token', undefined);
    const restarted = await rig.restart({ RECORDS_UNKNOWN_OUTCOME: 'resend' });
    expect((await restarted.processed(application.id)).status).toBe('processed');
  });
});

describe('what was accepted is finished', () => {
  test('by the server itself, after a restart as well', async () => {
    const { client, upstream } = rig;
    upstream.always('studentWorkflow', { status: 503 });
    const application = await client.student();
    await client.put(application);
    const stopped = await client.settled(application.id);
    const { finishedAt = '' } = stageOf(stopped, 'power-automate');
    expect(Date.parse(stopped.retryAt ?? '')).toBeGreaterThan(Date.parse(finishedAt));
    upstream.always('studentWorkflow', undefined);
    const restarted = await rig.restart();
    const done = await restarted.processed(application.id);
    expect(upstream.offers.get(done.offerId ?? '')).toBe(1);
    expect(upstream.of('validate')).toHaveLength(1);
  });

  test('and not repeated where an unknown outcome is held for the staff', async () => {
    const { client, upstream } = rig;
    upstream.always('offers', 'unanswered');
    const application = await client.student();
    await client.put(application);
    const stopped = await client.settled(application.id);
    expect(stageOf(stopped, 'cricos-submission').error?.code).toBe('UNKNOWN_OUTCOME');
    expect(stopped.retryAt).toBeUndefined();
    upstream.always('offers', undefined);
    expect(submissionOf(await client.put(application)).status).toBe('error');
    expect(upstream.of('offers')).toHaveLength(1);
  });
});

describe('the file workflow', () => {
  test('gets several calls with keys of their own when one would be too large', async () => {
    const small = await openRig({ env: { FILE_WORKFLOW_MAX_BYTES: '8000' } });
    const application = await small.client.student();
    await small.client.put(application);
    await small.client.processed(application.id);
    const calls = small.upstream.of('fileWorkflow');
    expect(calls.map(({ key }) => key)).toEqual([application.id, `${application.id}-f2`]);
    expect(calls.every(({ body }) => body.length <= 8000)).toBe(true);
    expect(calls.flatMap(forwardedHashes)).toHaveLength(4);
    await small.close();
  });

  test('gets only the calls that it has not confirmed when a later one fails, after a restart as well', async () => {
    const small = await openRig({ env: { FILE_WORKFLOW_MAX_BYTES: '4000' } });
    const busy = { status: 503 };
    small.upstream.next('fileWorkflow', { status: 200 }, { status: 200 }, busy, busy, busy);
    const application = await small.client.student();
    await small.client.put(application);
    expect(stageOf(await small.client.settled(application.id), 'file-forwarding').state).toBe('error');
    const restarted = await small.restart();
    await restarted.processed(application.id);
    const { id } = application;
    const calls = small.upstream.of('fileWorkflow');
    const third = `${id}-f3`;
    expect(calls.map(({ key }) => key)).toEqual([id, `${id}-f2`, third, third, third, third, `${id}-f4`]);
    expect(new Set(calls.flatMap(forwardedHashes)).size).toBe(4);
    await small.close();
  });

  test.each([
    ['is completed as skipped where none is configured', undefined, { state: 'completed', skipped: true }],
    [
      'fails with CONFIGURATION_ERROR where its address is no URL',
      'nowhere',
      { error: { code: 'CONFIGURATION_ERROR' } },
    ],
  ])('%s', async (_title, url, stage) => {
    const other = await openRig({ env: { FILE_WORKFLOW_URL: url } });
    const application = await other.client.student();
    await other.client.put(application);
    expect(stageOf(await other.client.settled(application.id), 'file-forwarding')).toMatchObject(stage);
    expect(other.upstream.of('fileWorkflow')).toHaveLength(0);
    await other.close();
  });
});

describe('server-sent events', () => {
  test('tell every change once, with ids that go on where a client stopped, and end after processed', async () => {
    const { client, upstream } = rig;
    upstream.next('studentWorkflow', { status: 503 });
    const application = await client.student();
    await client.put(application);
    const seen: string[] = [];
    for await (const { id, submission } of client.events(application.id)) {
      seen.push(id);
      if (submission.status === 'processed') break;
    }
    expect(seen).toEqual([...new Set(seen)]);
    const last = seen.at(-1) ?? '';
    const resumed = [];
    for await (const event of client.events(application.id, { 'last-event-id': seen[0] ?? '' })) resumed.push(event.id);
    expect(resumed).toEqual([last]);
    const path = `/api/submissions/${application.id}/events`;
    expect((await client.send('GET', path, undefined, { 'last-event-id': last })).status).toBe(204);
  });
});

describe('not configured', () => {
  test.each([
    ['student', 'STUDENT_WORKFLOW_URL', 'Application submission is not configured. Please contact support.'],
    ['student', 'CRICOS_BASE_URL', 'Application submission is not configured. Please contact support.'],
    ['short', 'STUDENT_FLOW_URL', 'Student application Power Automate flow URL not configured'],
    ['agency', 'AGENT_FLOW_URL', 'Agent application Power Automate flow URL not configured'],
  ] as const)('%s applications without %s are 503 and nothing is stored', async (kind, variable, detail) => {
    const other = await openRig({ env: { [variable]: undefined } });
    const application = await other.client[kind]();
    expect(problemOf(await other.client.put(application))).toMatchObject({
      status: 503,
      code: 'NOT_CONFIGURED',
      detail,
    });
    expect((await other.client.get(`/api/submissions/${application.id}`)).status).toBe(404);
    await other.close();
  });
});

test('an Application ID is registered once only', async () => {
  const { client } = rig;
  const first = await client.agency();
  await client.put(first);
  await client.processed(first.id);
  const second = await client.agency();
  const answer = await client.put({ ...second, body: { ...second.body, values: first.body.values } });
  expect(problemOf(answer)).toMatchObject({ status: 409, code: 'ALREADY_SUBMITTED' });
  expect((await client.get(`/api/submissions/${second.id}`)).status).toBe(404);
});
