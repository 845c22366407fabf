import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct } from '#tests/support/product.ts';
import { Client } from './support/client.ts';
import { openRig } from './support/rig.ts';
import { startUpstream, type Upstream } from './support/upstream.ts';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

test('SIGTERM under load ends the server within 10 seconds, and loses nothing that was acknowledged', async () => {
  await using product = await startProduct({ env: { ...upstream.env, LOG_LEVEL: 'error' } });
  const client = new Client(product.url);
  const applications = await Promise.all(Array.from({ length: 12 }, () => client.student()));
  const acknowledged: string[] = [];
  // The first half is being worked on when the signal comes; the second half arrives with it.
  const put = async (application: (typeof applications)[number]) => {
    const answer = await client.put(application).catch(() => undefined);
    if (answer?.status === 202 || answer?.status === 200) acknowledged.push(application.id);
  };
  await Promise.all(applications.slice(0, 6).map(put));
  const late = Promise.all(applications.slice(6).map(put));
  const began = performance.now();
  await product.stop();
  expect(performance.now() - began).toBeLessThan(10_000);
  await late;
  expect(acknowledged.length).toBeGreaterThanOrEqual(6);
  await product.start();
  for (const id of acknowledged) expect((await client.processed(id)).status).toBe('processed');
  // Everything that was sent again was sent under the same OfferId and key.
  const keys = upstream.of('offers').map(({ key, body }) => `${key} ${body}`);
  expect(new Set(keys).size).toBe(upstream.offers.size);
});

test('behind a proxy the ending server is not ready for a moment before it takes no more connections', async () => {
  const rig = await openRig({ env: { TRUST_PROXY: '1' } });
  const closing = rig.close();
  const answer = await rig.client.get('/readyz');
  expect([answer.status, answer.headers.get('connection')]).toEqual([503, 'close']);
  expect((await rig.client.get('/healthz')).status).toBe(200);
  await closing;
  await expect(rig.client.get('/healthz')).rejects.toThrow();
});

test('who follows a submission is let go, and comes back to where it was', async () => {
  const rig = await openRig();
  try {
    rig.upstream.always('studentFlow', { status: 400 });
    const application = await rig.client.short();
    await rig.client.put(application);
    await rig.client.settled(application.id);
    const events = rig.client.events(application.id);
    const { value } = await events.next();
    const next = await rig.restart();
    expect((await events.next()).done).toBe(true);
    const again = next.events(application.id, { 'last-event-id': '1' });
    expect((await again.next()).value.id).toBe(value.id);
    await again.return(undefined);
  } finally {
    await rig.close();
  }
});
