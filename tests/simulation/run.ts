/**
 * `npm run simulate -- [--seeds N] [--from N] [--ledger memory|sqlite] [--seed N] [--without KIND]`. Simulates N
 * worlds, and prints the seeds with a violation and the figures. `--seed N` replays one world with a line for every
 * event. `--without` leaves out a kind of fault that was added after a seed was found.
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
  write(violation ? `BROKEN: ${violation.what}` : 'no violation');
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
