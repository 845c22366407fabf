import path from 'node:path';
import { makeOnlyPrivateFiles } from './adapters/disk/private.ts';
import { restoreBackup, takeBackup } from './adapters/sqlite/backup.ts';
import { loadEnvironment, readConfig } from './config.ts';

/**
 * `npm run backup -- DIR` and `npm run restore -- DIR`: the data directory of a single machine, out and back. Whether it
 * is of real applications or of a demonstration goes with the ledger, whatever this environment has.
 */
async function main([command, directory]: readonly string[]): Promise<void> {
  makeOnlyPrivateFiles();
  if ((command !== 'backup' && command !== 'restore') || directory === undefined) {
    throw new Error('Please say which directory: npm run backup -- DIR, or npm run restore -- DIR');
  }
  const { dataDir, databaseUrl } = readConfig(loadEnvironment({ anyMode: true }).env, { demo: false });
  if (databaseUrl !== undefined) {
    throw new Error(
      'With DATABASE_URL the ledger is in PostgreSQL: use pg_dump and pg_restore, and the bucket’s own tools',
    );
  }
  const where = path.resolve(directory);
  const {
    takenAt,
    submissions,
    documents,
    kind,
    damaged = [],
  } = command === 'backup' ? await takeBackup(dataDir, where) : await restoreBackup(where, dataDir);
  const done = command === 'backup' ? `Saved into ${where}` : `Restored into ${dataDir}`;
  const whose = kind === 'demo' ? ', of a demonstration' : '';
  process.stdout.write(`${done}: ${submissions} submissions, ${documents} documents, as of ${takenAt}${whose}\n`);
  if (damaged.length > 0) {
    process.stderr.write(`Not what the ledger says of them, kept as they are: ${damaged.join(', ')}\n`);
  }
}

main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
