import http from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { openRig, type Rig } from './support/rig.ts';

let rig: Rig;
let lines: string[];
afterEach(() => rig.close());

async function open(env: Readonly<Record<string, string>> = {}): Promise<void> {
  lines = [];
  rig = await openRig({ env, log: (line) => lines.push(line) });
}

/** Without what the start says of settings that are missing. */
const warnings = () =>
  lines.map((line) => JSON.parse(line)).filter(({ level, setting }) => level === 40 && setting === undefined);
const warned = (words: string) => warnings().filter(({ msg }) => String(msg).includes(words));

/** The status of a request with these headers; `fetch` would set `Host` itself. */
function request(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const asked = http.request(url, { method, headers }, (response) => {
    response.resume();
    resolve(response.statusCode ?? 0);
  });
  asked.on('error', reject);
  asked.end(body);
  return promise;
}

const write = (headers: Readonly<Record<string, string>>) =>
  request(
    'POST',
    `${rig.client.url}/api/transfers`,
    { 'content-type': 'application/json', ...headers },
    '{"kind":"draft"}',
  );

test.each([
  ['as the browser writes it', 'apply.example.edu', 'https://apply.example.edu'],
  ['with the port that https has anyway', 'apply.example.edu:443', 'https://apply.example.edu'],
  ['with the port that http has anyway', 'apply.example.edu:80', 'http://apply.example.edu'],
  ['in capitals', 'Apply.Example.EDU', 'https://apply.example.edu'],
  ['with its own port', 'apply.example.edu:8443', 'https://apply.example.edu:8443'],
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

/** Asks a server that trusts so many proxies, as a proxy does that names these addresses and this host. */
async function behind(trusted: string) {
  const { url } = await rig.restart({ TRUST_PROXY: trusted });
  return (forwarded: string, host = 'apply.example.edu', path = '/api/config') =>
    request('GET', url + path, {
      host: host === 'own address' ? new URL(url).host : host,
      ...(forwarded && { 'x-forwarded-for': forwarded }),
    });
}

describe('TRUST_PROXY', () => {
  test.each([
    ['two proxies add their addresses', '203.0.113.7, 10.0.0.5'],
    ['a public proxy of the internet is in front', '203.0.113.7, 198.51.100.4'],
  ])('is reported once as too small, where %s', async (_what, forwarded) => {
    await open();
    const ask = await behind('1');
    for (let i = 0; i < 20; i += 1) await ask(forwarded);
    expect(warned('passed more proxies than TRUST_PROXY says')).toHaveLength(1);
    expect(warned('TRUST_PROXY')).toHaveLength(1);
  });

  test.each([
    ['it counts a proxy that is not there', '2', '203.0.113.7'],
    ['no proxy adds an address', '1', ''],
  ])('is reported once as too large, where %s', async (_what, trusted, forwarded) => {
    await open();
    const ask = await behind(trusted);
    for (let i = 0; i < 2; i += 1) await ask(forwarded);
    expect(warned('passed fewer proxies than TRUST_PROXY says')).toHaveLength(1);
    expect(warned('TRUST_PROXY')).toHaveLength(1);
  });

  test('is not reported where it is right, though a client invents addresses and the machine asks itself', async () => {
    await open();
    const ask = await behind('1');
    await ask('203.0.113.7');
    for (let i = 0; i < 20; i += 1) await ask('192.0.2.1, 203.0.113.7');
    await ask('', '127.0.0.1:3000');
    await ask('', 'node-1.example.edu:3000', '/readyz');
    expect(warned('TRUST_PROXY')).toEqual([]);
  });
});

test.each(['application', 'app:3000', 'own address'])(
  'a proxy that asks with %s for a Host is reported once, at the first page',
  async (host) => {
    await open();
    const ask = await behind('1');
    for (let i = 0; i < 3; i += 1) await ask('203.0.113.7', host);
    expect(warned('proxy_set_header Host')).toHaveLength(1);
  },
);

test.each(['apply.example.edu', 'localhost:8443', '10.0.0.5:8443'])(
  'a proxy that passes %s on as it was asked for is not reported',
  async (host) => {
    await open();
    const ask = await behind('1');
    await ask('203.0.113.7', host);
    expect(warnings()).toEqual([]);
  },
);
