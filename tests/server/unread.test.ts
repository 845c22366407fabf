/** @module-tag slow */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import type { Patience } from '#server/http/patience.ts';
import { type RunningServer, serve } from '#server/serve.ts';
import { Client } from './support/client.ts';
import { startUpstream, type Upstream } from './support/upstream.ts';

const MB = 1024 * 1024;
const NEVER_MS = 3_600_000;

let directory: string;
let upstream: Upstream;
let server: RunningServer;
let sockets: net.Socket[];

/** A server with one large file of the build, and without patience where a test says so only: no client is always fast. */
async function start(limits: Partial<Patience>, env: Record<string, string> = {}) {
  const dist = path.join(directory, 'dist');
  const settings = { ...upstream.env, PORT: '0', DATA_DIR: path.join(directory, 'data'), LOG_LEVEL: 'silent', ...env };
  const never = { bodyMs: NEVER_MS, stallMs: NEVER_MS, unreadMs: NEVER_MS, answerMs: NEVER_MS };
  const patience = { checkEveryMs: 50, ...never, ...limits };
  server = await serve(readConfig(settings, { demo: false }), { dist, patience });
}
beforeEach(async () => {
  sockets = [];
  directory = await mkdtemp(path.join(tmpdir(), 'unread-'));
  await mkdir(path.join(directory, 'dist', 'assets'), { recursive: true });
  await writeFile(path.join(directory, 'dist', 'assets', 'large-1a2b.js'), Buffer.alloc(64 * MB, 'x'));
  upstream = await startUpstream();
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close();
  await upstream.close();
  await rm(directory, { recursive: true, force: true });
});

function connect(head: string): net.Socket {
  const { port, hostname } = new URL(server.url);
  const socket = net.connect(Number(port), hostname);
  socket.on('error', () => undefined);
  sockets.push(socket);
  socket.write(head);
  return socket;
}

/** Reads all that comes until the connection ends; how many bytes. */
function drain(socket: net.Socket): Promise<number> {
  let bytes = 0;
  socket.on('data', (block) => {
    bytes += block.length;
  });
  socket.resume();
  return new Promise((resolve) => socket.once('close', () => resolve(bytes)));
}

