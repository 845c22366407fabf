/** @module-tag slow */
import { expect, test } from 'vitest';
import { startMocks } from '#mocks/server.ts';
import { startProduct } from '#tests/support/product.ts';
import { RELEASE_NAMES } from '#tests/support/release.ts';
import { unpackCheckout } from '#tests/support/release-checkout.ts';
import { Client, submissionOf } from './support/client.ts';

test('the release before works on a ledger that this one has brought forward, and finishes what was unfinished', async () => {
  await using before = await unpackCheckout(RELEASE_NAMES.at(-1) ?? '');
  const mocks = await startMocks({ port: 0, latency: 0 });
  await using today = await startProduct({ env: mocks.env });
  const client = new Client(today.url);
  const application = await client.student();
  mocks.setScenario({ service: 'student-workflow', scenario: 'failing' });
  await client.put(application);
  const stopped = await client.settled(application.id);
  await today.stop();
  mocks.setScenario({ service: 'student-workflow', scenario: 'accepts' });

  const data = { directory: today.dataDir, writtenAt: new Date() };
  await using again = await startProduct({ env: mocks.env, root: before.root, data });
  const done = await new Client(again.url).processed(application.id);
  expect(done.offerId).toBe(stopped.offerId);
  expect(mocks.offers().filter(({ offerId }) => offerId === done.offerId)).toHaveLength(1);
  for (const service of ['student-workflow', 'file-workflow'] as const) {
    expect(mocks.effects(service).filter(({ key }) => key === application.id)).toHaveLength(1);
  }
  const later = await new Client(again.url).student();
  expect(submissionOf(await new Client(again.url).put(later)).status).toBe('processing');
  await mocks.close();
});
