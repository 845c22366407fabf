import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root, sources } from './support/sources.ts';

const DECLARATION = /^(?:export )?(?:interface|type|class) (\w+)/gm;

/** Type names that more than one of these texts declares, with their files. */
function sharedNames(texts: ReadonlyMap<string, string>): string[] {
  const places = new Map<string, string[]>();
  for (const [file, text] of texts) {
    for (const [, name = ''] of text.matchAll(DECLARATION)) places.set(name, [...(places.get(name) ?? []), file]);
  }
  return [...places].filter(([, files]) => files.length > 1).map(([name, files]) => `${name}: ${files.join(', ')}`);
}

test('a name that two files declare is found, exported or not', () => {
  const texts = new Map([
    ['a.ts', 'export interface Place {}\ntype Own = string;'],
    ['b.ts', 'class Place {}\nconst type = Own;'],
  ]);
  expect(sharedNames(texts)).toEqual(['Place: a.ts, b.ts']);
});

test.each([
  ['the server', 'server/'],
  ['the browser and the domain', 'src/'],
])('no two types of %s have one name', (_, folder) => {
  const files = sources.filter((file) => file.startsWith(folder));
  const texts = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
  expect(texts.size).toBeGreaterThan(100);
  expect(sharedNames(texts)).toEqual([]);
});
