import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { SLOW } from '#tests/support/slow.ts';
import { missingFrom } from './support/promql.ts';
import { figuresOfServer } from './support/watched-server.ts';

/** The rules of docs/alerts.yml: a name, and the expression on one line. */
const RULES = [...readFileSync('docs/alerts.yml', 'utf8').matchAll(/- alert: (\w+)\n(?: +#.*\n)* +expr: (.+)/g)].map(
  ([, name = '', expression = '']) => ({ name, expression }),
);

let figures: string;
beforeAll(async () => {
  figures = await figuresOfServer();
});

test('there is a rule for every alert of the page, and no other', () => {
  const page = readFileSync('docs/running.md', 'utf8');
  const listed = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  const alerts = listed.filter((name) => name !== undefined && /^[A-Z][a-z]/.test(name));
  expect(alerts.length).toBeGreaterThan(8);
  expect(RULES.map(({ name }) => name)).toEqual(alerts);
});

test('each rule is tried: there is a test that it is raised', () => {
  const tried = readFileSync('docs/alerts.test.yml', 'utf8');
  for (const { name } of RULES) {
    const raised = new RegExp(`alertname="${name}".*\\n.*\\n +exp_samples: \\[\\{labels: "\\{\\}", value: 1\\}\\]`);
    expect(tried).toMatch(raised);
  }
});

test.each(RULES)('$name asks for figures and labels that a running server has', ({ expression }) => {
  expect(missingFrom(figures, expression)).toEqual([]);
});

const promtool = spawnSync('promtool', ['--version']);

test('the rules raise and hold back their alerts as docs/alerts.test.yml says', SLOW, ({ skip }) => {
  skip(promtool.error !== undefined, 'promtool is not installed: apt-get install prometheus brings it');
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'docs/alerts.test.yml'], {
    encoding: 'utf8',
  });
  expect(status, stdout + stderr).toBe(0);
});
