import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Cluster, startPostgres } from '#tests/support/postgres.ts';
import { freePort, LONGEST_START_MS } from '#tests/support/product.ts';
import { type S3, startS3 } from '#tests/support/s3-server/server.ts';
import { SLOW } from '#tests/support/slow.ts';
import { COMPILE_CACHE } from '#tests/support/start-flags.ts';

type Env = Readonly<Record<string, string>>;

let cluster: Cluster;
let database: URL;
let s3: S3;
let home: string;
beforeAll(async () => {
  [cluster, s3] = await Promise.all([startPostgres(), startS3({ port: 0, bucket: 'uploads' })]);
  database = new URL(await cluster.database());
});
afterAll(() => Promise.all([cluster.close(), s3.close()]));
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'wrong-start-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

/** What a server says that ends by itself, each sentence for itself. */
async function sentences(env: Env): Promise<readonly string[]> {
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
  const said = await run.then(
    () => 'it ended well',
    (error) => String(error.stderr),
  );
  const [, problems = said] = /^The configuration is not right: (.*)$/m.exec(said) ?? [];
  return problems.split('; ');
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
      expect(await sentences({ DATA_DIR })).toEqual([`DATA_DIR ${DATA_DIR} is, or lies below, a file`]);
    }
  });

  test('another program has the port', SLOW, async () => {
    const other = net.createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as net.AddressInfo;
    expect(await sentences({ PORT: String(port) })).toEqual([`PORT ${port} on 127.0.0.1 is in use by another program`]);
    other.close();
  });

  test('HOST is no address of this machine', async () => {
    const env = { HOST: '203.0.113.7', PORT: String(await freePort()) };
    expect(await sentences(env)).toEqual(['HOST 203.0.113.7 is no address of this machine']);
  });

  const mistakes: readonly [string, (url: URL) => void, string][] = [
    ['the password', (url) => (url.password = 'wrong-password'), 'refuses the user or the password'],
    ['the user', (url) => (url.username = 'nobody'), 'refuses the user or the password'],
    ['the name', (url) => (url.pathname = '/none'), 'of that name does not exist'],
  ];
  test.each(mistakes)('%s of the database is wrong', SLOW, async (_what, change, words) => {
    const said = await sentences(withDatabase(change));
    expect(said).toEqual([`DATABASE_URL: the database ${words}`]);
  });

  test('the bucket is none, or its account is unknown', SLOW, async () => {
    const none = await sentences({ ...s3.env, UPLOADS_S3_BUCKET: 'none' });
    expect(none).toEqual(['UPLOADS_S3_BUCKET: there is no bucket of that name']);
    const unknown = await sentences({ ...s3.env, AWS_ACCESS_KEY_ID: 'another-account-1' });
    expect(unknown.join()).toMatch(
      /^AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY: the bucket.s server refuses the account$/,
    );
  });
});

test('all that is wrong is said at once: settings, directory, port, database and bucket', async () => {
  const other = net.createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as net.AddressInfo;
  await writeFile(path.join(home, 'taken'), '');
  await mkdir(path.join(home, '.env'));
  const said = await sentences({
    LOG_LEVEL: 'loud',
    RETENTION_DAYS: 'ever',
    PORT: String(port),
    DATA_DIR: path.join(home, 'taken'),
    ...withDatabase((url) => {
      url.pathname = '/none';
    }),
  });
  other.close();
  for (const words of [
    '.env is there and cannot be read (EISDIR)',
    'LOG_LEVEL must be one of',
    'RETENTION_DAYS must be a whole number',
    `PORT ${port} on 127.0.0.1 is in use`,
    'is, or lies below, a file',
    'DATABASE_URL: the database of that name does not exist',
  ]) {
    expect(said.filter((sentence) => sentence.includes(words))).toHaveLength(1);
  }
  expect(said).toHaveLength(6);
  await rm(path.join(home, '.env'), { recursive: true });
  const both = await sentences({ ...s3.env, UPLOADS_S3_BUCKET: 'none', PORT: 'eighty' });
  expect(both).toEqual([
    'PORT must be a whole number from 0 to 65535',
    'UPLOADS_S3_BUCKET: there is no bucket of that name',
  ]);
});

test('a machine that takes long to load what it asks with still hears what the database says', SLOW, async () => {
  const slowly = path.join(home, 'slowly.mjs');
  // Longer than a database has for its answer.
  await writeFile(
    slowly,
    `import { registerHooks } from 'node:module';
    const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5_000);
    registerHooks({
      resolve(specifier, context, next) {
        if (specifier === 'pg') pause();
        return next(specifier, context);
      },
    });`,
  );
  const noSuchName = withDatabase((url) => {
    url.pathname = '/none';
  });
  const said = await sentences({ ...noSuchName, NODE_OPTIONS: `--import=${slowly}` });
  expect(said).toEqual(['DATABASE_URL: the database of that name does not exist']);
});

test('a database and a bucket that nobody answers for are named, and waited for', SLOW, async () => {
  // Nobody listens on the first of all ports.
  const [port, nobody] = [await freePort(), 1];
  const env = {
    ...withDatabase((url) => {
      url.port = String(nobody);
    }),
    ...s3.env,
    UPLOADS_S3_ENDPOINT: `http://127.0.0.1:${nobody}`,
  };
  const own = { PATH: process.env.PATH ?? '', ...COMPILE_CACHE, DEMO: '1', PORT: String(port) };
  const server = spawn(process.execPath, [path.resolve('server/main.ts')], { cwd: home, env: { ...own, ...env } });
  const ended = once(server, 'exit');
  let said = '';
  server.stderr.on('data', (text) => {
    said += text;
  });
  server.stdout.resume();
  const answer = async (name: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/${name}`).catch(() => undefined);
    return response?.status;
  };
  await expect.poll(() => answer('healthz'), { timeout: LONGEST_START_MS }).toBe(200);
  expect(await answer('readyz')).toBe(503);
  const words = 'cannot be reached (ECONNREFUSED): the server waits for it';
  await expect.poll(() => said).toContain(`DATABASE_URL: the database ${words}`);
  await expect.poll(() => said).toContain(`UPLOADS_S3_BUCKET: the bucket ${words}`);
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
