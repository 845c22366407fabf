import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { createPrometheus } from '#server/adapters/prometheus.ts';

/** The rules of docs/alerts.yml: a name, and the expression on one line. */
const RULES = [...readFileSync('docs/alerts.yml', 'utf8').matchAll(/- alert: (\w+)\n(?: +#.*\n)* +expr: (.+)/g)].map(
  ([, name = '', expression = '']) => ({ name, expression }),
);
/** What is Prometheus' own, or of its node exporter. */
const FOREIGN = /^(?:up|node_filesystem_\w+)$/;
const SELECTOR = /\b([a-z]+(?:_[a-z]+)+|up)\b(?:\{([^}]*)\})?/g;
const WORDS = new Set(['histogram_quantile', 'min_over_time']);
/** What Prometheus itself adds to every figure that it reads. */
const ADDED_LABELS = new Set(['job', 'instance']);

let figures: string;
beforeAll(async () => {
  const prometheus = createPrometheus();
  prometheus.request({ method: 'GET', route: '/', status: 200, seconds: 1 });
  prometheus.stage({ kind: 'student', stage: 'preparing', outcome: 'fault', seconds: 1 });
  prometheus.stage({ kind: 'student', stage: 'file-forwarding', outcome: 'skipped', seconds: 1 });
  prometheus.call({ service: 'records', operation: 'submit', outcome: 'answered', seconds: 1 });
  figures = await prometheus.text(async () => ({ processing: 1, waiting: 1, stopped: 1, held: 1 }));
});

test('there is a rule for every alert of the page, and no other', () => {
  const page = readFileSync('docs/running.md', 'utf8');
  const listed = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  const alerts = listed.filter((name) => name !== undefined && /^[A-Z][a-z]/.test(name));
  expect(alerts.length).toBeGreaterThan(8);
  expect(RULES.map(({ name }) => name)).toEqual(alerts);
});

test.each(RULES)('$name asks for figures and labels that the server has', ({ expression }) => {
  const selectors = [...expression.matchAll(SELECTOR)].filter(([, name = '']) => !WORDS.has(name));
  expect(selectors.length).toBeGreaterThan(0);
  for (const [, name = '', labels = ''] of selectors) {
    if (FOREIGN.test(name)) continue;
    const lines = figures.split('\n').filter((line) => new RegExp(`^${name}[{ ]`).test(line));
    expect(lines, name).not.toEqual([]);
    for (const [, label, operator, value] of labels.matchAll(/(\w+)(=~|!=|=)"([^"]*)"/g)) {
      if (label !== undefined && ADDED_LABELS.has(label)) continue;
      expect(lines.join('\n')).toContain(`${label}="`);
      // Statuses come with what happens; states and outcomes are the ones above.
      if (operator === '=' && label !== 'status') expect(lines.join('\n')).toContain(`${label}="${value}"`);
    }
  }
  for (const [, labels = ''] of expression.matchAll(/\bby \(([^)]*)\)/g)) {
    for (const label of labels.split(', ')) expect(figures).toContain(`${label}="`);
  }
});

const promtool = spawnSync('promtool', ['--version']);

test('the rules raise and hold back their alerts as docs/alerts.test.yml says', ({ skip }) => {
  skip(promtool.error !== undefined, 'promtool is not installed: apt-get install prometheus brings it');
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'docs/alerts.test.yml'], {
    encoding: 'utf8',
  });
  expect(status, stdout + stderr).toBe(0);
});
