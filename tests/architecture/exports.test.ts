import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root, sources } from './support/sources.ts';

const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');
const wordsOf = (file: string) => new Set(textOf(file).match(/[\w$]+/g));

/** Where an export may be used: the product, its build, and the tests. */
const users = [
  ...sources,
  ...['build', 'tests'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.[jt]sx?$/.test(file) && !file.startsWith('fixtures'))
      .map((file) => `${folder}/${file}`),
  ),
];

/** By name, so an export with the same name as something else may pass. Types may be parts of exported types. */
test('each value that the product exports is named in another file', () => {
  const filesOf = new Map<string, number>();
  for (const file of users) for (const word of wordsOf(file)) filesOf.set(word, (filesOf.get(word) ?? 0) + 1);
  const exported = sources.flatMap((file) =>
    [...textOf(file).matchAll(/^export (?:async )?(?:const|function\*?|class) ([\w$]+)/gm)].map(([, name = '']) => ({
      file,
      name,
    })),
  );
  expect(exported.length).toBeGreaterThan(1000);
  expect(exported.filter(({ name }) => (filesOf.get(name) ?? 0) < 2)).toEqual([]);
});
