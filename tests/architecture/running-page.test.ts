import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as endpoints from '#contract/endpoints.ts';

/** The addresses that the documented proxy keeps to itself. */
const kept = new RegExp(
  /location ~\* (\S+) \{ return 404; \}/.exec(readFileSync('docs/deploy/nginx.conf', 'utf8'))?.[1] ?? '',
  'i',
);

test('the documented proxy keeps figures and readiness inside', () => {
  for (const path of ['/metrics', '/METRICS', '/readyz', '/metrics/']) expect(path).toMatch(kept);
});

test('the documented proxy passes on everything that the page asks for, its connection probe too', () => {
  const asked = Object.values(endpoints).map((endpoint) => (typeof endpoint === 'string' ? endpoint : endpoint.path));
  expect(asked.length).toBeGreaterThan(5);
  const [probe] = /\/\w+z\b/.exec(readFileSync('src/platform/connection.ts', 'utf8')) ?? [];
  expect(probe).toBe('/healthz');
  for (const path of ['/', '/assets/index.js', '/service-worker.js', probe, ...asked]) expect(path).not.toMatch(kept);
});
