import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';
import { BACKENDS } from './support/backends.ts';
import { BREAKS, NOTICED_BY } from './support/breaks.ts';
import { type Mix, NODES_STAND_STILL } from './support/mix.ts';

/** Mixes for mistakes that need a rare fault. */
const WORLDS: Partial<Record<keyof typeof BREAKS, Partial<Mix>>> = {
  'a node continues a job that was given to another': NODES_STAND_STILL,
  'an offer that was answered with 500 is sent again, though it is to be held': {
    recordsUnknownOutcome: 'hold',
    records: 'own-ids',
  },
  'a clock that is far ahead removes everything': { nodes: 1, hours: 12, rates: { 'clock set': 0.4 } },
  'an offer that was answered with 503 is held': { recordsUnknownOutcome: 'hold' },
  'an offer that was sent again is not marked': { recordsUnknownOutcome: 'resend', records: 'own-ids' },
};

/** This many worlds find each of these mistakes several times. */
const SEEDS = 150;

const names = Object.keys(BREAKS) as readonly (keyof typeof BREAKS)[];

test.each(names)('the simulation notices when %s', async (name) => {
  const seen: string[] = [];
  for (let seed = 1; seed <= SEEDS && !seen.some((what) => NOTICED_BY[name].test(what)); seed += 1) {
    const options = { wrap: BREAKS[name](), mix: WORLDS[name] ?? {} };
    const { violation } = await simulate(seed, { backend: await BACKENDS.memory(), ...options });
    if (violation) seen.push(violation.what);
  }
  expect(seen.at(-1)).toMatch(NOTICED_BY[name]);
});