describe('a body that goes on after its answer is not read for ever', () => {
  const PUT = 'PUT /api/short-applications/6f2e7a52-2f0e-4d52-9a0e-1f3f3f1f3a11 HTTP/1.1\r\nHost: x\r\n';
  const ENDLESS = 'Transfer-Encoding: chunked\r\n\r\n';
  const ROUTES = [
    ['413, too long', `${PUT}Content-Type: application/json\r\n`, 413],
    ['415, no JSON', `${PUT}Content-Type: text/plain\r\n`, 415],
    ['403, from another site', `${PUT}Origin: https://evil.example\r\n`, 403],
    ['404, nothing there', 'POST /api/nothing HTTP/1.1\r\nHost: x\r\n', 404],
    ['405, a method that is not allowed', 'DELETE /api/config HTTP/1.1\r\nHost: x\r\n', 405],
    ['400, an upload created with content', 'POST /api/uploads HTTP/1.1\r\nHost: x\r\nTus-Resumable: 1.0.0\r\n', 400],
    [
      '404, a chunk for no upload',
      'PATCH /api/uploads/0 HTTP/1.1\r\nHost: x\r\nTus-Resumable: 1.0.0\r\n' +
        'Content-Type: application/offset+octet-stream\r\nUpload-Offset: 0\r\n',
      404,
    ],
    ['200, a read that has a body', 'GET /api/config HTTP/1.1\r\nHost: x\r\n', 200],
    ['200, a file', 'GET /assets/large-1a2b.js HTTP/1.1\r\nHost: x\r\n', 200],
  ] as const;
  const BLOCK = `10000\r\n${'x'.repeat(65_536)}\r\n`;

  /** Sends for as long as it can; what was answered, when the server has ended the connection. */
  function pour(head: string): Promise<{ answer: string; sent: number }> {
    let answer = '';
    let sent = 0;
    const socket = connect(head + ENDLESS);
    socket.on('data', (bytes) => {
      if (answer.length < 100) answer += bytes;
    });
    const send = () => {
      while (socket.writable) {
        sent += BLOCK.length;
        if (!socket.write(BLOCK)) return;
      }
    };
    socket.on('drain', send);
    send();
    return new Promise((resolve) => socket.once('close', () => resolve({ answer, sent })));
  }

  test.each(ROUTES)('%s: the connection ends a moment later', async (_what, head, status) => {
    await start({ lingerMs: 100, lingerBytes: Number.POSITIVE_INFINITY });
    expect((await pour(head)).answer).toContain(`HTTP/1.1 ${status} `);
  });

  test.each(ROUTES)('%s: or when so many bytes came in vain', async (_what, head, status) => {
    await start({ lingerMs: NEVER_MS, lingerBytes: MB });
    const { answer, sent } = await pour(head);
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(sent).toBeGreaterThan(MB);
  });

  test('429, over the limit: the connection ends a moment later', async () => {
    await start({ lingerMs: 100, lingerBytes: Number.POSITIVE_INFINITY }, { RATE_LIMIT_PER_MINUTE: '1' });
    await new Client(server.url).get('/api/config');
    expect((await pour(`${PUT}Content-Type: application/json\r\n`)).answer).toContain('HTTP/1.1 429 ');
  });

  test('a body that ends in time leaves the connection for the next request', async () => {
    await start({ lingerMs: NEVER_MS, lingerBytes: MB });
    const body = `Content-Length: 5\r\n\r\n`;
    const socket = connect(`${PUT}Content-Type: text/plain\r\n${body}`);
    let text = '';
    const both = new Promise<void>((resolve) => {
      socket.on('data', (bytes) => {
        if (!text.includes('HTTP/1.1 415')) socket.write('12345GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
        text += bytes;
        if (text.includes('HTTP/1.1 200')) resolve();
      });
    });
    await both;
    expect(text).toContain('HTTP/1.1 415');
  });
});

describe('an answer that nobody reads', () => {
  const LINGER = { lingerMs: 1000, lingerBytes: MB };
  const finished = async (route: string): Promise<boolean> =>
    (await new Client(server.url).get('/metrics')).text.includes(
      `http_request_duration_seconds_count{method="GET",route="${route}"`,
    );

  test.each([
    ['a file of the build', '/assets/large-1a2b.js', 'static'],
    ['the agent list', '/api/agent-list', '/api/agent-list'],
  ])('%s is ended after a time without progress, and is not whole', async (_what, address, route) => {
    // Not to be compressed away: each name is another one.
    const items = Array.from({ length: 60_000 }, (_one, i) => ({
      name: `Agent ${i} ${'n'.repeat(200)}`,
      country: 'China',
    }));
    upstream.answers('agentList', () => items);
    await start({ ...LINGER, unreadMs: 300 });
    const socket = connect(`GET ${address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`).pause();
    // Only for what hangs: a loaded machine takes its time to make 60,000 agents and to write them.
    await expect.poll(() => finished(route), { timeout: 120_000 }).toBe(true);
    expect(await drain(socket)).toBeLessThan(14 * MB);
  });

  test('is whole where it is read slowly, for longer than the patience in all', async () => {
    await start({ ...LINGER, unreadMs: 3000 });
    const socket = connect('GET /assets/large-1a2b.js HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    let bytes = 0;
    socket.on('data', (block) => {
      bytes += block.length;
      // Stops for a while at every 6 MB: ten times in all.
      if (bytes % (6 * MB) >= block.length) return;
      socket.pause();
      setTimeout(() => socket.resume(), 400);
    });
    await new Promise((resolve) => socket.once('close', resolve));
    expect(bytes).toBeGreaterThan(64 * MB);
  });
});
