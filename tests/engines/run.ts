/**
 * Runs every journey in every engine and writes the results into docs/develop/browsers.md: `npm run engines`. Further
 * arguments are for vitest.
 */
import { spawnSync } from 'node:child_process';

function step(...args: string[]): void {
  const env = { ...process.env, ENGINES_REQUIRED: '1' };
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}

step('tests/browser/ensure-chromium.ts');
step('tests/engines/ensure-engines.ts');
step('build/build.ts');
const reporters = ['default', 'tests/engines/support/results-reporter.ts'];
step(
  'node_modules/vitest/vitest.mjs',
  'run',
  ...['--project', 'engines'],
  ...reporters.flatMap((reporter) => ['--reporter', reporter]),
  ...process.argv.slice(2),
);
