/**
 * `npm run mutations [-- --only TEXT]`: breaks one rule of the program at a time, in a copy of the project, and runs the
 * test that must notice. `--only` takes a part of the entry's sentence or of its file. Exits non-zero if a test does not.
 */
import { rmSync } from 'node:fs';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { MUTATIONS, type Mutation, mutatedText, root } from './mutation.ts';
import { runNode } from './run-node.ts';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const folder = path.join(tmpdir(), `application-form-mutations-${process.pid}`);
const LEFT_OUT = new Set(['node_modules', '.git', 'reports', 'shots']);
const LIMIT_MS = 600_000;

type Ending = 'passed' | 'failed' | 'unloadable';

/** Vitest counts a file that cannot be loaded as failed; only an assertion that fails says something about the rule. */
async function runTest(test: string): Promise<Ending> {
  const report = path.join(folder, 'report.json');
  rmSync(report, { force: true });
  // A test that waits in vain for what the rule promises ends after a minute.
  const patience = ['--testTimeout=60000', '--hookTimeout=60000'];
  const options = [...patience, '--bail=1', '--maxWorkers=1', '--reporter=json', `--outputFile=${report}`];
  const code = await runNode(['node_modules/vitest/vitest.mjs', 'run', `tests/${test}`, ...options], folder, LIMIT_MS);
  // What neither passes nor fails in time has noticed.
  if (code === 'late') return 'failed';
  const { success, numFailedTests } = JSON.parse(await readFile(report, 'utf8').catch(() => '{}'));
  if (success === true) return 'passed';
  return numFailedTests > 0 ? 'failed' : 'unloadable';
}

/** What is wrong with the entry or its test, if anything. */
async function tryMutation(mutation: Mutation, passesUnbroken: (test: string) => Promise<boolean>) {
  const { file, test } = mutation;
  if (!(await passesUnbroken(test))) return `${test} fails although no rule is broken`;
  const source = path.join(folder, file);
  const before = await readFile(source, 'utf8');
  await writeFile(source, mutatedText(mutation, folder));
  const usesPages = test.startsWith('browser/');
  const isBuilt = !usesPages || (await runNode(['build/build.ts'], folder, LIMIT_MS)) === 0;
  const ending = isBuilt ? await runTest(test) : 'unloadable';
  await writeFile(source, before);
  if (usesPages) await cp(path.join(root, 'dist'), path.join(folder, 'dist'), { recursive: true, force: true });
  if (ending === 'unloadable') return 'breaks the program, not a rule';
  return ending === 'passed' ? `${test} does not notice` : undefined;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
await cp(root, folder, { recursive: true, filter: (from) => !LEFT_OUT.has(path.relative(root, from)) });
await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));

const unbroken = new Map<string, Promise<boolean>>();
const passesUnbroken = (test: string) => {
  const known = unbroken.get(test) ?? runTest(test).then((ending) => ending === 'passed');
  unbroken.set(test, known);
  return known;
};
const chosen = MUTATIONS.filter(({ rule, file }) => `${file} ${rule}`.includes(values.only));
let unnoticed = 0;
for (const mutation of chosen) {
  const problem = await tryMutation(mutation, passesUnbroken);
  if (problem !== undefined) unnoticed += 1;
  process.stdout.write(
    `${problem === undefined ? 'noticed' : 'PROBLEM'}  ${mutation.rule}${problem ? `: ${problem}` : ''}\n`,
  );
}
process.stdout.write(`${chosen.length - unnoticed} of ${chosen.length} noticed\n`);
process.exitCode = unnoticed === 0 && chosen.length > 0 ? 0 : 1;
