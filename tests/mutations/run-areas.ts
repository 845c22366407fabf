/**
 * `npm run mutations:code [-- GROUP…] [--minutes 90]`: Stryker changes the code of one area after the other (`areas.ts`:
 * those whose name begins with a group, or all), and the score of each is printed. An area that takes longer is given up.
 * `--mutate FILE` changes that file alone.
 */
import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { matchesGlob } from 'node:path';
import { parseArgs } from 'node:util';
import { AREAS } from './areas.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { mutate: { type: 'string' }, minutes: { type: 'string', default: '90' } },
});

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}

/** Runs Stryker on an area; its own words go to the terminal. */
function stryker(name: string): Promise<number | null> {
  const program = 'node_modules/@stryker-mutator/core/bin/stryker.js';
  const only = values.mutate === undefined ? [] : ['--mutate', values.mutate];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, 'run', 'tests/mutations/stryker.config.js', ...only], {
      env: { ...process.env, MUTATED_AREA: name },
      stdio: 'inherit',
      timeout: Number(values.minutes) * 60_000,
    });
    child.once('error', reject);
    child.once('exit', resolve);
  });
}

/** How many of its mutants the tests noticed. One that no test runs counts as not noticed. */
function score({ files }: Report) {
  const count = (...statuses: readonly string[]) =>
    Object.values(files)
      .flatMap(({ mutants }) => mutants)
      .filter(({ status }) => statuses.includes(status)).length;
  const noticed = count('Killed', 'Timeout');
  const all = noticed + count('Survived', 'NoCoverage');
  return `${noticed} of ${all}, ${((100 * noticed) / all).toFixed(1)} %; ${count('Ignored')} static`;
}

/** Whether an area is asked for: it has the one file, or its name begins with a group, if any is given. */
function isChosen(name: string): boolean {
  const { mutate: only } = values;
  if (only !== undefined) return AREAS[name]?.mutate.some((pattern) => matchesGlob(only, pattern)) === true;
  return positionals.length === 0 || positionals.some((group) => name.startsWith(group));
}

const chosen = Object.keys(AREAS).filter(isChosen);
if (chosen.length === 0) throw new Error(`no such area; there are ${Object.keys(AREAS).join(', ')}`);
const lines: string[] = [];
for (const name of chosen) {
  const report = `reports/mutations/${name.replace('/', '-')}.json`;
  await rm(report, { force: true });
  const code = await stryker(name);
  const text = await readFile(report, 'utf8').catch(() => undefined);
  lines.push(`${name}: ${text === undefined ? `no result (${code})` : score(JSON.parse(text))}`);
  if (text === undefined) process.exitCode = 1;
}
process.stdout.write(`\n${lines.join('\n')}\n`);
