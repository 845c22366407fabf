import { expect, test } from 'vitest';
import { SLOW } from '../support/slow.ts';
import { type SimulationOptions, simulate } from './simulate.ts';
import { BACKENDS } from './support/backends.ts';
import { NODES_STAND_STILL } from './support/mix.ts';

const seedsFrom = (first: number, count: number) => Array.from({ length: count }, (_none, i) => first + i);

type Changes = Omit<SimulationOptions, 'backend'>;

/** The violations in the worlds of these seeds. */
async function brokenOf(seeds: readonly number[], changes: Changes = {}): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const seed of seeds) {
    const { violation } = await simulate(seed, { backend: await BACKENDS.memory(), ...changes });
    if (violation) broken.push(`npm run simulate -- --seed ${seed}: ${violation.what}`);
  }
  return broken;
}

test('in 100 simulated worlds accepted applications have their effects once, and no personal data leaks', async () => {
  expect(await brokenOf(seedsFrom(1, 100))).toEqual([]);
});

test('114 more worlds have no violation either', SLOW, async () => {
  expect(await brokenOf(seedsFrom(101, 114))).toEqual([]);
});

// Found as seed 321: a node that knew it had lost a job recorded the start of the next stage.
test('in 30 worlds with frozen nodes, no node works on a job that was given to another', async () => {
  expect(await brokenOf(seedsFrom(1, 30), { mix: NODES_STAND_STILL })).toEqual([]);
});

// Real timers fire up to a millisecond early. Here they fire even earlier, so that no answer arrives in between.
test('in worlds with early timers, nothing waits for ever', async () => {
  expect(await brokenOf(seedsFrom(1, 30), { timersEarlyMs: 20 })).toEqual([]);
});
