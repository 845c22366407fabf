import path from 'node:path';
import { makeOnlyPrivateFiles } from './adapters/disk/private.ts';
import { type Backup, noteBackup, restoreBackup, takeBackup } from './adapters/sqlite/backup.ts';
import { loadEnvironment, readConfig } from './config.ts';
import { createLog } from './logger.ts';
import { openForCommands } from './storage.ts';

const USAGE =
  'Please say which directory: npm run backup -- DIR, or npm run restore -- DIR. Of a backup that other tools have ' +
  'taken: npm run backup -- --note TIME';
/** The tolerated difference between the clocks of two machines. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

/**
 * `npm run backup -- DIR` and `npm run restore -- DIR`, for the data directory of a single machine. Its kind, real or
 * demonstration, comes from the ledger, not from this environment. `npm run backup -- --note TIME` saves in either ledger
 * that another tool began a complete backup at that time.
 */
async function main([command, directory, time]: readonly string[]): Promise<void> {
  makeOnlyPrivateFiles();
  if ((command !== 'backup' && command !== 'restore') || directory === undefined) throw new Error(USAGE);
  if (command === 'backup' && directory === '--note') return await note(time);
  if (directory.startsWith('-')) throw new Error(USAGE);
  const { dataDir, databaseUrl } = readConfig(loadEnvironment({ anyMode: true }).env, { demo: false });
  if (databaseUrl !== undefined) {
    throw new Error(
      'With DATABASE_URL the ledger is in PostgreSQL: use pg_dump and pg_restore, and the bucket’s own tools',
    );
  }
  const where = path.resolve(directory);
  if (command === 'backup') await save(dataDir, where);
  else await restore(where, dataDir);
}

async function save(dataDir: string, where: string): Promise<void> {
  if (isWithin(path.resolve(dataDir), where)) {
    throw new Error(
      `${where} is in DATA_DIR: a backup belongs on another disk, where it is not lost with what it saves`,
    );
  }
  const backup = await takeBackup(dataDir, where);
  report(`Saved into ${where}`, backup);
  try {
    noteBackup(dataDir, backup);
  } catch (error) {
    throw new Error(`The backup is whole, but the ledger could not be told of it: ${wordsOf(error)}`);
  }
}

async function restore(where: string, dataDir: string): Promise<void> {
  const backup = await restoreBackup(where, dataDir);
  report(`Restored into ${dataDir}`, backup);
  // The ledger was copied before its backup was noted.
  noteBackup(dataDir, backup);
}

const isWithin = (directory: string, place: string): boolean => `${place}/`.startsWith(`${directory}/`);

function report(done: string, { takenAt, submissions, documents, kind, damaged = [] }: Backup): void {
  const whose = kind === 'demo' ? ', of a demonstration' : '';
  process.stdout.write(`${done}: ${submissions} submissions, ${documents} documents, as of ${takenAt}${whose}\n`);
  if (damaged.length > 0) {
    process.stderr.write(`Not what the ledger says of them, kept as they are: ${damaged.join(', ')}\n`);
  }
}

/** Only the operator knows whether another tool's backup is complete; the metric shows the given time. */
async function note(time = ''): Promise<void> {
  const takenAt = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(time) ? Date.parse(time) : Number.NaN;
  if (Number.isNaN(takenAt)) {
    throw new Error('Please say when the backup was begun: npm run backup -- --note 2026-11-22T02:00:00Z');
  }
  const { env, kind } = loadEnvironment();
  const silent = createLog('silent', (text) => text);
  const { notes, clock, ledger } = await openForCommands(readConfig(env, { demo: kind === 'demo' }), silent);
  try {
    const now = clock.now();
    if (takenAt > now.getTime() + CLOCKS_DIFFER_MS) {
      throw new Error(`That is in the future: the ledger's clock says ${now.toISOString()}`);
    }
    await notes.write('backup-taken-at', new Date(takenAt).toISOString());
  } finally {
    await ledger.close();
  }
  process.stdout.write(`Noted: a backup as of ${new Date(takenAt).toISOString()}\n`);
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${wordsOf(error)}\n`);
  process.exit(1);
});
