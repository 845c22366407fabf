import { areaAtWork } from './areas.ts';

const { name, mutate } = areaAtWork();
const report = `reports/mutations/${name.replace('/', '-')}`;

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tests/mutations/stryker-vitest.ts', related: false },
  mutate,
  coverageAnalysis: 'perTest',
  // What a module computes once, while it loads, would need all tests anew.
  ignoreStatic: true,
  concurrency: 1,
  // A loaded machine is no mutant that hangs: Stryker counts how often a loop runs.
  timeoutMS: 60_000,
  timeoutFactor: 4,
  dryRunTimeoutMinutes: 20,
  ignorePatterns: ['/dist', '/shots', '/reports', '/tests/fixtures/releases'],
  tsconfigFile: 'none.json',
  reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
  htmlReporter: { fileName: `${report}.html` },
  jsonReporter: { fileName: `${report}.json` },
  clearTextReporter: { logTests: false, allowColor: false, reportTests: false },
};
