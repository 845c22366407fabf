import type { Survivor } from './mutation.ts';
import type { Fate, Trial } from './try-mutation.ts';

const WORST_SHARE = 0.9;

/** One line about one trial. */
export function trialLine({ area, rule, fate, by, seconds }: Trial): string {
  return `${fate.padEnd(10)} ${area.padEnd(14)} ${rule} [${by === undefined ? '' : `${by.split('\n')[0]}, `}${seconds.toFixed(1)} s]`;
}

/** A table by area: how many rules were broken, noticed, and not. A run that came to no end counts as noticed. */
export function scoreTable(trials: readonly Trial[]): string {
  const areas = [...new Set(trials.map(({ area }) => area))];
  const rows = areas.map((area) =>
    row(
      area,
      trials.filter((trial) => trial.area === area),
    ),
  );
  const heads = ['area', 'broken', 'killed', 'timed out', 'survived', 'score'];
  return [heads, ...rows, row('all', trials)].map(tableLine).join('\n');
}

const tableLine = (cells: readonly string[]) =>
  cells.map((cell, i) => (i === 0 ? cell.padEnd(16) : cell.padStart(10))).join('');

function row(area: string, trials: readonly Trial[]): string[] {
  const count = (fate: Fate) => trials.filter((trial) => trial.fate === fate).length;
  const score = shareNoticed(trials) * 100;
  return [area, trials.length, count('killed'), count('timed-out'), count('survived'), `${score.toFixed(1)} %`].map(
    String,
  );
}

function shareNoticed(trials: readonly Trial[]): number {
  const noticed = trials.filter(({ fate }) => fate === 'killed' || fate === 'timed-out').length;
  return trials.length === 0 ? 0 : noticed / trials.length;
}

/** What is wrong with the tests, or with the lists, by these trials; empty where nothing is. */
export function problemsOf(trials: readonly Trial[], known: readonly Survivor[]): string[] {
  const knownRules = new Set(known.map(({ rule }) => rule));
  const named = (fate: Fate) => trials.filter((trial) => trial.fate === fate);
  return [
    ...named('unloadable').map(({ rule, by }) => `breaks the program, not a rule: ${rule} (${by})`),
    ...named('unclear').map(({ rule, by }) => `the test that fails does so anyway: ${rule} (${by})`),
    ...named('survived')
      .filter(({ rule }) => !knownRules.has(rule))
      .map(({ rule }) => `no test notices, and no reason is given: ${rule}`),
    ...named('killed')
      .filter(({ rule }) => knownRules.has(rule))
      .map(({ rule }) => `is listed among the survivors, and is noticed: ${rule}`),
    ...(shareNoticed(trials) < WORST_SHARE ? ['fewer than nine in ten were noticed'] : []),
  ];
}

/** A page with one line for each trial: what was broken, and the test file that noticed. */
export function killsPage(trials: readonly Trial[], date: string): string {
  const lines = trials.map(({ area, rule, fate, by }) => {
    const noticed = fate === 'killed' ? (by?.split(': ')[0] ?? '') : fate;
    return `| ${area} | ${rule.replaceAll('|', '\\|')} | ${noticed} |`;
  });
  return `# Which test notices a broken rule

Renew it with \`npm run mutations -- --quick --report tests/mutations/kills.txt\`, last done on ${date}.
A rule without a line was not run then.

\`\`\`
${scoreTable(trials)}
\`\`\`

| area | broken | noticed by |
| --- | --- | --- |
${lines.join('\n')}
`;
}
