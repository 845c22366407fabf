import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { AREAS } from '#tests/mutations/areas.ts';
import { mutatedText, root } from '#tests/mutations/mutation.ts';
import { SURVIVORS } from '#tests/mutations/survivors.ts';

const mutations = Object.values(AREAS).flat();
const rules = mutations.map(({ rule }) => rule);

test('every text that a mutation replaces occurs in its file exactly once', () => {
  const stale = mutations.flatMap((mutation) => {
    try {
      mutatedText(mutation);
      return [];
    } catch (error) {
      return [String(error)];
    }
  });
  expect(stale).toEqual([]);
});

test('a text that occurs in its file twice, or not at all, is found out', () => {
  const entry = { rule: 'A rule', file: 'package.json', replace: '', tests: [] };
  expect(() => mutatedText({ ...entry, find: 'node' })).toThrow('A rule');
  expect(() => mutatedText({ ...entry, find: 'no such text' })).toThrow('A rule');
});

test('a mutation changes a rule and leaves a program that can be read', () => {
  for (const mutation of mutations) {
    const text = mutatedText(mutation);
    expect(text, mutation.rule).not.toBe(readFileSync(path.join(root, mutation.file), 'utf8'));
    expect(parseSync(mutation.file, text).errors, mutation.rule).toEqual([]);
  }
});

test('each mutation breaks one rule, and names tests that exist', () => {
  expect(rules.filter((rule, i) => rules.indexOf(rule) !== i)).toEqual([]);
  const missing = mutations.flatMap(({ tests }) => tests).filter((file) => !existsSync(path.join(root, file)));
  expect(missing).toEqual([]);
});

test('at most one mutation in ten is listed as one that no test notices, each by its rule and with a reason', () => {
  expect(SURVIVORS.filter(({ rule }) => !rules.includes(rule))).toEqual([]);
  expect(SURVIVORS.filter(({ reason }) => reason.length < 20)).toEqual([]);
  expect(SURVIVORS.length).toBeLessThanOrEqual(rules.length / 10);
});
