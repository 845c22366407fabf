import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type pg from 'pg';
import type { Clock } from '../../ports/clock.ts';
import type { Ledger, SubmissionRecord } from '../../ports/ledger.ts';
import type { LedgerNotes } from '../../ports/ledger-notes.ts';
import type { Log } from '../../ports/log.ts';
import type { PersonalData } from '../../ports/personal-data.ts';
import type { Upkeep } from '../../ports/upkeep.ts';
import type { UploadLedger } from '../../ports/upload-ledger.ts';
import { createChanges, waitsForWork } from '../sql/changes.ts';
import { assertKind, migrateAs, type Owner } from '../sql/kind.ts';
import { createSqlLedger } from '../sql/ledger.ts';
import { createSqlNotes } from '../sql/ledger-notes.ts';
import { createSqlPersonalData } from '../sql/personal-data.ts';
import type { Tables } from '../sql/schema.ts';
import { createSqlTransferLedger, type TransferLedger } from '../sql/transfers.ts';
import { createSqlUpkeep } from '../sql/upkeep.ts';
import { createSqlUploadLedger } from '../sql/uploads.ts';
import { CONNECTIONS, changeSchema, openPool, poolOfOne, throwUnavailable } from './connections.ts';
import { openPostgresQueue, type PostgresQueue, prepareQueue } from './queue.ts';
import { refusalOf } from './refusals.ts';
import { createIndexesConcurrently, POSTGRES_MIGRATIONS } from './schema.ts';
import { type AddedJob, createPostgresStore } from './store.ts';
import { assertSamePlace, type UploadsPlace } from './uploads-place.ts';
import { watchOthers } from './watch.ts';

export interface PostgresStore {
  readonly ledger: Ledger;
  readonly uploads: UploadLedger;
  readonly transfers: TransferLedger;
  readonly upkeep: Upkeep;
  readonly notes: LedgerNotes;
  readonly queue: PostgresQueue;
  /** Whether the node that started last on this database has other settings. */
  settingsDiffer(): Promise<boolean>;
}

export interface PostgresOptions {
  readonly connectionString: string;
  /** Submissions that this node works on at once. */
  readonly width: number;
  readonly log: Log;
  readonly clock: Clock;
  /** A digest of the settings that all nodes should share. */
  readonly settings?: string;
  /** Whose ledger it must be. */
  readonly owner?: Owner;
  /** Where this node keeps documents: the same place for all nodes. */
  readonly uploadsPlace?: UploadsPlace;
}

type Pools = Readonly<Record<keyof typeof CONNECTIONS, pg.Pool>>;

/**
 * Opens what nodes share in PostgreSQL and brings its schema up to date. The ledger's `close` closes all of it. Rejects
 * with UNAVAILABLE where the database cannot be reached, and leaves nothing open then. Throws an error for the operator
 * where the database refuses the connection for good, WrongKind for a ledger of another kind, and OtherPlace where other
 * nodes keep documents elsewhere.
 */
export async function openPostgres(options: PostgresOptions): Promise<PostgresStore> {
  const { connectionString, log, owner, uploadsPlace } = options;
  const pools = { work: openPool(connectionString, log), queue: openPool(connectionString, log, CONNECTIONS.queue) };
  try {
    // Fails fast where the database does not answer: a change of the schema has no such limit.
    await pools.work.query('select 1');
    await changeSchema(connectionString, async (client) => {
      const db = kyselyOn(poolOfOne(client));
      await migrateAs(db, owner, POSTGRES_MIGRATIONS);
      await prepareQueue(client);
      await createIndexesConcurrently(db);
    });
    if (uploadsPlace) await assertSamePlace(kyselyOn(pools.work), uploadsPlace);
    return await openAll(options, pools);
  } catch (error) {
    // Not awaited: a database that hangs does not close its connections.
    for (const pool of Object.values(pools)) pool.end().catch(() => undefined);
    const refusal = refusalOf(error);
    if (refusal !== undefined) throw new Error(`DATABASE_URL: ${refusal}`, { cause: error });
    return throwUnavailable(error);
  }
}

async function openAll({ width, log, clock, settings = '' }: PostgresOptions, pools: Pools): Promise<PostgresStore> {
  const pool = pools.work;
  const queue = await openPostgresQueue({ pool: pools.queue, width, log, clock });
  const store = createPostgresStore(pool, kyselyOn(pool), (record) => jobOf(queue, record));
  const notes = createSqlNotes(store);
  const settingsDiffer = async () => ((await notes.read('settings')) ?? settings) !== settings;
  if (await settingsDiffer())
    log.warn({}, 'another node on this database has, or had, other settings: compare their settings files');
  await notes.write('settings', settings);
  const changes = createChanges();
  const stopWatching = watchOthers(pool, changes, { clock, log });
  const ledger = createSqlLedger(store, changes, (record) => {
    const work = waitsForWork(record);
    if (work && work.at === undefined) queue.wake();
  });
  const close = async () => {
    stopWatching();
    await Promise.all([store.close(), pools.queue.end()]);
  };
  return {
    ledger: { ...ledger, close },
    uploads: createSqlUploadLedger(store),
    transfers: createSqlTransferLedger(store),
    upkeep: createSqlUpkeep(store),
    notes,
    queue,
    settingsDiffer,
  };
}

function jobOf(queue: PostgresQueue, record: SubmissionRecord): AddedJob | undefined {
  const work = waitsForWork(record);
  if (work === undefined) return undefined;
  if (record.version === 1 && work.at === undefined) return { statement: () => queue.statementFor(record.id) };
  return { add: (client) => queue.enqueue(client, record.id, work.at) };
}

const kyselyOn = (pool: PostgresPool) => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

/**
 * The ledgers alone, for a command beside the nodes: no queue, no schema changes. The ledger's `close` closes all. Throws
 * WrongKind for a ledger of another kind.
 */
export async function openPostgresLedgers(
  connectionString: string,
  log: Log,
  owner: Owner,
): Promise<Pick<PostgresStore, 'ledger' | 'uploads' | 'upkeep' | 'notes'> & { readonly persons: PersonalData }> {
  const pool = openPool(connectionString, log);
  const db = kyselyOn(pool);
  try {
    await assertKind(db, owner);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const store = createPostgresStore(pool, db);
  return {
    ledger: createSqlLedger(store, createChanges()),
    uploads: createSqlUploadLedger(store),
    upkeep: createSqlUpkeep(store),
    notes: createSqlNotes(store),
    persons: createSqlPersonalData(store),
  };
}
