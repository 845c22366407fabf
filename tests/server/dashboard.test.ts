import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SLOW } from '#tests/support/slow.ts';
import { asInputSeries, missingFrom } from './support/promql.ts';
import { figuresOfServer } from './support/watched-server.ts';

const Place = v.object({ x: v.number(), y: v.number(), w: v.number(), h: v.number() });
const Panel = v.object({
  id: v.number(),
  type: v.picklist(['row', 'stat', 'timeseries']),
  title: v.string(),
  gridPos: Place,
  targets: v.optional(v.array(v.object({ expr: v.string(), datasource: v.object({ uid: v.string() }) })), []),
});
/** What Grafana needs of a dashboard. */
const Dashboard = v.object({
  title: v.string(),
  uid: v.string(),
  schemaVersion: v.number(),
  templating: v.object({ list: v.array(v.object({ name: v.string(), type: v.literal('datasource') })) }),
  panels: v.array(Panel),
});
const { panels, templating } = v.parse(
  v.pipe(v.string(), v.parseJson(), Dashboard),
  readFileSync('docs/operate/dashboard.json', 'utf8'),
);
const QUERIES = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })));

let figures: string;
let home: string;
beforeAll(async () => {
  figures = await figuresOfServer();
  home = await mkdtemp(path.join(tmpdir(), 'dashboard-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

test('the dashboard has panels in places of their own, each of which asks the Prometheus that was chosen', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_none, i) => `${x + (i % w)} ${y + Math.floor(i / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  const [chosen] = templating.list;
  for (const { type, targets } of panels) {
    expect(targets.length > 0).toBe(type !== 'row');
    for (const { datasource } of targets) expect(datasource.uid).toBe(`\${${chosen?.name}}`);
  }
});

test.each(QUERIES)('"$title" asks for figures and labels that a running server has: $expr', ({ expr }) => {
  expect(missingFrom(figures, expr)).toEqual([]);
});

const promtool = spawnSync('promtool', ['--version']);

test('each query has something to show of the figures of a running server', SLOW, async ({ skip }) => {
  skip(promtool.error !== undefined, 'promtool is not installed: apt-get install prometheus brings it');
  const tests = QUERIES.map(
    ({
      expr,
    }) => `      - expr: '(count(${expr.replaceAll('$__rate_interval', '5m').replaceAll("'", "''")}) > bool 0) or vector(0)'
        eval_time: 30m
        exp_samples: [{ labels: '{}', value: 1 }]`,
  );
  const series = [
    ...asInputSeries(figures),
    `      - series: 'up{job="application",instance="a"}'\n        values: 1+0x60`,
  ];
  const file = path.join(home, 'dashboard.test.yml');
  await writeFile(
    file,
    `tests:\n  - interval: 1m\n    input_series:\n${series.join('\n')}\n    promql_expr_test:\n${tests.join('\n')}\n`,
  );
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
});
