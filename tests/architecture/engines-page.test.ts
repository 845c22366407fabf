import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { JOURNEYS } from '../engines/journeys/all.ts';
import { ENGINES } from '../engines/support/engine.ts';
import { PAGE, resultsIn, TITLES } from '../engines/support/results-page.ts';
import { SKIPPED } from '../engines/support/skipped.ts';

const lines = resultsIn(readFileSync(PAGE, 'utf8')).split('\n');
const [heading = [], , ...rows] = lines
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );

describe('docs/develop/browsers.md', () => {
  test('has a column for each engine, with the version that was run', () => {
    const versions = ENGINES.map((name) => expect.stringMatching(new RegExp(`^${TITLES[name]} \\d+\\.\\d+`)));
    expect(heading).toEqual(['journey', ...versions]);
  });

  test('has a row for each journey, passed in every engine or skipped there as listed', () => {
    const outcome = (engine: string, journey: string) =>
      SKIPPED.some((one) => one.engine === engine && one.journey === journey) ? 'skipped' : 'passed';
    expect(rows).toEqual(JOURNEYS.map(({ title }) => [title, ...ENGINES.map((engine) => outcome(engine, title))]));
  });

  test('counts what is skipped, and gives a sentence for each', () => {
    expect(lines).toContain(`Skipped: ${SKIPPED.length === 0 ? 'none' : SKIPPED.length}.`);
    for (const { why } of SKIPPED) expect(lines.filter((line) => line.endsWith(`: ${why}`))).not.toEqual([]);
  });
});

test('a journey that is skipped exists, and the reason is a sentence', () => {
  const titles = JOURNEYS.map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  for (const { journey, why } of SKIPPED) {
    expect(titles).toContain(journey);
    expect(why).toMatch(/^[A-Z].*\.$/);
  }
});
