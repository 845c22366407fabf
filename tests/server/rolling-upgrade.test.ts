/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Nodes, startNodes } from '#tests/support/nodes.ts';
import type { Product } from '#tests/support/product.ts';
import { RELEASE_NAMES } from '#tests/support/release.ts';
import { type Checkout, unpackCheckout } from '#tests/support/release-checkout.ts';
import { Client, submissionOf } from './support/client.ts';
import { attachedStudent } from './support/patient-person.ts';

describe.each(RELEASE_NAMES)('a node of release %s beside one of today, on one PostgreSQL and one bucket', (name) => {
  let checkout: Checkout;
  let nodes: Nodes;
  let old: Product;
  let today: Product;
  beforeAll(async () => {
    [checkout, nodes] = await Promise.all([unpackCheckout(name), startNodes()]);
    old = await nodes.start({}, checkout.root);
    today = await nodes.start();
  });
  afterAll(async () => {
    await nodes[Symbol.asyncDispose]();
    await checkout[Symbol.asyncDispose]();
  });

  /** Asked for, not followed: the old node waits for notices that a node of today does not send. */
  const finished = async (client: Client, id: string) => {
    const ask = async () => submissionOf(await client.get(`/api/submissions/${id}`));
    await expect.poll(async () => (await ask()).status).toBe('processed');
    return ask();
  };
  const effects = (id: string) =>
    (['offers', 'student-workflow', 'file-workflow'] as const).map(
      (service) => nodes.mocks.effects(service).filter(({ key }) => key === id).length,
    );

  test.each(['the old node', 'the node of today'])(
    'an application that %s takes is known to the other, goes out once, and both tell the same of it',
    async (which) => {
      const [taking, other] = (which === 'the old node' ? [old, today] : [today, old]).map(
        ({ url }) => new Client(url),
      );
      if (taking === undefined || other === undefined) throw new Error('two nodes');
      // Documents that today's node received are unknown to the old one, which looks for notes beside them.
      const application = await attachedStudent(new Client(old.url));
      expect((await taking.put(application)).status).toBe(202);
      const again = await other.put(application);
      expect(again.status).toBeLessThanOrEqual(202);
      const [seen, seenByOther] = await Promise.all([taking, other].map((client) => finished(client, application.id)));
      expect(seenByOther).toEqual(seen);
      expect(submissionOf(again).offerId).toBe(seen?.offerId);
      expect((await taking.put(application)).status).toBe(200);
      expect(effects(application.id)).toEqual([1, 1, 1]);
    },
  );

  test('what the old node had sent when it was killed is sent again by the one of today, with the same body under the same key', async () => {
    const { mocks } = nodes;
    mocks.setScenario({ service: 'offers', scenario: 'hangs', times: 1 });
    await today.stop();
    const onOld = new Client(old.url);
    const application = await attachedStudent(onOld);
    await onOld.put(application);
    const heard = () => mocks.received({ service: 'offers', idempotencyKey: application.id });
    await expect.poll(() => heard().length).toBe(1);
    await old.kill();
    await today.start();
    await new Client(today.url).processed(application.id);
    expect(new Set(heard().map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(heard().length).toBeGreaterThan(1);
    expect(effects(application.id)).toEqual([1, 1, 1]);
  });
});
