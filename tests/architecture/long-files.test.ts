import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { FilesInTwoLanes } from '../files-in-two-lanes.ts';
import seconds from '../long-files.json' with { type: 'json' };
import { root } from './support/sources.ts';

test('each file whose length orders the tests is there: one that was renamed would begin last', () => {
  const named = Object.keys(seconds);
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

/** What Vitest says of the files of a folder. */
const filesOf = (folder: string, files: readonly string[]) =>
  files.map((file) => ({
    moduleId: path.join(root, 'tests', folder, file),
    project: { name: folder, config: { root, isolate: true, sequence: { groupOrder: 0 } } },
  }));

test('files that compute and files that wait begin side by side, the long ones first, and short ones end the run', async () => {
  const given = [
    ...filesOf('domain', ['any.test.ts']),
    ...filesOf('server', ['short.test.ts', 'killed.test.ts', 'operations.test.ts', 'old-ledger.test.ts']),
    ...filesOf('browser', ['short.test.ts', 'tabs.test.ts', 'scan-dialog.test.ts', 'outbox.test.ts']),
  ] as unknown as TestSpecification[];
  const vitest = { cache: { getTestSpecificationResult: () => undefined } } as unknown as Vitest;
  const sorted = await new FilesInTwoLanes(vitest).sort(given);
  expect(sorted.map(({ moduleId }) => path.relative(path.join(root, 'tests'), moduleId))).toEqual([
    'browser/scan-dialog.test.ts',
    'server/old-ledger.test.ts',
    'server/operations.test.ts',
    'browser/outbox.test.ts',
    'server/killed.test.ts',
    'browser/tabs.test.ts',
    'server/short.test.ts',
    'browser/short.test.ts',
    'domain/any.test.ts',
  ]);
});
