import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import seconds from '../long-files.json' with { type: 'json' };
import { inTwoLanes } from '../two-lanes.ts';
import { root } from './support/sources.ts';

test('each file whose length orders the tests is there: one that was renamed would begin last', () => {
  const named = Object.keys(seconds);
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

const filesOf = (project: string, files: readonly string[]) =>
  files.map((file) => ({ project, name: `tests/${project}/${file}` }));

test('files that compute and files that wait begin side by side, the long ones first, and short ones end the run', () => {
  const sorted = inTwoLanes([
    ...filesOf('domain', ['any.test.ts']),
    ...filesOf('server', ['short.test.ts', 'killed.test.ts', 'operations.test.ts', 'old-ledger.test.ts']),
    ...filesOf('browser', ['short.test.ts', 'tabs.test.ts', 'scan-dialog.test.ts', 'outbox.test.ts']),
  ]);
  expect(sorted.map(({ name }) => name)).toEqual([
    'tests/browser/scan-dialog.test.ts',
    'tests/server/operations.test.ts',
    'tests/server/old-ledger.test.ts',
    'tests/browser/outbox.test.ts',
    'tests/server/killed.test.ts',
    'tests/browser/tabs.test.ts',
    'tests/browser/short.test.ts',
    'tests/server/short.test.ts',
    'tests/domain/any.test.ts',
  ]);
});
