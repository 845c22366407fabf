/** @module-tag slow */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemClock } from '#server/adapters/system-clock.ts';
import { readConfig } from '#server/config.ts';
import { openStorage, type Storage } from '#server/storage.ts';
import { type Cluster, startPostgres } from '#tests/support/postgres.ts';
import { type S3, startS3 } from '#tests/support/s3-server/server.ts';

let cluster: Cluster;
let s3: S3;
let home: string;
const opened: Storage[] = [];
beforeAll(async () => {
  [cluster, s3] = await Promise.all([startPostgres(), startS3({ port: 0, bucket: 'uploads' })]);
  home = await mkdtemp(path.join(tmpdir(), 'uploads-place-'));
});
afterEach(closeAll);
afterAll(async () => {
  await Promise.all([cluster.close(), s3.close()]);
  await rm(home, { recursive: true, force: true });
});

async function closeAll(): Promise<void> {
  for (const { queue, close } of opened.splice(0)) {
    await queue.drain(1000);
    await close();
  }
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** What a node opens that has its own data directory of that name, or a bucket. */
async function open(database: string, directory: string, bucket: Readonly<Record<string, string>> = {}) {
  const env = { DATABASE_URL: database, DATA_DIR: path.join(home, directory), ...bucket };
  const services = { STUDENT_FLOW_URL: 'http://127.0.0.1:9/flow' };
  opened.push(await openStorage(readConfig({ ...services, ...env }, { demo: false }), { clock: systemClock, log }));
}

test('a second data directory on one database is refused, and the first one opens again', async () => {
  const database = await cluster.database();
  await open(database, 'first');
  await expect(open(database, 'second')).rejects.toThrow(
    /^DATABASE_URL is used by a server that keeps documents in another place: another DATA_DIR\. .*UPLOADS_S3_BUCKET/,
  );
  await closeAll();
  await open(database, 'first');
});

test('a node without the bucket that the others use is refused, and nodes with the bucket share it', async () => {
  const database = await cluster.database();
  await open(database, 'unused', s3.env);
  await open(database, 'unused', s3.env);
  await expect(open(database, 'third')).rejects.toThrow(
    /^DATABASE_URL is used by a server that keeps documents in another place: a bucket\./,
  );
});

test('a bucket is refused while the documents lie in a data directory', async () => {
  const database = await cluster.database();
  await open(database, 'fourth');
  await expect(open(database, 'unused', s3.env)).rejects.toThrow('in another place: a DATA_DIR.');
});
