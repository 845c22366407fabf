/**
 * `npm run mutations [-- --area drafts] [--only TEXT] [--jobs 2] [--quick] [--report FILE]`: breaks one rule of the
 * program at a time, in a copy, and says which of them no test notices. `--only` takes a part of the entry's sentence,
 * `--quick` runs no tests but those that the entry names, `--report` writes a page of which test noticed what. Exits
 * non-zero when a rule without a reason survives, or fewer than nine in ten are noticed.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { AREAS } from './areas.ts';
import { killsPage, problemsOf, scoreTable, trialLine } from './report.ts';
import { SURVIVORS } from './survivors.ts';
import { createTrials, type Trial } from './try-mutation.ts';
import { createWorkCopy, type WorkCopy } from './work-copy.ts';

const { values } = parseArgs({
  options: {
    area: { type: 'string', multiple: true },
    only: { type: 'string', multiple: true },
    jobs: { type: 'string', default: '1' },
    quick: { type: 'boolean', default: false },
    report: { type: 'string' },
  },
});
const chosen = Object.entries(AREAS)
  .filter(([area]) => values.area === undefined || values.area.includes(area))
  .flatMap(([area, mutations]) => mutations.map((mutation) => ({ area, mutation })))
  .filter(({ mutation }) => (values.only ?? ['']).some((part) => mutation.rule.includes(part)));
const say = (text: string) => process.stdout.write(`${text}\n`);

async function tryAll(): Promise<Trial[]> {
  const waiting = [...chosen];
  const trials: Trial[] = [];
  const copies = await Promise.all(Array.from({ length: Number(values.jobs) }, (_, index) => createWorkCopy(index)));
  const tryMutation = createTrials({ isQuick: values.quick });
  const work = async (copy: WorkCopy) => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const trial = await tryMutation(copy, next.area, next.mutation);
      trials.push(trial);
      say(trialLine(trial));
      if (values.report) await writeFile(values.report, killsPage(trials, new Date().toISOString().slice(0, 10)));
    }
  };
  await Promise.all(copies.map(work));
  return trials;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const trials = await tryAll();
const problems = problemsOf(trials, SURVIVORS);
say(`\n${scoreTable(trials)}`);
for (const { rule } of trials.filter(({ fate }) => fate === 'survived')) {
  say(`survived: ${rule} (${SURVIVORS.find((known) => known.rule === rule)?.reason ?? 'no reason given'})`);
}
for (const problem of problems) say(`PROBLEM: ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
