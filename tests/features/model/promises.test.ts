// @vitest-environment node
import { beforeAll, expect, test } from 'vitest';
import { buildPrograms, type Programs } from '#tests/simulation-browser/device.ts';
import { simulate } from '#tests/simulation-browser/simulate.ts';

/** The same stories for everybody. `npm run simulate:browser -- --runs 10000` looks for new ones. */
const SEED = 20_260_601;
const RUNS = 20;

let programs: Programs;
beforeAll(async () => {
  programs = await buildPrograms();
});

test.each([
  { what: 'any typing in several tabs on a failing device', runs: RUNS, draftsOnly: true },
  { what: 'also when they attach, confirm and withdraw, and clocks, connection and releases change', runs: RUNS },
])('$what, every promise of the page is kept', async ({ what: _what, ...options }) => {
  const { runs } = await simulate(programs, { seed: SEED, ...options });
  expect(runs).toBe(options.runs);
});
