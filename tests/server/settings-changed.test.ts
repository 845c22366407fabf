import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SLOW } from '#tests/support/slow.ts';
import { type Application, problemOf, stageOf } from './support/client.ts';
import { type Env, openRig, type Rig, stoppedClock } from './support/rig.ts';

const BUSY = { status: 503 };
const MOCK: Env = { AGENT_FLOW_URL: undefined, AGENT_FLOW_MOCK: '1' };

let rig: Rig;
beforeEach(async () => {
  rig = await openRig({ clock: stoppedClock() });
});
afterEach(() => rig.close());

/** Ends the server, starts one with other settings, and asks it to go on. */
async function goOnWith(env: Env, application: Application) {
  const client = await rig.restart(env);
  expect((await client.put(application)).status).toBe(202);
  return client.until(application.id, ({ status }) => status !== 'processing');
}

describe('a registration that was accepted for the real flow', () => {
  test('is never finished by the mock that was switched on while it waited, and reaches the flow afterwards', async () => {
    rig.upstream.always('agentFlow', BUSY);
    const application = await rig.client.agency();
    await rig.client.put(application);
    await rig.client.settled(application.id);
    const waiting = await goOnWith(MOCK, application);
    expect(waiting.status).toBe('error');
    expect(waiting.retryAt).toBeDefined();
    expect(stageOf(waiting, 'power-automate').error?.detail).toContain('not configured');
    const tried = rig.upstream.of('agentFlow').length;
    rig.upstream.always('agentFlow', undefined);
    expect((await goOnWith({}, application)).status).toBe('processed');
    expect(rig.upstream.of('agentFlow')).toHaveLength(tried + 1);
  });

  test(
    'and was sent without an answer stays unknown while the address is missing: it is not replaced',
    SLOW,
    async () => {
      rig.upstream.always('agentFlow', 'unanswered');
      const application = await rig.client.agency();
      await rig.client.put(application);
      await rig.client.settled(application.id);
      expect((await goOnWith({ AGENT_FLOW_URL: undefined }, application)).status).toBe('error');
      const client = await rig.restart({});
      const { values } = application.body;
      const changed = {
        ...application,
        body: { ...application.body, values: { ...values, contactPerson: 'Somebody Else' } },
      };
      expect(problemOf(await client.put(changed)).code).toBe('SUBMISSION_IN_PROGRESS');
    },
  );
});

test('a registration that was accepted for the mock is finished by it, after a restart as well', async () => {
  const client = await rig.restart(MOCK);
  const application = await client.agency();
  expect((await client.put(application)).status).toBe(202);
  const again = await rig.restart(MOCK);
  expect((await again.processed(application.id)).status).toBe('processed');
  expect(rig.upstream.of('agentFlow')).toEqual([]);
});

test('documents that were accepted to be forwarded wait for the address of the file workflow, and are never skipped', async () => {
  rig.upstream.always('fileWorkflow', BUSY);
  const application = await rig.client.student();
  await rig.client.put(application);
  await rig.client.settled(application.id);
  const waiting = await goOnWith({ FILE_WORKFLOW_URL: undefined }, application);
  expect(stageOf(waiting, 'file-forwarding').error?.code).toBe('CONFIGURATION_ERROR');
  expect(waiting.retryAt).toBeDefined();
  rig.upstream.always('fileWorkflow', undefined);
  const processed = await goOnWith({}, application);
  expect(stageOf(processed, 'file-forwarding').skipped ?? false).toBe(false);
  expect(rig.upstream.of('fileWorkflow').length).toBeGreaterThan(0);
});

test.each([401, 403, 404, 410])(
  'what a workflow answers with %d is sent at once when the server is started with another address',
  async (status) => {
    rig.upstream.always('studentWorkflow', { status });
    const application = await rig.client.student();
    await rig.client.put(application);
    const waiting = await rig.client.settled(application.id);
    const inHours = (Date.parse(waiting.retryAt ?? '') - Date.now()) / 3_600_000;
    expect(inHours).toBeGreaterThan(0.9);
    expect(inHours).toBeLessThan(1.1);
    const client = await rig.restart({ STUDENT_WORKFLOW_URL: rig.upstream.env.AGENT_WORKFLOW_URL });
    expect((await client.processed(application.id)).status).toBe('processed');
    expect(rig.upstream.of('agentWorkflow')).toHaveLength(1);
    expect([...rig.upstream.offers.values()]).toEqual([1]);
  },
);

// Found by the simulation (seed 3867).
test(
  'documents of which a server with the file workflow has begun to forward some are not skipped by one without it',
  SLOW,
  async () => {
    const withoutFiles = { FILE_WORKFLOW_URL: undefined };
    const client = await rig.restart(withoutFiles);
    rig.upstream.always('studentWorkflow', BUSY);
    const application = await client.student();
    await client.put(application);
    await client.settled(application.id);
    rig.upstream.always('studentWorkflow', undefined);
    rig.upstream.always('fileWorkflow', BUSY);
    const begun = await goOnWith({}, application);
    expect(stageOf(begun, 'file-forwarding').state).toBe('error');
    const waiting = await goOnWith(withoutFiles, application);
    expect(waiting.status).toBe('error');
    expect(waiting.retryAt).toBeDefined();
    expect(stageOf(waiting, 'file-forwarding').error?.code).toBe('CONFIGURATION_ERROR');
    rig.upstream.always('fileWorkflow', undefined);
    const processed = await goOnWith({}, application);
    expect(stageOf(processed, 'file-forwarding').skipped ?? false).toBe(false);
    expect(rig.upstream.of('fileWorkflow').some(({ body }) => JSON.parse(body).files.length > 0)).toBe(true);
  },
);
