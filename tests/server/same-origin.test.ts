import http from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { openRig, type Rig } from './support/rig.ts';

let rig: Rig;
let lines: string[];
afterEach(() => rig.close());

async function open(env: Readonly<Record<string, string>> = {}): Promise<void> {
  lines = [];
  rig = await openRig({ env, log: (line) => lines.push(line) });
}

const warnings = () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
const warned = (words: string) => warnings().filter(({ msg }) => String(msg).includes(words));

/** The status of a write with these headers; `fetch` would set `Host` itself. */
function write(headers: Readonly<Record<string, string>>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const all = { 'content-type': 'application/json', ...headers };
  const request = http.request(`${rig.client.url}/api/transfers`, { method: 'POST', headers: all }, (response) => {
    response.resume();
    resolve(response.statusCode ?? 0);
  });
  request.on('error', reject);
  request.end('{"kind":"draft"}');
  return promise;
}

test.each([
  ['as the browser writes it', 'apply.example.edu', 'https://apply.example.edu'],
  ['with the port that https has anyway', 'apply.example.edu:443', 'https://apply.example.edu'],
  ['with the port that http has anyway', 'apply.example.edu:80', 'http://apply.example.edu'],
  ['in capitals', 'Apply.Example.EDU', 'https://apply.example.edu'],
  ['with a port of its own', 'apply.example.edu:8443', 'https://apply.example.edu:8443'],
  ['of an IPv6 address', '[2001:db8::1]:443', 'https://[2001:db8::1]'],
])('a write of our own page is taken with a Host %s', async (_how, host, origin) => {
  await open();
  expect(await write({ host, origin, 'sec-fetch-site': 'same-origin' })).toBe(200);
  expect(warnings()).toEqual([]);
});

test('the same is taken with a port in X-Forwarded-Host', async () => {
  await open({ TRUST_PROXY: '1' });
  const headers = { host: '10.0.0.5:3000', 'x-forwarded-host': 'apply.example.edu:443' };
  expect(await write({ ...headers, origin: 'https://apply.example.edu' })).toBe(200);
});

test.each([
  ['another name', 'apply.example.edu', 'https://evil.example'],
  ['another port', 'apply.example.edu:8443', 'https://apply.example.edu'],
  ['the port of another protocol', 'apply.example.edu:443', 'http://apply.example.edu'],
  ['no site at all', 'apply.example.edu', 'null'],
  ['a host that is none', 'a b', 'null'],
])('a write is refused whose Origin has %s', async (_what, host, origin) => {
  await open();
  expect(await write({ host, origin })).toBe(403);
  expect(warnings()).toEqual([]);
});

test.each([
  ['the browser says that it is its own', { 'sec-fetch-site': 'same-origin' }],
  ['the proxy names the host that was asked', { 'x-forwarded-host': 'apply.example.edu' }],
])('a proxy that does not pass Host on is reported once, where %s', async (_how, says) => {
  await open();
  const headers = { host: '10.0.0.5:3000', origin: 'https://apply.example.edu', ...says };
  expect([await write(headers), await write(headers)]).toEqual([403, 403]);
  expect(warned('proxy_set_header Host')).toHaveLength(1);
});

test('a write of another site is not reported as a fault of a proxy', async () => {
  await open();
  expect(await write({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await write({ origin: 'https://evil.example', 'x-forwarded-host': 'apply.example.edu' })).toBe(403);
  expect(warned('proxy_set_header Host')).toEqual([]);
});

test('X-Forwarded-For without TRUST_PROXY is reported once, and not where it is set', async () => {
  await open();
  const from = { 'x-forwarded-for': '203.0.113.7' };
  for (let i = 0; i < 3; i += 1) await rig.client.send('GET', '/api/config', undefined, from);
  expect(warned('TRUST_PROXY is 0')).toHaveLength(1);
  await rig.restart({ TRUST_PROXY: '1' }).then((client) => client.send('GET', '/api/config', undefined, from));
  expect(warned('TRUST_PROXY')).toHaveLength(1);
});
