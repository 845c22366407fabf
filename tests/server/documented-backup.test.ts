/** @module-tag slow */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startMocks } from '#mocks/server.ts';
import { debianPrograms, startDebianPostgres } from '#tests/support/debian-postgres.ts';
import { startProduct } from '#tests/support/product.ts';
import { startS3 } from '#tests/support/s3-server/server.ts';
import { Client } from './support/client.ts';

const programs = debianPrograms();
const WHY = 'PostgreSQL with its client is not installed: apt-get install postgresql brings them';
const run = promisify(execFile);

let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'documented-backup-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

/** What docs/operate/backup.md has an operator run on a node, whose settings are `env`; the words that it said. */
async function backUp(env: Readonly<Record<string, string>>, file: string): Promise<string> {
  const PATH = `${programs}:${path.dirname(process.execPath)}:${process.env.PATH}`;
  const { stdout } = await run('sh', ['docs/operate/deploy/backup-postgres.sh', file], { env: { ...env, PATH } });
  return stdout;
}

test('the documented backup of PostgreSQL is noted, and restored into an empty database as the page says: unfinished work then continues, with one effect', async ({
  skip,
}) => {
  if (programs === undefined) return skip(WHY);
  using postgres = await startDebianPostgres(programs);
  const [mocks, s3] = await Promise.all([startMocks({ port: 0, latency: 0 }), startS3({ port: 0, bucket: 'uploads' })]);
  const env = { ...mocks.env, ...s3.env, DATABASE_URL: postgres.database('ledger') };
  await using node = await startProduct({ env });
  const client = new Client(node.url);
  mocks.setScenario({ service: 'student-workflow', scenario: 'failing' });
  const application = await client.student();
  await client.put(application);
  const stopped = await client.settled(application.id);

  const file = path.join(home, 'ledger.dump');
  expect(await backUp(env, file)).toMatch(/^Noted: a backup as of /);
  expect((await client.get('/metrics')).text).toMatch(/^backup_taken_timestamp_seconds 1\d{9}$/m);
  await node.stop();
  mocks.setScenario({ service: 'student-workflow', scenario: 'accepts' });

  const DATABASE_URL = postgres.database('restored');
  await run(path.join(programs, 'pg_restore'), ['--no-owner', '--exit-on-error', '--dbname', DATABASE_URL, file]);
  await using restored = await startProduct({ env: { ...env, DATABASE_URL } });
  const done = await new Client(restored.url).processed(application.id);
  expect(done.offerId).toBe(stopped.offerId);
  for (const service of ['offers', 'student-workflow', 'file-workflow'] as const) {
    expect(mocks.effects(service).filter(({ key }) => key === application.id)).toHaveLength(1);
  }
  await Promise.all([mocks.close(), s3.close()]);
});

test('a backup of a database that cannot be reached fails and leaves no file', async ({ skip }) => {
  if (programs === undefined) return skip(WHY);
  const file = path.join(home, 'ledger.dump');
  const env = { DATABASE_URL: 'postgres://postgres:postgres@127.0.0.1:1/ledger' };
  await expect(backUp(env, file)).rejects.toThrow('connection');
  expect(existsSync(file)).toBe(false);
});
