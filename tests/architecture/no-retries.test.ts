import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import config from '../../vitest.config.ts';
import { root } from './support/sources.ts';

/**
 * A second attempt that passes does not explain why the first failed. The test must wait for the right thing, or the
 * program must be corrected.
 */

test('no project of Vitest retries a failed test', () => {
  const { projects = [], retry } = config.test;
  expect(retry).toBeUndefined();
  expect(projects.length).toBeGreaterThan(5);
  for (const project of projects) expect(Object.keys(project.test)).not.toContain('retry');
});

test('no test, group of tests or script retries either', () => {
  const files = readdirSync(path.join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => `tests/${file}`);
  expect(files.length).toBeGreaterThan(300);
  // As an option, `{ retry: 2 }` or `{ retry: { count: 2 } }`, and on the command line.
  const again = /\bretry:\s*(?:[1-9]|\{)|--retry(?!=0)/;
  const found = [...files, 'package.json', 'tests/mutations/run.ts'].filter((file) =>
    again.test(readFileSync(path.join(root, file), 'utf8')),
  );
  expect(found.filter((file) => !file.endsWith('no-retries.test.ts'))).toEqual([]);
});
