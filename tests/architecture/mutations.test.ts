import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { MUTATIONS, mutatedText, root } from '#tests/mutations/mutation.ts';

test('a text that its file has twice, or not at all, is reported', () => {
  const entry = { rule: 'A rule', file: 'package.json', replace: '', test: '' };
  expect(() => mutatedText({ ...entry, find: 'node' })).toThrow('A rule');
  expect(() => mutatedText({ ...entry, find: 'no such text' })).toThrow('A rule');
});

test.each(MUTATIONS)('the mutation still fits the code: $rule', (mutation) => {
  const text = mutatedText(mutation);
  expect(text).not.toBe(readFileSync(path.join(root, mutation.file), 'utf8'));
  expect(parseSync(mutation.file, text).errors).toEqual([]);
  expect(existsSync(path.join(root, 'tests', mutation.test))).toBe(true);
});
