import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';
import { BACKENDS } from './support/backends.ts';

/** What was seen in the worlds of these seeds that must never be. */
async function brokenOf(seeds: readonly number[]): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const seed of seeds) {
    const { violation } = await simulate(seed, { backend: await BACKENDS.memory() });
    if (violation) broken.push(`npm run simulate -- --seed ${seed}: ${violation.what}`);
  }
  return broken;
}

test('in 200 simulated worlds everything that was accepted has its effects once, and nobody learns what they must not', async () => {
  expect(await brokenOf(Array.from({ length: 200 }, (_none, i) => i + 1))).toEqual([]);
});
