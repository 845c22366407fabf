import { once } from 'node:events';
import http from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createChanges } from '#server/adapters/sql/changes.ts';
import { EventStreamQuota } from '#server/http/event-streams.ts';
import { created } from '#server/submission/transitions.ts';
import { type Application, problemOf } from './support/client.ts';
import { openRig, type Rig } from './support/rig.ts';

/** Event streams that one submission may have open. */
const SEATS = 64;

describe('event streams', () => {
  let rig: Rig;
  let open: http.IncomingMessage[];
  beforeEach(async () => {
    rig = await openRig();
    open = [];
  });
  afterEach(async () => {
    for (const stream of open) stream.destroy();
    await rig.close();
  });

  /** A submission that waits for its second try, so that it can be followed. */
  async function waiting(): Promise<Application> {
    rig.upstream.always('studentFlow', { status: 503 });
    const application = await rig.client.short();
    await rig.client.put(application);
    await rig.client.settled(application.id);
    return application;
  }

  async function follow({ id }: Application): Promise<number> {
    const request = http.get(`${rig.client.url}/api/submissions/${id}/events`, { agent: false });
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    answer.on('error', () => undefined).resume();
    if (answer.statusCode === 200) open.push(answer);
    return answer.statusCode ?? 0;
  }

  test('of one submission are 64 at most; the next is asked to wait, and finds the seat of one that left', async () => {
    const [one, other] = [await waiting(), await waiting()];
    for (let i = 0; i < SEATS; i += 1) expect(await follow(one)).toBe(200);
    const refused = await rig.client.get(`/api/submissions/${one.id}/events`);
    expect(problemOf(refused)).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // Its state can still be asked for, and others are followed.
    expect((await rig.client.get(`/api/submissions/${one.id}`)).status).toBe(200);
    expect(await follow(other)).toBe(200);
    open.shift()?.destroy();
    await expect.poll(() => follow(one)).toBe(200);
  });
});

test('of one client are as many event streams as it may make requests in a minute, on any submissions', () => {
  const quota = new EventStreamQuota(3);
  const leave = quota.add('a', '10.0.0.1');
  for (const submission of ['b', 'c']) quota.add(submission, '10.0.0.1');
  expect(() => quota.add('d', '10.0.0.1')).toThrow('Too many event streams are open.');
  quota.add('d', '10.0.0.2');
  leave();
  leave();
  quota.add('d', '10.0.0.1');
  expect(() => quota.add('e', '10.0.0.1')).toThrow('Too many event streams are open.');
});

test('a follower that leaves takes no other with it: each gets events until it has left, and leaving twice does no harm', () => {
  const changes = createChanges();
  const record = created({ id: 'a', kind: 'short', digest: 'd', now: new Date('2026-06-15T00:30:00.000Z') });
  const told: string[] = [];
  const both = () => void told.push('both');
  const leaveFirst = changes.watch('a', both);
  const leaveSecond = changes.watch('a', both);
  changes.watch('a', () => void told.push('other'));
  leaveFirst();
  leaveFirst();
  changes.publish(record);
  expect(told).toEqual(['both', 'other']);
  leaveSecond();
  changes.publish({ ...record, version: record.version + 1 });
  expect(told).toEqual(['both', 'other', 'other']);
  expect([...changes.watched().keys()]).toEqual(['a']);
});
