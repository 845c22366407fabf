import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { startS3 } from '#tests/support/s3-server/server.ts';
import { type CopiedObject, fillBucket } from './bucket-copy.ts';
import { fillDatabase } from './database-dump.ts';
import { startPostgres } from './postgres.ts';
import { startProduct } from './product.ts';
import { clockOf, type ReopenedLedger, readJson, readTyped, releaseFolder, shiftTo, startOutside } from './release.ts';

/** Today's node on the PostgreSQL and bucket that a release's killed node left. */
export async function reopenNodes(name: string): Promise<ReopenedLedger> {
  const typed = await readTyped(name);
  const recorded = await readJson<ReopenedLedger['recorded'] & { readonly at: string }>(name, 'nodes/recorded.json');
  const shiftMs = shiftTo(recorded.at);
  const mocks = await startOutside(typed, () => new Date(Date.now() + shiftMs));
  const cluster = await startPostgres();
  const s3 = await startS3({ port: 0, bucket: 'uploads' });
  const database = await cluster.database();
  await fillDatabase(database, await readFile(path.join(releaseFolder(name), 'nodes/ledger.sql'), 'utf8'));
  await fillBucket(s3, await readJson<readonly CopiedObject[]>(name, 'nodes/bucket.json'));
  const env = {
    ...mocks.env,
    ...s3.env,
    ...clockOf(shiftMs),
    DATABASE_URL: database,
    RECORDS_UNKNOWN_OUTCOME: 'resend',
  };
  const product = await startProduct({ env });
  return {
    typed,
    recorded,
    mocks,
    product,
    [Symbol.asyncDispose]: async () => {
      await product[Symbol.asyncDispose]();
      await mocks.close();
      await s3.close();
      await cluster.close();
    },
  };
}
