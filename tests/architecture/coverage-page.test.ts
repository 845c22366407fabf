import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** docs/coverage-agents-and-tools.md: a row names a sentence, and the tests that hold it, by file and words of a title. */
const ROWS = readFileSync('docs/coverage-agents-and-tools.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Sentence'))
  .map((line) => line.replaceAll('\\|', '¦').split('|').slice(1, 3))
  .map(([sentence = '', tests = '']) => ({ sentence: sentence.trim(), tests }));

const fileOf = (name: string): string | undefined =>
  ['.test.ts', '.test.tsx', '.ts'].map((end) => `tests/${name}${end}`).find((file) => existsSync(file));

test('the page has a row for each of its sentences', () => {
  expect(ROWS.length).toBeGreaterThan(40);
});

test.each(ROWS)('$sentence', ({ tests }) => {
  const named = [...tests.matchAll(/([a-z]+\/[\w./-]+)(?: \(([^)]*)\))?/g)];
  expect(named).not.toEqual([]);
  for (const [, name = '', words] of named) {
    const file = fileOf(name);
    expect(file, `${name} is a test`).toBeDefined();
    const text = readFileSync(file ?? '', 'utf8');
    for (const phrase of words?.split('; ') ?? []) expect(text, `${file}: ${phrase}`).toContain(phrase);
  }
});
