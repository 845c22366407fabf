import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** A test as the tables name it: its file below tests/ without ending, and parts of titles in brackets. */
const NAMED = /([a-z-]+(?:\/[a-z0-9.-]+)+)(?: \(((?:[^()]|\([^()]*\))*)\))?/g;
const ENDINGS = ['.test.ts', '.test.tsx', '.bench.ts', '.chaos.ts', '.ts', ''];

const fileOf = (name: string): string | undefined =>
  ENDINGS.map((ending) => `tests/${name}${ending}`).find((path) => existsSync(path));

/** Titles stand in quotes that may have to be escaped; an apostrophe is one, straight or not. */
const plain = (text: string): string => text.replaceAll(/\\(['"`])/g, '$1').replaceAll('’', "'");

/** What a row's last cell names and the tests do not have. */
function untrue(cell: string): string[] {
  const named = [...cell.replaceAll('\\|', '|').matchAll(NAMED)];
  if (named.length === 0) return [`no test: ${cell}`];
  return named.flatMap(([, name = '', titles = '']) => {
    const path = fileOf(name);
    if (path === undefined) return [`no file: ${name}`];
    if (titles === '' || statSync(path).isDirectory()) return [];
    const source = plain(readFileSync(path, 'utf8'));
    return titles
      .split(/;\s+/)
      .filter((title) => !source.includes(plain(title)))
      .map((title) => `${name} has no '${title}'`);
  });
}

const PAGES = ['students', 'agents-and-tools', 'drafts-and-offline', 'uploads', 'server'];

describe.each(PAGES.map((name) => `docs/coverage-${name}.md`))('every row of %s', (page) => {
  const rows = readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:Sentence|Promise)/.test(line))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));

  test('names tests that exist, by file and title', () => {
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.flatMap((cells) => untrue(cells.at(-2) ?? ''))).toEqual([]);
  });
});
