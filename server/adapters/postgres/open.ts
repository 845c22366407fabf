import { Kysely, PostgresDialect } from 'kysely';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Ledger } from '../../ports/ledger.ts';
import type { Log } from '../../ports/log.ts';
import type { Upkeep } from '../../ports/upkeep.ts';
import type { UploadLedger } from '../../ports/upload-ledger.ts';
import { createChanges } from '../sql/changes.ts';
import { waitsForWork } from '../sql/due.ts';
import { assertKind, type Claim, migrateAs } from '../sql/kind.ts';
import { createSqlLedger } from '../sql/ledger.ts';
import type { Tables } from '../sql/schema.ts';
import { createSqlUpkeep } from '../sql/upkeep.ts';
import { createSqlUploadLedger } from '../sql/uploads.ts';
import { createChangeNotices, SUBMISSION_CHANGED } from './changes.ts';
import { createLeases, LEASE_WANTED } from './leases.ts';
import { listen } from './listener.ts';
import { openPool } from './pool.ts';
import { openPostgresQueue, type PostgresQueue } from './queue.ts';
import { POSTGRES_MIGRATIONS } from './schema.ts';
import { createPostgresStore } from './store.ts';
import { createUploadLocks, type UploadLocks } from './upload-locks.ts';

export interface PostgresStore {
  readonly ledger: Ledger;
  readonly uploads: UploadLedger;
  readonly upkeep: Upkeep;
  readonly queue: PostgresQueue;
  readonly locks: UploadLocks;
  /** Counts requests for all nodes together; for itself alone while the database cannot be reached. */
  rateLimiter(perMinute: number): RateLimiterAbstract;
}

export interface PostgresOptions {
  readonly connectionString: string;
  /** Submissions that this node works on at once. */
  readonly width: number;
  readonly log: Log;
  /** How long a node's lock of an upload outlives the node, in milliseconds. */
  readonly leaseMs?: number;
  /** Whose the ledger has to be. */
  readonly claim?: Claim;
}

/** Opens what nodes share in PostgreSQL and brings its schema up to date. The ledger's `close` closes all of it.
 * Throws WrongKind where the claim does not fit. */
export async function openPostgres(options: PostgresOptions): Promise<PostgresStore> {
  const { connectionString, width, log, leaseMs = 10_000, claim } = options;
  const pool = openPool(connectionString, log);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrateAs(db, claim, POSTGRES_MIGRATIONS);
    const queue = await openPostgresQueue({ pool, width, log });
    const leases = createLeases({ pool, lifeMs: leaseMs });
    await leases.tidy();
    const locks = createUploadLocks({ leases, lifeMs: leaseMs, waitMs: 30_000, log });
    const changes = createChanges();
    const notices = createChangeNotices({
      changes,
      find: (id) => ledger.find(id),
      wake: () => queue.wake(),
      onError: (err) => log.warn({ err }, 'a change cannot be read'),
    });
    const store = createPostgresStore(db, async (trx, record) => {
      const work = waitsForWork(record);
      if (work) await queue.enqueue(trx, record.id, { ...work, isNew: record.version === 1 });
      await notices.send(trx, record);
    });
    const ledger = createSqlLedger(store, changes);
    const listener = await listen({
      connectionString,
      channels: { [SUBMISSION_CHANGED]: notices.receive, [LEASE_WANTED]: locks.wanted },
      onReconnect: notices.catchUp,
      log,
    });
    const close = async () => {
      await listener.close();
      await store.close();
    };
    return {
      ledger: { ...ledger, close },
      uploads: createSqlUploadLedger(store),
      upkeep: createSqlUpkeep(store),
      queue,
      locks,
      rateLimiter: (perMinute) => createRateLimiter(pool, perMinute),
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/**
 * The ledgers alone, for a command beside the nodes: no queue, no schema changes. The ledger's `close` closes all. Throws
 * WrongKind where the claim does not fit.
 */
export async function openPostgresLedgers(
  connectionString: string,
  log: Log,
  claim: Claim,
): Promise<Pick<PostgresStore, 'ledger' | 'uploads' | 'upkeep'>> {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool(connectionString, log) }) });
  try {
    await assertKind(db, claim);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const store = createPostgresStore(db);
  const ledger = createSqlLedger(store, createChanges());
  return { ledger, uploads: createSqlUploadLedger(store), upkeep: createSqlUpkeep(store) };
}

function createRateLimiter(pool: object, perMinute: number): RateLimiterAbstract {
  const rule = { points: perMinute, duration: 60 };
  return new RateLimiterPostgres({
    ...rule,
    storeClient: pool,
    storeType: 'pool',
    tableName: 'request_counts',
    tableCreated: true,
    clearExpiredByTimeout: true,
    keyPrefix: 'client',
    // Whoever is over the limit is refused without asking the database again.
    inMemoryBlockOnConsumed: perMinute + 1,
    insuranceLimiter: new RateLimiterMemory(rule),
  });
}
