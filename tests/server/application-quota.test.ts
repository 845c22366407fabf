import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { type Answer, type Application, problemOf, SHORT } from './support/client.ts';
import { movedBy, openRig, type Rig } from './support/rig.ts';

const DAY_MS = 24 * 3_600_000;
const env = { TRUST_PROXY: '1', APPLICATIONS_PER_CLIENT_DAY: '3' };

let rig: Rig;
afterEach(() => rig.close());

function short(id: string = randomUUID(), changes: object = {}): Application {
  return { id, path: `/api/short-applications/${id}`, body: { values: { ...SHORT, ...changes }, documents: [] } };
}

/** Sends an application from behind a proxy that says who its client is. */
const send = ({ path: to, body }: Application, address = '203.0.113.7'): Promise<Answer> =>
  rig.client.send('PUT', to, JSON.stringify(body), { 'content-type': 'application/json', 'x-forwarded-for': address });

const statusesOf = async (applications: readonly Application[]) =>
  (await Promise.all(applications.map((one) => send(one)))).map(({ status }) => status);

test('a client may send so many applications of all kinds within 24 hours; the next is refused with a time', async () => {
  rig = await openRig({ env });
  expect(await statusesOf([short(), await rig.client.agency(), await rig.client.student()])).toEqual([202, 202, 202]);
  const fourth = short();
  const refused = await send(fourth);
  expect(problemOf(refused)).toMatchObject({
    status: 429,
    code: 'TOO_MANY_APPLICATIONS',
    detail:
      'More applications have come from your network within a day than we take. This one can be sent in 24 hours.',
  });
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(23 * 3600);
  expect(seconds).toBeLessThanOrEqual(24 * 3600);
  expect((await rig.client.get(`/api/submissions/${fourth.id}`)).status).toBe(404);
  expect((await send(fourth, '203.0.113.8')).status).toBe(202);
});

test('the same application again counts once, and so does a corrected one', async () => {
  rig = await openRig({ env });
  const id = randomUUID();
  rig.upstream.next('studentFlow', { status: 400 });
  await send(short(id));
  await rig.client.settled(id);
  const corrected = short(id, { firstName: 'Main' });
  expect((await send(corrected)).status).toBe(202);
  await rig.client.processed(id);
  expect(await statusesOf([corrected, corrected, corrected])).toEqual([200, 200, 200]);
  expect(await statusesOf([short(), short()])).toEqual([202, 202]);
  expect((await send(short())).status).toBe(429);
});

test('an application that is refused for its answers counts for nothing', async () => {
  rig = await openRig({ env });
  const wrong = Array.from({ length: 5 }, () => short(undefined, { email: 'none' }));
  expect(await statusesOf(wrong)).toEqual(wrong.map(() => 422));
  expect(await statusesOf([short(), short(), short()])).toEqual([202, 202, 202]);
});

test('of many at the same moment no more are taken', async () => {
  rig = await openRig({ env });
  const statuses = await statusesOf(Array.from({ length: 20 }, () => short()));
  expect(statuses.filter((status) => status === 202)).toHaveLength(3);
  expect(statuses.filter((status) => status === 429)).toHaveLength(17);
});

test('a restart forgets nothing, and after the time that was said the client may send again', async () => {
  let passedMs = 0;
  rig = await openRig({ env, clock: movedBy(() => passedMs) });
  await send(short());
  passedMs += 6 * 3_600_000;
  expect(await statusesOf([short(), short()])).toEqual([202, 202]);
  rig = { ...rig, client: await rig.restart() };
  const refused = await send(short());
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeLessThanOrEqual(18 * 3600);
  passedMs += seconds * 1000;
  expect((await send(short())).status).toBe(202);
  expect((await send(short())).status).toBe(429);
});

test('who sent an application is kept as a keyed hash, and for a day only', async () => {
  let passedMs = 0;
  rig = await openRig({ env, clock: movedBy(() => passedMs) });
  await rig.client.upload(randomUUID(), 'photo-id');
  await send(short());
  const ledger = new DatabaseSync(path.join(rig.dataDir, 'ledger.sqlite'));
  const clients = (table: string) =>
    ledger
      .prepare(`select client from ${table}`)
      .all()
      .map(({ client }) => client);
  // SHA-256 of 203.0.113.7 and of 127.0.0.1.
  const plain = [
    'fec52565aa0cf18f57d7cf5b3ac728503b8992d2d6f7d46da1d1201090902b02',
    '12ca17b49af2289436f303e0166030a21e525d266e209267433801a8fd4071a0',
  ];
  for (const client of [...clients('submissions'), ...clients('uploads')]) {
    expect(client).toMatch(/^[0-9a-f]{64}$/);
    expect(plain).not.toContain(client);
  }
  passedMs = DAY_MS + 3_600_000;
  await rig.restart();
  // The upload, which no application claimed, has ended since.
  await expect.poll(() => [clients('submissions'), clients('uploads')]).toEqual([[null], []]);
  ledger.close();
});
