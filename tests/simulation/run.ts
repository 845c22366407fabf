/**
 * `npm run simulate -- [--seeds N] [--from N] [--ledger memory|sqlite] [--seed N] [--without KIND]`: simulates so many
 * worlds, prints the seeds of those in which something was seen that must not be, and the figures. `--seed N` replays one
 * of them, with a line for everything that happens; `--without` leaves out a kind of faults that came after it was found.
 */
import { parseArgs } from 'node:util';
import { simulate } from './simulate.ts';
import { BACKENDS } from './support/backends.ts';
import { Figures } from './support/figures.ts';
import { FAULT_KINDS } from './support/mix.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    ledger: { type: 'string', default: 'memory' },
    seed: { type: 'string' },
    without: { type: 'string', multiple: true, default: [] },
  },
});
const write = (text: string) => void process.stdout.write(`${text}\n`);
const without = FAULT_KINDS.filter((kind) => values.without.includes(kind));
const open = values.ledger === 'sqlite' ? BACKENDS.sqlite : BACKENDS.memory;

async function replay(seed: number): Promise<boolean> {
  const { violation } = await simulate(seed, { backend: await open(), without, tell: write });
  write(violation ? `BROKEN: ${violation.what}` : 'nothing was seen that must not be');
  return violation === undefined;
}

async function search(from: number, count: number): Promise<boolean> {
  const figures = new Figures();
  for (let seed = from; seed < from + count; seed += 1) {
    const simulated = await simulate(seed, { backend: await open(), without });
    figures.add(simulated);
    if (simulated.violation) write(`seed ${seed} BROKEN: ${simulated.violation.what}`);
  }
  write(figures.text());
  return figures.broken === 0;
}

const isWhole = await (values.seed === undefined
  ? search(Number(values.from), Number(values.seeds))
  : replay(Number(values.seed)));
process.exit(isWhole ? 0 : 1);
