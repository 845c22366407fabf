import type pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { UploadLedger } from '../../ports/upload-ledger.ts';
import { createChanges, waitsForWork } from '../sql/changes.ts';
import { assertKind, type Owner } from '../sql/kind.ts';
import { createLedgers, type Ledgers } from '../sql/ledgers.ts';
import { migrate } from '../sql/schema.ts';
import type { Run } from '../sql/store.ts';
import { CONNECTIONS, changeSchema, openPool, throwUnavailable } from './connections.ts';
import { inBatches } from './in-batches.ts';
import { openPostgresQueue, type PostgresQueue, prepareQueue } from './queue.ts';
import { refusalOf } from './refusals.ts';
import { createIndexesConcurrently, POSTGRES_MIGRATIONS } from './schema.ts';
import { createPostgresStore } from './store.ts';
import { assertSamePlace, type UploadsPlace } from './uploads-place.ts';
import { watchOthers } from './watch.ts';

export interface PostgresStore extends Ledgers {
  readonly queue: PostgresQueue;
  /** Whether the node that started last on this database has other settings. */
  settingsDiffer(): Promise<boolean>;
}

export interface PostgresOptions {
  readonly connectionString: string;
  readonly width: number;
  readonly log: Log;
  readonly clock: Clock;
  readonly settings?: string;
  readonly owner?: Owner;
  /** Where this node keeps documents: the same place for all nodes. */
  readonly uploadsPlace?: UploadsPlace;
}

type Pools = Readonly<Record<keyof typeof CONNECTIONS, pg.Pool>>;

/**
 * Opens the storage that nodes share in PostgreSQL, and migrates its schema. The ledger's `close` closes all of it. If the
 * database cannot be reached, it rejects with UNAVAILABLE and leaves nothing open. Throws an error for the operator if the
 * database refuses permanently, WrongKind for a ledger of the other kind, and OtherPlace if other nodes keep documents
 * elsewhere.
 */
export async function openPostgres(options: PostgresOptions): Promise<PostgresStore> {
  const { connectionString, log, owner, uploadsPlace } = options;
  const pools = { work: openPool(connectionString, log), queue: openPool(connectionString, log, CONNECTIONS.queue) };
  try {
    // Fails fast if the database does not answer; a change of the schema has no such limit.
    await pools.work.query('select 1');
    await changeSchema(connectionString, async (client) => {
      const run = async ({ text, values }: Sql) => (await client.query(text, values)).rows;
      await migrate({ run, begin: 'begin', migrations: POSTGRES_MIGRATIONS, owner });
      await prepareQueue(client);
      await createIndexesConcurrently(run);
    });
    if (uploadsPlace) await assertSamePlace(createPostgresStore(pools.work).rows, uploadsPlace);
    return await openAll(options, pools);
  } catch (error) {
    // Not awaited, since a hung database does not close its connections.
    for (const pool of Object.values(pools)) pool.end().catch(() => undefined);
    const refusal = refusalOf(error);
    if (refusal !== undefined) throw new Error(`DATABASE_URL: ${refusal}`, { cause: error });
    return throwUnavailable(error);
  }
}

async function openAll(options: PostgresOptions, pools: Pools): Promise<PostgresStore> {
  const { width, log, clock, settings = '' } = options;
  const queue = await openPostgresQueue({ pool: pools.queue, width, log, clock });
  const store = createPostgresStore(pools.work, (record) => {
    const work = waitsForWork(record);
    return work && queue.statementFor(record.id, work.at);
  });
  const changes = createChanges();
  const ledgers = createLedgers(store, {
    changes,
    after: (record) => {
      const work = waitsForWork(record);
      if (work && work.at === undefined) queue.wake();
    },
  });
  const { ledger, notes } = ledgers;
  const settingsDiffer = async () => ((await notes.read('settings')) ?? settings) !== settings;
  if (await settingsDiffer())
    log.warn({}, 'another node on this database has, or had, other settings: compare their settings files');
  await notes.write('settings', settings);
  const stopWatching = watchOthers(store.rows, changes, { clock, log });
  const close = async () => {
    stopWatching();
    await Promise.all([store.close(), pools.queue.end()]);
  };
  const uploads = { ...ledgers.uploads, finish: finishInBatches(store.rows) };
  return { ...ledgers, ledger: { ...ledger, close }, uploads, queue, settingsDiffer };
}

/** Uploads that are completed at the same moment share a commit. */
function finishInBatches(run: Run): UploadLedger['finish'] {
  const finish = inBatches(async (whole: readonly { id: string; sha256: string; at: string }[]) => {
    const column = (name: 'id' | 'sha256' | 'at') => sql`${whole.map((upload) => upload[name])}::text[]`;
    const rows = await run<{
      id: string;
    }>(sql`update uploads set sha256 = whole.sha256, received = size, received_at = at
      from unnest(${column('id')}, ${column('sha256')}, ${column('at')}) as whole (id, sha256, at)
      where uploads.id = whole.id returning uploads.id`);
    return new Set(rows.map(({ id }) => id));
  });
  return async (id, sha256, at) => (await finish({ id, sha256, at: at.toISOString() })).has(id);
}

/** For a command beside the nodes: no queue, no schema changes. Throws WrongKind for a ledger of another kind. */
export async function openPostgresLedgers(connectionString: string, log: Log, owner: Owner): Promise<Ledgers> {
  const store = createPostgresStore(openPool(connectionString, log));
  try {
    await assertKind(store.rows, owner);
  } catch (error) {
    await store.close();
    throw error;
  }
  return createLedgers(store);
}
