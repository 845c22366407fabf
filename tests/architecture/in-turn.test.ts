import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import turns from '../in-turn.json' with { type: 'json' };
import { turnOf } from '../in-turn.ts';
import { root } from './support/sources.ts';

const all = turns.flat().toSorted();

test('each file that is run in turn is there, and has one turn', () => {
  expect(all.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
});

test('between them the turns run all of the files, and each leaves the others out', () => {
  const seen = ['1', '2', '3'].map((number) => turnOf(undefined, number));
  expect(seen.flatMap(({ files }) => files).toSorted()).toEqual(all);
  for (const { files, leftOut } of seen) expect([...files, ...leftOut].toSorted()).toEqual(all);
});

test.each([
  ['0591e95c3a52', 2],
  ['7c0e2f06d1a9', 3],
  ['000000000000', 1],
])('the runs of commit %s are alike: turn %i', (commit, number) => {
  expect(turnOf(commit).number).toBe(number);
});

test('a turn that there is not is refused', () => {
  expect(() => turnOf(undefined, '4')).toThrow('TESTS_TURN is 4, and there are 3 turns');
});
