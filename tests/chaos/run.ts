/**
 * `npm run chaos [name …]`: runs tests/chaos/*.chaos.ts one after another, or those whose names begin with an argument.
 * Prints what each did and found, and exits non-zero if anything was lost, doubled or left unfinished.
 */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Chaos, ChaosReport } from './support/report.ts';

const wanted = process.argv.slice(2);
const files = (await readdir(import.meta.dirname)).filter((file) => file.endsWith('.chaos.ts')).sort();
const chosen = files.filter((file) => wanted.length === 0 || wanted.some((name) => file.startsWith(name)));
let broken = chosen.length === 0 ? 1 : 0;
for (const file of chosen) {
  process.stdout.write(`${file}\n`);
  const { default: chaos } = (await import(path.join(import.meta.dirname, file))) as { default: Chaos };
  const failed = (failure: unknown): ChaosReport => ({ facts: {}, problems: [String(failure)] });
  const { facts, problems } = await chaos((progress) => process.stdout.write(`  ${progress}\n`)).catch(failed);
  for (const [what, value] of Object.entries(facts)) process.stdout.write(`  ${what}: ${value}\n`);
  for (const problem of problems) process.stdout.write(`  BROKEN: ${problem}\n`);
  broken += problems.length;
}
process.stdout.write(`${chosen.length} run, ${broken} problems\n`);
process.exit(broken === 0 ? 0 : 1);
