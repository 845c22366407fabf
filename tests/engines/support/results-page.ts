import { ENGINES, type EngineName } from './engine.ts';
import { SKIPPED } from './skipped.ts';

export const PAGE = 'docs/develop/browsers.md';
const MARKS = ['<!-- results of npm run engines -->', '<!-- end of the results -->'] as const;

export const TITLES: Readonly<Record<EngineName, string>> = {
  chromium: 'Chromium',
  firefox: 'Firefox',
  webkit: 'WebKitGTK',
};

/** What became of a journey in an engine: 'passed', 'failed' or 'skipped'. */
export interface Result {
  readonly engine: EngineName;
  readonly version: string;
  readonly journey: string;
  readonly outcome: string;
}

/** The part of the page between its marks: when, what, in which version, with which result. */
export function resultsOf(results: readonly Result[], day: string): string {
  const versionOf = (name: EngineName) => results.find(({ engine }) => engine === name)?.version ?? '';
  const outcomeOf = (name: EngineName, journey: string) =>
    results.find((one) => one.engine === name && one.journey === journey)?.outcome ?? 'not run';
  const rows = results
    .filter(({ engine }) => engine === ENGINES[0])
    .map(({ journey }) => row(journey, ...ENGINES.map((name) => outcomeOf(name, journey))));
  return [
    `Run on ${day}.`,
    '',
    row('journey', ...ENGINES.map((name) => `${TITLES[name]} ${versionOf(name)}`)),
    row(...Array.from({ length: 1 + ENGINES.length }, () => '---')),
    ...rows,
    '',
    `Skipped: ${SKIPPED.length === 0 ? 'none' : SKIPPED.length}.`,
    ...SKIPPED.map(({ engine, journey, why }) => `- ${TITLES[engine]}, ${journey}: ${why}`),
  ].join('\n');
}

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The page with these results in the place of the former ones. */
export function withResults(page: string, results: string): string {
  const [before, rest] = split(page, MARKS[0]);
  const [, after] = split(rest, MARKS[1]);
  return `${before}${MARKS[0]}\n${results}\n${MARKS[1]}${after}`;
}

/** The results that the page holds. */
export function resultsIn(page: string): string {
  const [, rest] = split(page, MARKS[0]);
  return split(rest, MARKS[1])[0].trim();
}

function split(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  if (at === -1) throw new Error(`${PAGE} has no ${mark}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
