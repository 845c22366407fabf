import { expect, test } from 'vitest';
import { uploadThrough } from '#tests/chaos/support/bad-link.ts';

const KB = 1024;

test('4 MB over a link that is cut every 256 KB arrive whole, at most 5 % of them sent twice; a plain upload never does', async () => {
  const { facts, problems } = await uploadThrough({
    bytes: 4 * KB * KB,
    fault: { kind: 'cut', afterBytes: 256 * KB },
  });
  expect(problems).toEqual([]);
  expect(facts['a plain upload, five tries']).toBe('never arrived');
});
