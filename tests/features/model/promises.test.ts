// @vitest-environment node
import { beforeAll, expect, test } from 'vitest';
import { buildPrograms, type Programs } from '#tests/simulation-browser/device.ts';
import { simulate } from '#tests/simulation-browser/simulate.ts';

/** A longer simulation: `npm run simulate:browser -- --runs 10000`, with other seeds each time. */
const RUNS = 100;
const SEED = 20_260_601;

let programs: Programs;
beforeAll(async () => {
  programs = await buildPrograms();
});

test('whatever people do with several tabs on a failing device, every promise of the page is kept', async () => {
  const { runs } = await simulate(programs, { runs: RUNS, seed: SEED, draftsOnly: true });
  expect(runs).toBe(RUNS);
}, 120_000);
