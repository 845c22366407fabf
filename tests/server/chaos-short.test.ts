/** @module-tag slow */
import { expect, test } from 'vitest';
import { submitThroughChaos } from '#tests/chaos/support/submissions.ts';

test('forty applications through four kills and an outside that often fails: none lost, none doubled, all processed', async () => {
  const { facts, problems } = await submitThroughChaos({
    submissions: 40,
    kills: 4,
    atOnce: 4,
    troubled: 0.15,
    seed: 11,
  });
  expect(problems).toEqual([]);
  expect(facts).toMatchObject({ submissions: 40, kills: 4, processed: 40 });
});

test('the same at records that make one of every call: what is held had an unanswered call, none is doubled, staff settle all', async () => {
  const { facts, problems } = await submitThroughChaos({
    submissions: 40,
    kills: 4,
    atOnce: 4,
    troubled: 0.15,
    seed: 19,
    records: 'published',
  });
  expect(problems).toEqual([]);
  expect(facts).toMatchObject({ submissions: 40, kills: 4, processed: 40 });
  expect(facts.held).toBeGreaterThan(0);
});
