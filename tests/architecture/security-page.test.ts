import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('every threat in SECURITY.md names a test that exists', () => {
  const text = readFileSync('SECURITY.md', 'utf8');
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:threat|---|Dependencies)/.test(line));
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    const files = [...row.matchAll(/`(tests\/[^`]+)`/g)].map(([, file]) => file ?? '');
    expect(files, row).not.toEqual([]);
    for (const file of files) expect(existsSync(file), file).toBe(true);
  }
});

test.each(['docs/attacks.md', 'docs/failures.md'])('every test that %s names exists', (page) => {
  const text = readFileSync(page, 'utf8');
  const files = [...text.matchAll(/`(tests\/[^`]+)`/g)].map(([, file]) => file ?? '');
  const scripts = [...text.matchAll(/`npm run (chaos|bench) ([^`]+)`/g)].flatMap(([, kind, names]) =>
    (names ?? '').split(' ').map((name) => `tests/${kind}/${name}.${kind}.ts`),
  );
  expect(files.length).toBeGreaterThan(10);
  for (const file of [...files, ...scripts]) expect(existsSync(file), file).toBe(true);
});

test('every attack against a running server or page names its test', () => {
  const [, section = ''] = readFileSync('docs/attacks.md', 'utf8').split('## Against a running server and page');
  const rows = section.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:tried|---|\*\*)/.test(line));
  expect(rows.length).toBeGreaterThan(17);
  for (const row of rows) expect(row).toMatch(/`tests\/[^`]+\.test\.ts`/);
});
