import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StaffMessage } from '#server/adapters/staff-webhook.ts';
import { tellStaff } from '#server/submission/effects.ts';
import { created } from '#server/submission/transitions.ts';
import { STUDENT } from './support/client.ts';
import { movedBy, openRig, type Rig } from './support/rig.ts';

const HOUR = 3_600_000;

describe('STAFF_WEBHOOK_URL', () => {
  let receiver: http.Server;
  let url: string;
  /** What came, and how the next messages are answered. */
  let received: { readonly type: string | undefined; readonly text: string }[];
  let statuses: number[];
  let rig: Rig;
  let lines: string[];
  let passedMs: number;
  beforeEach(async () => {
    received = [];
    statuses = [];
    lines = [];
    passedMs = 0;
    receiver = http.createServer(async (request, response) => {
      let text = '';
      for await (const block of request) text += block;
      received.push({ type: request.headers['content-type'], text });
      response.writeHead(statuses.shift() ?? 200).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks/a-secret-path`;
    rig = await openRig({
      clock: movedBy(() => passedMs),
      env: { STAFF_WEBHOOK_URL: url },
      log: (line) => lines.push(line),
    });
  });
  afterEach(async () => {
    await rig.close();
    receiver.closeAllConnections();
    receiver.close();
  });

  const messages = () => received.map(({ text }) => JSON.parse(text));

  test('gets what is held, by its id, and nothing of the person; its address is in no log line', async () => {
    rig.upstream.always('offers', { status: 500 });
    const application = await rig.client.student();
    await rig.client.put(application);
    const { offerId } = await rig.client.settled(application.id);
    await expect.poll(() => received.length).toBe(1);
    expect(messages()).toEqual([
      {
        event: 'held',
        submissionId: application.id,
        offerId,
        kind: 'student',
        stage: 'cricos-submission',
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
    ]);
    expect(received[0]?.type).toBe('application/json');
    for (const value of [STUDENT.familyName, STUDENT.email, STUDENT.passportNumber]) {
      expect(received[0]?.text).not.toContain(value);
    }
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.join('\n')).not.toContain('a-secret-path');
  });

  test('gets what has stopped, and that it continues, once, when it was sent again', async () => {
    rig.upstream.next('studentFlow', { status: 400 }, { status: 400 });
    const application = await rig.client.short();
    await rig.client.put(application);
    await rig.client.settled(application.id);
    // The applicant tries again, and it stops again: that is no news.
    await rig.client.put(application);
    await rig.client.settled(application.id);
    await rig.client.put(application);
    await rig.client.processed(application.id);
    await expect.poll(() => received.length).toBe(2);
    const about = { submissionId: application.id, kind: 'short', stage: 'power-automate' };
    expect(messages()).toMatchObject([
      { ...about, event: 'stopped' },
      { ...about, event: 'continued' },
    ]);
    expect(messages()[0]).not.toHaveProperty('offerId');
  });

  test('gets at once what waits since a workflow is not where it was configured, and after a restart that it continues', async () => {
    rig.upstream.always('fileWorkflow', { status: 404 });
    const application = await rig.client.student();
    await rig.client.put(application);
    await rig.client.settled(application.id);
    await expect
      .poll(() => messages().map(({ event, stage }) => [event, stage]))
      .toEqual([['waiting', 'file-forwarding']]);
    rig.upstream.always('fileWorkflow', undefined);
    const client = await rig.restart();
    await client.processed(application.id);
    await expect.poll(() => messages().map(({ event }) => event)).toEqual(['waiting', 'continued']);
  });

  test('gets what has failed for over an hour, once, and nothing before', async () => {
    rig.upstream.always('studentFlow', { status: 503 });
    const application = await rig.client.short();
    await rig.client.put(application);
    await rig.client.settled(application.id);
    const restarted = async () => {
      const tried = rig.upstream.of('studentFlow').length;
      const client = await rig.restart();
      await expect.poll(() => rig.upstream.of('studentFlow').length).toBeGreaterThan(tried);
      return client.settled(application.id);
    };
    // Time that passes while it waits counts as far as it was to wait.
    for (let quarters = 0; received.length === 0 && quarters < 100; quarters += 1) {
      const { retryAt } = await restarted();
      passedMs += Math.max(0, Date.parse(retryAt ?? '') - Date.now() - passedMs);
    }
    expect(messages()).toMatchObject([{ event: 'waiting', submissionId: application.id }]);
    expect(passedMs).toBeGreaterThan(HOUR * 0.9);
    expect(passedMs).toBeLessThan(HOUR * 1.75);
    passedMs += HOUR / 4;
    await restarted();
    expect(messages()).toHaveLength(1);
  });

  test('gets that documents were skipped', async () => {
    const client = await rig.restart({ STAFF_WEBHOOK_URL: url, FILE_WORKFLOW_URL: undefined });
    const application = await client.student();
    await client.put(application);
    await client.processed(application.id);
    await expect
      .poll(() => messages())
      .toMatchObject([{ event: 'skipped', submissionId: application.id, stage: 'file-forwarding' }]);
  });

  test('is asked again where it does not take a message', async () => {
    statuses = [503, 404];
    rig.upstream.always('studentFlow', { status: 400 });
    const application = await rig.client.short();
    await rig.client.put(application);
    await expect.poll(() => received.length, { timeout: 10_000 }).toBe(3);
    expect(new Set(received.map(({ text }) => text)).size).toBe(1);
  });
});

describe('a webhook that takes nothing', () => {
  test('is tried for an hour, later each time, and the next message is tried all the same', async () => {
    let now = 0;
    const tries: { readonly at: number; readonly id: string }[] = [];
    const errors: string[] = [];
    const effect = tellStaff({
      webhook: async ({ submissionId }: StaffMessage) => {
        tries.push({ at: now, id: submissionId });
        throw new Error('the address does not answer');
      },
      clock: {
        monotonic: () => now,
        after: (ms, work) => {
          now += ms;
          queueMicrotask(work);
          return () => undefined;
        },
      },
      log: { warn: () => undefined, error: (_facts, message) => errors.push(message) },
    });
    const happening = (id: string) => {
      const record = created({ id, kind: 'short', digest: '', now: new Date(0) });
      return { event: 'stopped', stage: 'power-automate', record, at: new Date(0) } as const;
    };
    effect(happening('one'));
    effect(happening('two'));
    await expect.poll(() => errors.length).toBe(2);
    const ofOne = tries.filter(({ id }) => id === 'one').map(({ at }) => at);
    expect(ofOne.length).toBeLessThan(30);
    expect(ofOne.at(-1)).toBeGreaterThan(0.9 * HOUR);
    expect(ofOne.at(-1)).toBeLessThanOrEqual(HOUR);
    const pauses = ofOne.slice(1).map((at, i) => at - (ofOne[i] ?? 0));
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
    expect(tries.some(({ id }) => id === 'two')).toBe(true);
  });

  test('gets no message about an application that is processed', async () => {
    const told: StaffMessage[] = [];
    const effect = tellStaff({
      webhook: async (message) => void told.push(message),
      clock: { monotonic: () => 0, after: () => () => undefined },
      log: { warn: () => undefined, error: () => undefined },
    });
    const record = created({ id: 'one', kind: 'short', digest: '', now: new Date(0) });
    effect({ event: 'processed', stage: 'completion', record, at: new Date(0) });
    effect({ event: 'continued', stage: 'completion', record, at: new Date(0) });
    await expect.poll(() => told).toMatchObject([{ event: 'continued' }]);
  });
});
