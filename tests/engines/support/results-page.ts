import { ENGINES, type EngineName } from './engine.ts';
import { SKIPPED } from './skipped.ts';

export const PAGE = 'docs/develop/browsers.md';
const MARKS = ['<!-- results of npm run engines -->', '<!-- end of the results -->'] as const;

export const TITLES: Readonly<Record<EngineName, string>> = {
  chromium: 'Chromium',
  firefox: 'Firefox',
  webkit: 'WebKitGTK',
};

/** The result of a journey in an engine: 'passed', 'failed' or 'skipped'. */
export interface Result {
  readonly engine: EngineName;
  readonly version: string;
  readonly journey: string;
  readonly outcome: string;
}

/** The part of the page between its marks: date, version, how many passed, and what did not. */
export function resultsOf(results: readonly Result[], day: string): string {
  const rows = ENGINES.map((name) => {
    const own = results.filter(({ engine }) => engine === name);
    const others = own.filter(({ outcome }) => outcome !== 'passed');
    const why = (journey: string) => SKIPPED.find((one) => one.engine === name && one.journey === journey)?.why ?? '';
    const named = others.map(({ journey, outcome }) => `${outcome}: ${journey}. ${why(journey)}`.trim());
    return row(`${TITLES[name]} ${own[0]?.version ?? ''}`, `${own.length - others.length}`, named.join(' ') || 'none');
  });
  return [`Run on ${day}.`, '', row('engine', 'journeys passed', 'others'), row('---', '---', '---'), ...rows].join(
    '\n',
  );
}

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The page with these results instead of the old ones. */
export function withResults(page: string, results: string): string {
  const [before, rest] = split(page, MARKS[0]);
  const [, after] = split(rest, MARKS[1]);
  return `${before}${MARKS[0]}\n${results}\n${MARKS[1]}${after}`;
}

/** The results in the page. */
export function resultsIn(page: string): string {
  const [, rest] = split(page, MARKS[0]);
  return split(rest, MARKS[1])[0].trim();
}

function split(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  if (at === -1) throw new Error(`${PAGE} has no ${mark}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
