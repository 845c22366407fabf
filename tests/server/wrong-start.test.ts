import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Cluster, startPostgres } from '#tests/support/postgres.ts';
import { freePort } from '#tests/support/product.ts';
import { SLOW } from '#tests/support/slow.ts';
import { COMPILE_CACHE } from '#tests/support/start-flags.ts';

type Env = Readonly<Record<string, string>>;

let cluster: Cluster;
let database: URL;
let home: string;
beforeAll(async () => {
  cluster = await startPostgres();
  database = new URL(await cluster.database());
});
afterAll(() => cluster.close());
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'wrong-start-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

/** The error output of a server that ends at its start. */
async function lastWords(env: Env): Promise<string> {
  const own = {
    PATH: process.env.PATH ?? '',
    ...COMPILE_CACHE,
    DEMO: '1',
    PORT: '0',
    DATA_DIR: path.join(home, 'data'),
  };
  const run = promisify(execFile)(process.execPath, [path.resolve('server/main.ts')], {
    cwd: home,
    env: { ...own, ...env },
  });
  return run.then(
    () => 'it ended well',
    (error) => String(error.stderr),
  );
}

const withDatabase = (change: (url: URL) => void): Env => {
  const url = new URL(database);
  change(url);
  return { DATABASE_URL: url.href };
};

describe('a start is refused with a sentence that names the variable, where', () => {
  test('DATA_DIR is a file, or lies below one', SLOW, async () => {
    await writeFile(path.join(home, 'taken'), '');
    for (const DATA_DIR of [path.join(home, 'taken'), path.join(home, 'taken', 'data')]) {
      expect(await lastWords({ DATA_DIR })).toContain('DATA_DIR is, or lies below, a file');
    }
  });

  test('another program has the port', SLOW, async () => {
    const other = net.createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as net.AddressInfo;
    const said = await lastWords({ PORT: String(port) });
    expect(said).toContain(
      `HOST and PORT: another program listens there (listen EADDRINUSE: address already in use 127.0.0.1:${port})`,
    );
    other.close();
  });

  test('HOST is no address of this machine', async () => {
    const env = { HOST: '203.0.113.7', PORT: String(await freePort()) };
    expect(await lastWords(env)).toContain('HOST and PORT: the host is no address of this machine');
  });

  const mistakes: readonly [string, (url: URL) => void, string][] = [
    ['the password', (url) => (url.password = 'wrong-password'), 'refuses the user or the password'],
    ['the user', (url) => (url.username = 'nobody'), 'refuses the user or the password'],
    ['the name', (url) => (url.pathname = '/none'), 'of that name does not exist'],
  ];
  test.each(mistakes)('%s of the database is wrong', SLOW, async (_what, change, words) => {
    const said = await lastWords(withDatabase(change));
    expect(said).toContain(`DATABASE_URL: the database ${words}`);
    expect(said).not.toContain('wrong-password');
  });
});
