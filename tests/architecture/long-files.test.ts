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
  const files = [
    ...filesOf('domain', ['any.test.ts']),
    ...filesOf('server', ['short.test.ts', 'killed.test.ts', 'operations.test.ts', 'old-ledger.test.ts']),
    ...filesOf('browser', ['short.test.ts', 'tabs.test.ts', 'scan-dialog.test.ts', 'outbox.test.ts']),
  ];
  const sorted = inTwoLanes(files, {
    'tests/browser/scan-dialog.test.ts': 91,
    'tests/browser/outbox.test.ts': 62,
    'tests/browser/tabs.test.ts': 33,
    'tests/server/operations.test.ts': 97,
    'tests/server/old-ledger.test.ts': 78,
    'tests/server/killed.test.ts': 60,
  });
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
