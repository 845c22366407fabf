import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './support/sources.ts';

const CONFIG = "export default { test: { globals: true, tags: [{ name: 'slow' }] } };";
const TESTS = `
test('reads the disk', { skip: true, meta: { missing: 'no disk is here' } }, () => {});
describe('the engine', () => {
  test('starts', ({ skip }) => skip('the engine is not on this machine'));
});
test('fills the database', { skip: true, tags: 'slow', meta: { missing: 'no database is here' } }, () => {});
test('passes', () => {});
`;
const WITHOUT_REASON = "test('reads', { skip: true }, () => {}); test('writes', () => {});";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'skipped-'));
  await writeFile(path.join(directory, 'vitest.config.mjs'), CONFIG);
  await writeFile(path.join(directory, 'some.test.js'), TESTS);
  await writeFile(path.join(directory, 'other.test.js'), WITHOUT_REASON);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** What a run of those tests prints with this reporter alone. */
async function printed(...more: string[]): Promise<string> {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const reporter = path.join(root, 'tests/skipped-reporter.ts');
  const run = [vitest, 'run', '--root', directory, '--reporter', reporter, ...more];
  return (await promisify(execFile)(process.execPath, run)).stdout;
}

const DISK = '- some.test.js: reads the disk: no disk is here';
const ENGINE = '- some.test.js: the engine > starts: the engine is not on this machine';
const DATABASE = '- some.test.js: fills the database: no database is here';

test('a run ends with the number of skipped tests that give a reason, and the reason of each', async () => {
  expect(await printed()).toBe(`Skipped tests: 3\n${[DISK, ENGINE, DATABASE].join('\n')}\n`);
});

test('a run of a part of the tests names no skipped test of the other part', async () => {
  expect(await printed('--tags-filter', '!slow')).toBe(`Skipped tests: 2\n${DISK}\n${ENGINE}\n`);
  expect(await printed('--tags-filter', 'slow')).toBe(`Skipped tests: 1\n${DATABASE}\n`);
});

test('a run in which no skipped test gives a reason prints nothing', async () => {
  expect(await printed('other.test.js')).toBe('');
});
