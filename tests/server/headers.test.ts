import { afterEach, expect, test } from 'vitest';
import { openRig, type Rig } from './support/rig.ts';

let rig: Rig;
afterEach(() => rig.close());

/** Headers that no answer has: they would say what the server is, or let other sites in. */
const NEVER = ['strict-transport-security', 'server', 'x-powered-by', 'access-control-allow-origin'];
const policyOf = (headers: Headers) => headers.get('content-security-policy')?.split(/; ?/).sort();

test('the security headers of documents are exactly these, of errors in their place, too', async () => {
  rig = await openRig();
  for (const path of ['/nothing', '/healthz']) {
    const { headers } = await rig.client.get(path);
    expect(policyOf(headers)).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'self'",
      "font-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "frame-src 'none'",
      "img-src 'self' data: blob:",
      "object-src 'none'",
      "script-src 'self'",
      "script-src-attr 'none'",
      "style-src 'self'",
      "worker-src 'self'",
    ]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'permissions-policy': expect.stringContaining('camera=(), '),
    });
    for (const name of NEVER) expect(headers.get(name)).toBeNull();
  }
});

test("an answer of the API, an error included, may not be shown, run or framed, or read by another site's page", async () => {
  rig = await openRig();
  for (const path of ['/api/config', '/api/submissions/1', '/api/nothing']) {
    const { headers } = await rig.client.get(path);
    expect(policyOf(headers)).toEqual(["default-src 'none'", "frame-ancestors 'none'"]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    for (const name of NEVER) expect(headers.get(name)).toBeNull();
  }
});

test('transport security is asked for where a trusted proxy says that the request came over TLS', async () => {
  rig = await openRig({ env: { TRUST_PROXY: '1' } });
  const over = (proto: string) => rig.client.send('GET', '/api/config', undefined, { 'x-forwarded-proto': proto });
  expect((await over('https')).headers.get('strict-transport-security')).toBe('max-age=63072000');
  expect((await over('http')).headers.get('strict-transport-security')).toBeNull();
});

test('without a trusted proxy no client can say so, or choose the address that is counted', async () => {
  rig = await openRig({ env: { RATE_LIMIT_PER_MINUTE: '3' } });
  const from = (address: string) =>
    rig.client.send('GET', '/api/config', undefined, { 'x-forwarded-for': address, 'x-forwarded-proto': 'https' });
  const answers = [await from('10.0.0.1'), await from('10.0.0.2'), await from('10.0.0.3'), await from('10.0.0.4')];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(answers[0]?.headers.get('strict-transport-security')).toBeNull();
});
