/**
 * `npm run bench [name …]`: runs tests/bench/*.bench.ts one after another, or those whose names begin with an argument.
 * Prints a table of figures and budgets, and exits non-zero if a budget is broken. A known miss breaks its budget only
 * if it gets worse.
 */
import { readdir } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { type Bench, type Figure, row, type Verdict, verdictOf } from './figure.ts';

const wanted = process.argv.slice(2);
const files = (await readdir(import.meta.dirname)).filter((file) => file.endsWith('.bench.ts')).sort();
const chosen = files.filter((file) => wanted.length === 0 || wanted.some((name) => file.startsWith(name)));
const figures: Figure[] = [];
for (const file of chosen) {
  process.stdout.write(`${file}\n`);
  const { default: bench } = (await import(path.join(import.meta.dirname, file))) as { default: Bench };
  figures.push(...(await bench()));
}

const rows = [['figure', 'measured', 'peer', 'ratio', 'budget', ''], ...figures.map(row)];
const widths = rows[0]?.map((_cell, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0))) ?? [];
for (const cells of rows)
  process.stdout.write(`${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`);
const count = (verdict: Verdict) => figures.filter((figure) => verdictOf(figure) === verdict).length;
const broken = count('BROKEN');
process.stdout.write(`${figures.length} figures, ${broken} budgets broken, ${count('known miss')} known misses\n`);
// Most budgets assume a machine without other work.
process.stdout.write(`load averages ${loadavg().map(Math.round).join(', ')} on ${availableParallelism()} cores\n`);
process.exit(broken === 0 && figures.length > 0 ? 0 : 1);
