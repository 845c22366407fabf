import { parseArgs } from 'node:util';
import { buildPrograms } from './device.ts';
import { simulate } from './simulate.ts';

/** `npm run simulate:browser -- --runs 10000`, or `--seed N --path P [--replay-path R]` for one of them; `--drafts` for typing, tabs and disks alone. */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string' },
    path: { type: 'string' },
    'replay-path': { type: 'string' },
    commands: { type: 'string' },
    drafts: { type: 'boolean', default: false },
  },
});
const began = performance.now();
const programs = await buildPrograms();
const totals = await simulate(programs, {
  draftsOnly: values.drafts,
  runs: Number(values.runs),
  ...(values.seed !== undefined && { seed: Number(values.seed) }),
  ...(values.path !== undefined && { path: values.path }),
  ...(values['replay-path'] !== undefined && { replayPath: values['replay-path'] }),
  ...(values.commands !== undefined && { maxCommands: Number(values.commands) }),
});
const seconds = (performance.now() - began) / 1000;
process.stdout.write(
  `${totals.runs} runs, ${totals.commands} commands, ${totals.steps} tasks in ${seconds.toFixed(1)} s; ` +
    `${(totals.lived / 3_600_000).toFixed(1)} hours lived through\n`,
);
const kinds = [...totals.kinds].sort(([, one], [, other]) => other - one);
process.stdout.write(`${kinds.map(([kind, count]) => `${kind} ${count}`).join(', ')}\n`);
