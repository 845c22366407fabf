import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { POSTGRES_MIGRATIONS } from '#server/adapters/postgres/schema.ts';
import { RELEASE_NAMES } from '#tests/support/release.ts';
import packageJson from '../../package.json' with { type: 'json' };

const changelog = readFileSync('CHANGELOG.md', 'utf8');

test('the changelog begins with the version of package.json', () => {
  expect(/^## (\S+)/m.exec(changelog)?.[1]).toBe(packageJson.version);
});

test('the lock file and the README name that version', () => {
  expect(JSON.parse(readFileSync('package-lock.json', 'utf8')).version).toBe(packageJson.version);
  expect(readFileSync('README.md', 'utf8')).toContain(`Version ${packageJson.version},`);
});

test('each recorded release is in the changelog, with its number and date', () => {
  for (const name of RELEASE_NAMES) {
    const [version = '', date = ''] = name.split(/-(.*)/);
    expect(changelog).toMatch(new RegExp(`^## ${version.replaceAll('.', '\\.')} `, 'm'));
    expect(changelog).toContain(date);
  }
});

test('each migration is named by its release, with its locks', () => {
  for (const name of Object.keys(POSTGRES_MIGRATIONS)) expect(changelog, name).toContain(`\`${name}\``);
});

test('each release says whether a rollback is possible', () => {
  const [, ...releases] = changelog.split(/^## /m);
  for (const release of releases) expect(release).toMatch(/^- \*\*Going back\*\*: .*(?:yes|no)/m);
});
