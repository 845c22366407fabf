import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('every threat in SECURITY.md names a test that exists', () => {
  const text = readFileSync('SECURITY.md', 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('- **') && !line.startsWith('- **dependencies'));
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    const files = [...row.matchAll(/`(tests\/[^`]+)`/g)].map(([, file]) => file ?? '');
    expect(files, row).not.toEqual([]);
    for (const file of files) expect(existsSync(file), file).toBe(true);
  }
});
