import { existsSync } from 'node:fs';
import path from 'node:path';
import { directoryId } from './adapters/disk/directory-id.ts';
import { createDiskFiles } from './adapters/disk/files.ts';
import { closeToOthers } from './adapters/disk/private.ts';
import { makeLastingDirectory } from './adapters/disk/sync-path.ts';
import { lockDirectory } from './adapters/lock-file.ts';
import { createInProcessQueue } from './adapters/queue-in-process.ts';
import type { Owner } from './adapters/sql/kind.ts';
import type { PersonalData } from './adapters/sql/personal-data.ts';
import type { TransferLedger } from './adapters/sql/transfers.ts';
import { openSqliteLedgers } from './adapters/sqlite/open.ts';
import { systemClock } from './adapters/system-clock.ts';
import type { ServerConfig } from './config.ts';
import { settingsDigest } from './fingerprint.ts';
import type { Clock } from './ports/clock.ts';
import type { FileStore } from './ports/file-store.ts';
import type { Ledger } from './ports/ledger.ts';
import type { LedgerNotes } from './ports/ledger-notes.ts';
import type { Log } from './ports/log.ts';
import type { Queue } from './ports/queue.ts';
import type { Upkeep } from './ports/upkeep.ts';
import type { UploadLedger } from './ports/upload-ledger.ts';
import { UPLOAD_LIFE_MS } from './submission/slots.ts';

/** The storage of a node: on its own disk, or shared by all nodes (R13.4, R13.5). */
export interface Storage extends Memory {
  readonly files: FileStore;
  close(): Promise<void>;
}

interface Memory {
  readonly ledger: Ledger;
  readonly uploads: UploadLedger;
  readonly transfers: TransferLedger;
  readonly upkeep: Upkeep;
  readonly notes: LedgerNotes;
  readonly queue: Queue;
  settingsDiffer(): Promise<boolean>;
}

interface StorageOptions {
  readonly clock: Clock;
  readonly log: Log;
}

/** How many submissions each of several nodes processes at once; they mostly wait for outside services. */
const WIDTH = 64;
/** Cheap on one machine. `adapters/breaker.ts` limits calls, so that a hung service does not delay others. */
const WIDTH_ALONE = 1024;

/**
 * Opens the configured ledger and uploads. If a data directory is needed, this process owns it until it is closed; with a
 * database and a bucket, nothing is written to the disk. For a ledger of the other kind it throws WrongKind without a
 * change (docs/decisions/0009-demo-and-real-data.md).
 */
export async function openStorage(config: ServerConfig, options: StorageOptions): Promise<Storage> {
  const unlock = config.databaseUrl !== undefined && config.s3 ? () => undefined : ownDirectory(config, options.log);
  try {
    const files = await openFiles(config);
    if (config.s3) await files.assertWritable?.();
    const memory = await openMemory(config, options);
    const close = async () => {
      await memory.ledger.close();
      unlock();
    };
    return { ...memory, files, close };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Named by its variable, since a database's address contains its password. */
const ownerOf = ({ demo, databaseUrl, dataDir }: ServerConfig): Owner => ({
  kind: demo ? 'demo' : 'real',
  place: databaseUrl === undefined ? `DATA_DIR ${dataDir}` : 'The database of DATABASE_URL',
});

/** For a command beside a running server: locks and processes nothing. Throws WrongKind like the server. */
export async function openForCommands(
  config: ServerConfig,
  log: Log,
): Promise<
  Pick<Storage, 'ledger' | 'uploads' | 'upkeep' | 'notes' | 'files'> & {
    readonly clock: Clock;
    readonly persons: PersonalData;
  }
> {
  const { databaseUrl, dataDir } = config;
  const owner = ownerOf(config);
  if (databaseUrl === undefined && !existsSync(path.join(dataDir, 'ledger.sqlite'))) {
    throw new Error(`There is no ledger in DATA_DIR ${dataDir}`);
  }
  const ledgers =
    databaseUrl === undefined
      ? await openSqliteLedgers(dataDir, undefined, owner)
      : await (await postgres()).openPostgresLedgers(databaseUrl, log, owner);
  return { ...ledgers, files: await openFiles(config), clock: systemClock };
}

/** Loaded only for several nodes: a single machine starts faster without these libraries. */
const postgres = () => import('./adapters/postgres/open.ts');
const bucket = () => import('./adapters/s3/files.ts');

const uploadsIn = (dataDir: string) => path.join(dataDir, 'uploads');

function ownDirectory({ dataDir }: ServerConfig, log: Log): () => void {
  makeLastingDirectory(uploadsIn(dataDir), dataDir);
  const unlock = lockDirectory(dataDir);
  const open = closeToOthers(dataDir).length;
  if (open > 0) log.warn({ open }, 'some of DATA_DIR belongs to another user and can be read by others');
  return unlock;
}

async function openMemory(config: ServerConfig, { clock, log }: StorageOptions): Promise<Memory> {
  const { databaseUrl, dataDir } = config;
  const owner = ownerOf(config);
  if (databaseUrl !== undefined) {
    const { openPostgres } = await postgres();
    const uploadsPlace = config.s3 ? 'a bucket' : (`the directory ${directoryId(dataDir)}` as const);
    const settings = settingsDigest(config);
    return openPostgres({ connectionString: databaseUrl, width: WIDTH, log, clock, owner, uploadsPlace, settings });
  }
  const queue = createInProcessQueue({ width: WIDTH_ALONE, log, clock });
  const ledgers = await openSqliteLedgers(dataDir, (id, at) => void queue.add(id, at), owner);
  return { ...ledgers, queue, settingsDiffer: async () => false };
}

async function openFiles({ s3, dataDir }: ServerConfig): Promise<FileStore> {
  if (s3 === undefined) return createDiskFiles(uploadsIn(dataDir));
  const { createS3Files } = await bucket();
  return createS3Files({ settings: s3, lifeMs: UPLOAD_LIFE_MS });
}
