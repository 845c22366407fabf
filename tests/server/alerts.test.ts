import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { SLOW } from '#tests/support/slow.ts';
import { missingFrom } from './support/promql.ts';
import { figuresOfServer } from './support/watched-server.ts';

/** The rules of docs/operate/alerts.yml: a name, and the expression on one line. */
const RULES = [
  ...readFileSync('docs/operate/alerts.yml', 'utf8').matchAll(/- alert: (\w+)\n(?: +#.*\n)* +expr: (.+)/g),
].map(([, name = '', expression = '']) => ({ name, expression }));

let figures: string;
beforeAll(async () => {
  figures = await figuresOfServer();
});

test('there is a section of the runbook for every alert, and no other', () => {
  const sections = [...readFileSync('docs/operate/runbook.md', 'utf8').matchAll(/^## (\w+)$/gm)].map(
    ([, name]) => name,
  );
  expect(sections.length).toBeGreaterThan(8);
  expect(RULES.map(({ name }) => name)).toEqual(sections);
});

test('each rule says how severe it is, what has happened, and where to read on', () => {
  const rules = readFileSync('docs/operate/alerts.yml', 'utf8').split('- alert: ').slice(1);
  for (const rule of rules) {
    const name = /^\w+/.exec(rule)?.[0] ?? '';
    expect(rule).toMatch(/^ {8}labels: \{ severity: (?:critical|warning) \}$/m);
    expect(rule).toMatch(/^ {10}summary: '.+'$/m);
    expect(rule).toContain(`\n          runbook: docs/operate/runbook.md#${name.toLowerCase()}\n`);
  }
  expect(rules).toHaveLength(RULES.length);
});

test('each rule is tried: there is a test that it is raised', () => {
  const tried = readFileSync('docs/operate/alerts.test.yml', 'utf8');
  for (const { name } of RULES) {
    const raised = new RegExp(`alertname="${name}".*\\n.*\\n +exp_samples: \\[\\{labels: "\\{\\}", value: 1\\}\\]`);
    expect(tried).toMatch(raised);
  }
});

test.each(RULES)('$name asks for figures and labels that a running server has', ({ expression }) => {
  expect(missingFrom(figures, expression)).toEqual([]);
});

const promtool = spawnSync('promtool', ['--version']);

test('the rules raise and hold back their alerts as docs/operate/alerts.test.yml says', SLOW, ({ skip }) => {
  skip(promtool.error !== undefined, 'promtool is not installed: apt-get install prometheus brings it');
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'docs/operate/alerts.test.yml'], {
    encoding: 'utf8',
  });
  expect(status, stdout + stderr).toBe(0);
});
