import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort, LONGEST_START_MS } from '#tests/support/product.ts';
import { SLOW } from '#tests/support/slow.ts';
import { COMPILE_CACHE } from '#tests/support/start-flags.ts';
import { Client } from './support/client.ts';
import { startUpstream, type Upstream } from './support/upstream.ts';

let home: string;
let upstream: Upstream;
let started: ChildProcess[];
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'private-'));
  upstream = await startUpstream();
  started = [];
});
afterEach(async () => {
  for (const child of started) child.kill('SIGKILL');
  await upstream.close();
  await rm(home, { recursive: true, force: true });
});

const dataDir = () => path.join(home, 'data');
/** One of our programs, started by a user whose files everybody may read and write. */
function run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  const child = spawn('sh', ['-c', 'umask 000; exec "$0" "$@"', process.execPath, program, ...args], {
    env: {
      PATH: process.env.PATH,
      ...COMPILE_CACHE,
      DATA_DIR: dataDir(),
      LOG_LEVEL: 'silent',
      ...upstream.env,
      ...env,
    },
    stdio: 'ignore',
  });
  started.push(child);
  return child;
}

async function startServer(): Promise<{ client: Client; stop: () => Promise<void> }> {
  const port = await freePort();
  const child = run('server/main.ts', [], { PORT: String(port) });
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(
      () =>
        fetch(`${url}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: LONGEST_START_MS },
    )
    .toBe(200);
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  return { client: new Client(url), stop };
}

/** The directory and everything in it, with their permissions. */
async function modes(directory: string): Promise<ReadonlyMap<string, string>> {
  const names = ['', ...(await readdir(directory, { recursive: true }))];
  const facts = await Promise.all(
    names.map(async (name) => {
      const { mode } = await stat(path.join(directory, name));
      return [name, (mode & 0o777).toString(8)] as const;
    }),
  );
  return new Map(facts);
}
async function openIn(directory: string): Promise<readonly string[]> {
  const all = [...(await modes(directory))];
  return all.filter(([, mode]) => mode !== '700' && mode !== '600').map(([name, mode]) => `${name} ${mode}`);
}

test('with any umask, only its own user can read a data directory, the ledger, the documents and a backup', async () => {
  const { client, stop } = await startServer();
  await client.upload('6f2e7a52-2f0e-4d52-9a0e-1f3f3f1f3a11', 'passport');
  const names = [...(await modes(dataDir())).keys()];
  expect(names).toEqual(
    expect.arrayContaining(['ledger.sqlite', 'ledger.sqlite-wal', 'ledger.sqlite-shm', 'uploads', 'server.lock']),
  );
  expect(names.filter((name) => /^uploads\/[0-9a-f]{32}$/.test(name))).toHaveLength(1);
  expect(await openIn(dataDir())).toEqual([]);
  const [code] = await once(run('server/backup.ts', ['backup', path.join(home, 'backup')]), 'exit');
  expect(code).toBe(0);
  expect(await openIn(path.join(home, 'backup'))).toEqual([]);
  expect(await openIn(dataDir())).toEqual([]);
  await stop();
});

test('a backup into a directory that others could read is closed to them', SLOW, async () => {
  const { client, stop } = await startServer();
  await client.upload('6f2e7a52-2f0e-4d52-9a0e-1f3f3f1f3a11', 'passport');
  await stop();
  const target = path.join(home, 'backup');
  await mkdir(target);
  await chmod(target, 0o755);
  const [code] = await once(run('server/backup.ts', ['backup', target]), 'exit');
  expect(code).toBe(0);
  expect(await openIn(target)).toEqual([]);
});

test('a directory that an earlier installation left open is closed when the server starts', SLOW, async () => {
  const first = await startServer();
  await first.stop();
  for (const name of ['', 'uploads']) await chmod(path.join(dataDir(), name), 0o755);
  const second = await startServer();
  const found = await modes(dataDir());
  expect([found.get(''), found.get('uploads')]).toEqual(['700', '700']);
  await second.stop();
});
