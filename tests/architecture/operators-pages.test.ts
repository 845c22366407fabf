import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as endpoints from '#contract/endpoints.ts';

/** The addresses that the documented proxy does not pass on. */
const kept = new RegExp(
  /location ~\* (\S+) \{ return 404; \}/.exec(readFileSync('docs/operate/deploy/nginx.conf', 'utf8'))?.[1] ?? '',
  'i',
);

test('the documented proxy keeps figures and readiness inside', () => {
  for (const path of ['/metrics', '/METRICS', '/readyz', '/metrics/']) expect(path).toMatch(kept);
});

test('the documented proxy passes on every request of the page, including its connection probe', () => {
  const asked = Object.values(endpoints).map((endpoint) => (typeof endpoint === 'string' ? endpoint : endpoint.path));
  expect(asked.length).toBeGreaterThan(5);
  const [probe] = /\/\w+z\b/.exec(readFileSync('src/platform/connection.ts', 'utf8')) ?? [];
  expect(probe).toBe('/healthz');
  for (const path of ['/', '/assets/index.js', '/service-worker.js', probe, ...asked]) expect(path).not.toMatch(kept);
});

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'operators-pages-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const run = (cwd: string, command: string, ...given: readonly string[]): string =>
  execFileSync(command, given, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** A repository without tags, with `main` one commit ahead of the one to install. */
function makeRepository() {
  const repository = path.join(home, 'repository');
  mkdirSync(repository);
  const git = (...given: readonly string[]) => run(repository, 'git', ...given);
  git('init', '--initial-branch', 'main');
  const commit = (file: string) => {
    writeFileSync(path.join(repository, file), '');
    git('add', file);
    git('-c', 'user.name=A', '-c', 'user.email=a@b.example', 'commit', '--no-verify', '--message', file);
    return git('rev-parse', 'HEAD');
  };
  return { repository, wanted: commit('wanted'), newest: commit('newer') };
}

const install = readFileSync('docs/operate/install.md', 'utf8');
const upgrade = readFileSync('docs/operate/upgrade.md', 'utf8');
const fetches = [install, upgrade].flatMap((page) =>
  [...page.matchAll(/^git clone .*\n.*?(?= && npm ci)/gm)].map(([commands]) => commands),
);
test.each(fetches)('a commit is fetched from a repository that has no tag (%#)', (commands) => {
  const { repository, wanted } = makeRepository();
  const text = commands
    .replaceAll('REPOSITORY', repository)
    .replaceAll('RELEASE', '0.1.0')
    .replaceAll('COMMIT', wanted);
  run(home, 'sh', '-ec', text);
  expect(run(path.join(home, '0.1.0'), 'git', 'rev-parse', 'HEAD')).toBe(wanted);
  expect(existsSync(path.join(home, '0.1.0', 'newer'))).toBe(false);
});

test('installation and upgrade both fetch a commit and print the newest one', () => {
  expect(fetches).toHaveLength(2);
  const { repository, newest } = makeRepository();
  const [, command = ''] = /`(git ls-remote REPOSITORY \S+)`\s+prints the newest/.exec(install) ?? [];
  expect(run(home, 'sh', '-ec', command.replace('REPOSITORY', repository))).toMatch(new RegExp(`^${newest}\\s`));
});
