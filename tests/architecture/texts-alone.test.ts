import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root, sources } from './support/sources.ts';

test('codes, file names and keyboard keys are marked as not translatable', () => {
  const open = sources
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => [...readFileSync(path.join(root, file), 'utf8').matchAll(/<(?:code|kbd)\b[^>]*>/g)].map(String));
  expect(open.length).toBeGreaterThan(5);
  expect(open.filter((tag) => !tag.includes('translate="no"'))).toEqual([]);
});
