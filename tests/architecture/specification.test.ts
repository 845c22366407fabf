import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './support/sources.ts';

const SPECIFICATION = 'docs/specification.md';
const FOLDERS = ['src', 'server', 'mocks', 'build', 'tests', 'docs'];
const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md'];
const RULE = /\bR\d+\.\d+\b/g;

const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');
const numbered = [...textOf(SPECIFICATION).matchAll(/^- \*\*(R\d+\.\d+)\*\*/gm)].map(([, rule = '']) => rule);
const files = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
).filter((file) => /\.(?:tsx?|md)$/.test(file));

test('each rule of the specification has its own number', () => {
  expect(numbered.length).toBeGreaterThan(200);
  expect(numbered.filter((rule, index) => numbered.indexOf(rule) !== index)).toEqual([]);
});

test('each rule number that is cited exists', () => {
  const cited = [...files, ...PAGES].flatMap((file) =>
    [...textOf(file).matchAll(RULE)].map(([rule]) => ({ file, rule })),
  );
  expect(cited.length).toBeGreaterThan(20);
  expect(cited.filter(({ rule }) => !numbered.includes(rule))).toEqual([]);
});

test('no text cites a rule by a section of another document', () => {
  const signs = [...files, ...PAGES].filter((file) => textOf(file).includes('\u00a7'));
  expect(signs).toEqual([]);
});
