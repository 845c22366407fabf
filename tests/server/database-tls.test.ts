/** @module-tag slow */
import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgres } from '#server/adapters/postgres/open.ts';
import { systemClock } from '#server/adapters/system-clock.ts';
import { debianPrograms } from '#tests/support/debian-postgres.ts';
import { needs } from '#tests/support/needs.ts';
import { type Cluster, startPostgres } from '#tests/support/postgres.ts';

const hasOpenssl = spawnSync('openssl', ['version'], { stdio: 'ignore' }).error === undefined;
const programs = debianPrograms();

let home: string;
let authority: string;
let cluster: Cluster;
let plain: Cluster;
let database: string;

const file = (name: string) => path.join(home, name);

function run(...words: readonly string[]): void {
  const { status, stderr } = spawnSync('openssl', words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** Signs the certificate for localhost, to end in so many days. */
function sign(days: string): void {
  const signing = ['-CA', authority, '-CAkey', file('ca.key'), '-CAcreateserial', '-days', days];
  run(
    'x509',
    '-req',
    '-in',
    file('request.pem'),
    ...signing,
    '-extfile',
    file('names'),
    '-out',
    file('certificate.pem'),
  );
}

/** A certificate for localhost, signed by an authority of the tests, and its key; the files' names. */
function makeCertificates(): { readonly certificate: string; readonly key: string } {
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const authorityKey = file('ca.key');
  run('req', '-x509', ...kind, '-days', '2', '-subj', '/CN=Tests', '-keyout', authorityKey, '-out', authority);
  run('req', ...kind, '-subj', '/CN=localhost', '-keyout', file('key.pem'), '-out', file('request.pem'));
  writeFileSync(file('names'), 'subjectAltName=DNS:localhost');
  sign('2');
  return { certificate: file('certificate.pem'), key: file('key.pem') };
}

beforeAll(async () => {
  if (!hasOpenssl) return;
  home = mkdtempSync(path.join(tmpdir(), 'database-tls-'));
  chmodSync(home, 0o755);
  authority = path.join(home, 'ca.pem');
  plain = await startPostgres();
  const { certificate, key } = makeCertificates();
  chmodSync(key, 0o600);
  if (process.getuid?.() === 0) {
    const { stdout } = spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' });
    chownSync(key, Number(stdout), 0);
  }
  cluster = await startPostgres(['fsync=off', 'ssl=on', `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`]);
  database = (await cluster.database()).replace('127.0.0.1', 'localhost');
  const operator = new pg.Client(database);
  await operator.connect();
  const { rows } = await operator.query<{ hba_file: string }>('show hba_file');
  // As docs/operate/cluster.md has it: encrypted connections only.
  writeFileSync(rows[0]?.hba_file ?? '', 'hostssl all all all password\n');
  await operator.query('select pg_reload_conf()');
  await operator.end();
});
afterAll(async () => {
  if (!hasOpenssl) return;
  await Promise.all([cluster.close(), plain.close()]);
  rmSync(home, { recursive: true, force: true });
});

/** What a start says of a database at that address. */
async function said(databaseUrl: string): Promise<string> {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  try {
    const store = await openPostgres({ connectionString: databaseUrl, width: 1, log, clock: systemClock });
    await store.ledger.close();
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe('a database that takes encrypted connections only', needs(hasOpenssl, 'openssl is not installed'), () => {
  test('is used with a URL that names its authority', async () => {
    expect(await said(`${database}?sslmode=verify-full&sslrootcert=${authority}`)).toBe('');
    expect(await said(`${database}?sslmode=require&sslrootcert=${authority}`)).toBe('');
  });

  test('and one that does not encrypt: what is wrong is named, without a wait', async () => {
    expect(await said(database)).toMatch(/^DATABASE_URL: the database takes encrypted connections only: add .sslmode=/);
    expect(await said(`${database}?sslmode=require`)).toContain(
      'is not signed by an authority that this server trusts',
    );
    const otherName = database.replace('localhost', '127.0.0.1');
    expect(await said(`${otherName}?sslmode=verify-full&sslrootcert=${authority}`)).toBe(
      'DATABASE_URL: the certificate of the database is for another host name than the URL has',
    );
    expect(await said(`${database}?sslmode=verify-full&sslrootcert=${home}/none.pem`)).toBe(
      'DATABASE_URL: the file of sslrootcert cannot be read (ENOENT)',
    );
    expect(await said(`${await plain.database()}?sslmode=verify-full`)).toContain('does not encrypt connections');
  });

  test(
    'is reached with the same URL by the programs that take backups',
    needs(programs !== undefined, 'no psql'),
    async () => {
      const url = `${database}?sslmode=verify-full&sslrootcert=${authority}`;
      const words = [url, '--tuples-only', '--command', 'select ssl from pg_stat_ssl where pid = pg_backend_pid()'];
      const { stdout } = await promisify(execFile)(path.join(programs ?? '', 'psql'), words);
      expect(stdout.trim()).toBe('t');
    },
  );

  test(
    'and whose certificate has expired is used by no server, which names the reason, and by no backup',
    needs(programs !== undefined, 'no pg_dump'),
    async () => {
      const url = `${database}?sslmode=verify-full&sslrootcert=${authority}`;
      const operator = new pg.Client({ connectionString: database, ssl: { rejectUnauthorized: false } });
      await operator.connect();
      sign('-1');
      await operator.query('select pg_reload_conf()');
      await operator.end();
      await expect.poll(() => said(url)).toBe('DATABASE_URL: the certificate of the database has expired');
      const dump = promisify(execFile)(path.join(programs ?? '', 'pg_dump'), [url]);
      await expect(dump).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('certificate verify failed'),
      });
    },
  );
});
