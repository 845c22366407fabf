import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { JOURNEYS } from '../engines/journeys/all.ts';
import { ENGINES } from '../engines/support/engine.ts';
import { PAGE, resultsIn, TITLES } from '../engines/support/results-page.ts';
import { SKIPPED } from '../engines/support/skipped.ts';

const [, , ...rows] = resultsIn(readFileSync(PAGE, 'utf8'))
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );

describe('docs/develop/browsers.md', () => {
  test('has a row for each engine, with the version that was run', () => {
    const versions = ENGINES.map((name) => expect.stringMatching(new RegExp(`^${TITLES[name]} \\d+\\.\\d+`)));
    expect(rows.map(([engine]) => engine)).toEqual(versions);
  });

  test('counts every journey as passed, or names it as skipped with the reason', () => {
    for (const [index, name] of ENGINES.entries()) {
      const [, passed, others] = rows[index] ?? [];
      const skipped = SKIPPED.filter(({ engine }) => engine === name);
      expect(Number(passed), name).toBe(JOURNEYS.length - skipped.length);
      const expected = skipped.map(({ journey, why }) => `skipped: ${journey}. ${why}`).join(' ') || 'none';
      expect(others, name).toBe(expected);
    }
  });
});

test('each skipped journey exists, and its reason is a sentence', () => {
  const titles = JOURNEYS.map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  for (const { journey, why } of SKIPPED) {
    expect(titles).toContain(journey);
    expect(why).toMatch(/^[A-Z].*\.$/);
  }
});
