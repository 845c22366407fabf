/** @module-tag slow */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { type RunningServer, serve } from '#server/serve.ts';
import { Client } from './support/client.ts';
import { startUpstream, type Upstream } from './support/upstream.ts';

const MB = 1024 * 1024;

let directory: string;
let upstream: Upstream;
let server: RunningServer;
let sockets: net.Socket[];

/** A server with one large file of the build. */
async function start(idleMs: number) {
  const dist = path.join(directory, 'dist');
  const settings = { ...upstream.env, PORT: '0', DATA_DIR: path.join(directory, 'data'), LOG_LEVEL: 'silent' };
  server = await serve(readConfig(settings, { demo: false }), { dist, timeouts: { idleMs } });
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

describe('an answer that is not read', () => {
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
    await start(300);
    const socket = connect(`GET ${address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`).pause();
    // Only for what hangs: a loaded machine takes its time to make 60,000 agents and to write them.
    await expect.poll(() => finished(route), { timeout: 120_000 }).toBe(true);
    expect(await drain(socket)).toBeLessThan(14 * MB);
  });

  test('is whole where it is read slowly, for longer than the timeout in all', async () => {
    await start(3000);
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
