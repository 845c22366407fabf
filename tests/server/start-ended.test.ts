import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { serve } from '#server/serve.ts';
import { freePort } from '#tests/support/product.ts';
import { SLOW } from '#tests/support/slow.ts';
import { COMPILE_CACHE } from '#tests/support/start-flags.ts';
import { openRig } from './support/rig.ts';

let home: string;
let server: ChildProcess | undefined;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'start-ended-'));
});
afterEach(async () => {
  server?.kill('SIGKILL');
  await rm(home, { recursive: true, force: true });
});

/** A server whose database is at that port, once it answers that it waits. */
async function waitingServer(databasePort: number) {
  const port = await freePort();
  const env = {
    PATH: process.env.PATH ?? '',
    ...COMPILE_CACHE,
    DEMO: '1',
    PORT: String(port),
    DATA_DIR: home,
    DATABASE_URL: `postgres://user:pass-word-1@127.0.0.1:${databasePort}/none`,
  };
  const child = spawn(process.execPath, [path.resolve('server/main.ts')], { cwd: home, env });
  server = child;
  let log = '';
  child.stdout.on('data', (text) => (log += String(text)));
  const status = (route: string) =>
    fetch(`http://127.0.0.1:${port}${route}`).then(
      (answer) => answer.status,
      () => 0,
    );
  await expect.poll(() => status('/healthz'), { timeout: 120_000, interval: 200 }).toBe(200);
  expect(await status('/readyz')).toBe(503);
  return { child, log: () => log };
}

test('a server that waits for an unreachable database ends well at SIGTERM, with a log line', SLOW, async () => {
  const { child, log } = await waitingServer(await freePort());
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(log()).toContain('"msg":"ended before the start was complete"');
});

test('so does one whose database takes the connection and never answers', SLOW, async () => {
  const silent = net.createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { child, log } = await waitingServer((silent.address() as net.AddressInfo).port);
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(log()).toContain('"msg":"ended before the start was complete"');
  silent.close();
});

test('a start that is ended while it goes through a long backlog gives up the data directory and its port', async () => {
  const rig = await openRig({ dataDir: home });
  const { env } = rig.upstream;
  await rig.stop();
  const port = await freePort();
  const config = readConfig({ ...env, DATA_DIR: home, PORT: String(port), LOG_LEVEL: 'silent' }, { demo: false });
  const stopping = new AbortController();
  let isReading: () => void = () => undefined;
  const reading = new Promise<void>((resolve) => (isReading = resolve));
  const started = serve(config, {
    dist: path.join(home, 'none'),
    stopping: stopping.signal,
    wrap: (name, inner) => {
      if (name !== 'queue') return inner;
      const forgotten = () => {
        isReading();
        return new Promise<never>(() => undefined);
      };
      return Object.assign(Object.create(inner), { forgotten });
    },
  });
  await reading;
  stopping.abort(new Error('the process is to end'));
  await expect(started).rejects.toThrow('the process is to end');
  const next = await serve(config, { dist: path.join(home, 'none') });
  await next.close();
  await rig.close();
});
