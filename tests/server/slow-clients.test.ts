import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { type RunningServer, serve } from '#server/serve.ts';
import { Client } from './support/client.ts';
import { openRequest } from './support/half-sent.ts';
import { openRig, type Rig } from './support/rig.ts';

let rig: Rig;
let server: RunningServer;
beforeEach(async () => {
  rig = await openRig();
});
afterEach(async () => {
  await server.close();
  await rig.close();
});

const LONG_MS = 600_000;
const LONG = { checkEveryMs: 50, headersMs: LONG_MS, requestMs: LONG_MS, idleMs: LONG_MS };

/** Only the timeout under test is short: on a loaded machine no client is fast. */
async function serveWith(timeouts: Partial<typeof LONG>): Promise<void> {
  const env = { ...rig.upstream.env, PORT: '0', DATA_DIR: path.join(rig.dataDir, 'hasty'), LOG_LEVEL: 'silent' };
  server = await serve(readConfig(env, { demo: false }), { dist: 'none', timeouts: { ...LONG, ...timeouts } });
}

/** Sends a text, and then a byte now and again, until the server has enough of it; what it answered. */
function drip(head: string, { begun = () => undefined as unknown } = {}): Promise<string> {
  const { port, hostname } = new URL(server.url);
  return new Promise((resolve) => {
    let answer = '';
    let dripping: NodeJS.Timeout | undefined;
    const socket = net.connect(Number(port), hostname, () => {
      socket.write(head, begun);
      // Not before: a byte in front of the head makes it no HTTP.
      dripping = setInterval(() => socket.writable && socket.write('x'), 40);
    });
    socket.on('data', (bytes) => {
      answer += bytes;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(dripping);
      resolve(answer);
    });
  });
}

const put = 'PUT /api/short-applications/6f2e7a52-2f0e-4d52-9a0e-1f3f3f1f3a11 HTTP/1.1\r\nHost: x\r\n';

test('headers that do not end are answered with 408, and the connection is closed', async () => {
  await serveWith({ headersMs: 300 });
  expect(await drip('GET /api/config HTTP/1.1\r\nHost: x\r\nX-Slow: ')).toContain('HTTP/1.1 408');
});

test('connections that never send a byte are closed, and one that waits after its first answer is not', async () => {
  await serveWith({ headersMs: 200 });
  const { port, hostname } = new URL(server.url);
  const kept = net.connect(Number(port), hostname);
  kept.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(kept, 'data');
  const silent = Array.from({ length: 20 }, () => net.connect(Number(port), hostname).resume());
  await Promise.all(silent.map((socket) => once(socket, 'close')));
  expect(kept.closed).toBe(false);
  kept.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(String((await once(kept, 'data'))[0])).toMatch(/^HTTP\/1\.1 200/);
  kept.destroy();
});

test('a body that comes byte by byte is answered with 408', async () => {
  await serveWith({ headersMs: 300, requestMs: 300 });
  const head = `${put}Content-Type: application/json\r\nContent-Length: 200000\r\n\r\n`;
  const answer = await drip(head);
  expect(answer).toContain('HTTP/1.1 408');
  expect(answer).toContain('REQUEST_TIMEOUT');
});

test('an upload that stops without a byte is ended after the idle timeout, and keeps its bytes', async () => {
  await serveWith({ idleMs: 4000 });
  const client = new Client(server.url);
  const facts = { draftId: '6f2e7a52-2f0e-4d52-9a0e-1f3f3f1f3a11', slot: 'passport', name: 'a.pdf', size: 5000 };
  const location = (await client.createUpload(facts)).headers.get('location') ?? '';
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
    'content-length': '5000',
  };
  const half = openRequest(server.url, { path: location, method: 'PATCH', headers });
  await half.send(Buffer.from('%PDF-1.7 begun'));
  await half.ended();
  const kept = await client.send('HEAD', location, undefined, { 'tus-resumable': '1.0.0' });
  expect(kept.headers.get('upload-offset')).toBe('14');
});

const SLOW_PUT = `${put}Content-Type: application/json\r\nContent-Length: 9999\r\n\r\n`;

test('fifty slow clients are each answered with 408', async () => {
  await serveWith({ headersMs: 300, requestMs: 300 });
  for (const answer of await Promise.all(Array.from({ length: 50 }, () => drip(SLOW_PUT)))) {
    expect(answer).toContain('408');
  }
});

test('fifty slow clients do not hold up others: another is answered while all of them are still sending', async () => {
  await serveWith({});
  let sending = 0;
  let ended = 0;
  const slow = Array.from({ length: 50 }, () =>
    drip(SLOW_PUT, { begun: () => (sending += 1) }).then(() => (ended += 1)),
  );
  await expect.poll(() => sending).toBe(50);
  expect((await fetch(`${server.url}/api/config`)).status).toBe(200);
  expect(ended).toBe(0);
  await server.close();
  await Promise.all(slow);
});

test.each([
  ['says how long it is', 'Content-Length: 40000000\r\n\r\n'],
  ['does not say so', 'Transfer-Encoding: chunked\r\n\r\n1C9C380\r\n'],
])('a body that is far too large and %s is refused, and its sender reads why', async (_what, end) => {
  await serveWith({});
  const { port, hostname } = new URL(server.url);
  const answer = await new Promise<string>((resolve) => {
    let text = '';
    const socket = net.connect(Number(port), hostname);
    socket.setEncoding('utf8').pause();
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
    socket.write(`${put}Content-Type: application/json\r\n${end}`);
    // As browsers and proxies do, it reads when it has sent; the last bytes never come.
    const read = (part: string) => {
      text += part;
      if (text.endsWith('}')) socket.destroy();
    };
    socket.write('x'.repeat(30_000_000), () => socket.on('data', read).resume());
  });
  expect(answer).toContain('HTTP/1.1 413');
  expect(answer).toContain('BODY_TOO_LARGE');
});
