import { randomBytes } from 'node:crypto';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type pg from 'pg';
import type { Clock } from '../../ports/clock.ts';
import type { Ledger } from '../../ports/ledger.ts';
import type { Log } from '../../ports/log.ts';
import type { PersonalData } from '../../ports/personal-data.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import type { RelayLedger } from '../../ports/relay-ledger.ts';
import type { TimeMarks } from '../../ports/time-marks.ts';
import type { Upkeep } from '../../ports/upkeep.ts';
import type { UploadLedger } from '../../ports/upload-ledger.ts';
import { createChanges, waitsForWork } from '../sql/changes.ts';
import { assertKind, type Claim, migrateAs } from '../sql/kind.ts';
import { createSqlLedger } from '../sql/ledger.ts';
import { createSqlPersonalData } from '../sql/personal-data.ts';
import { createSqlRelayLedger } from '../sql/relays.ts';
import type { Tables } from '../sql/schema.ts';
import { createSqlTimeMarks } from '../sql/time-marks.ts';
import { createSqlUpkeep } from '../sql/upkeep.ts';
import { createSqlUploadLedger } from '../sql/uploads.ts';
import { createChangeNotices, SUBMISSION_CHANGED } from './changes.ts';
import { CONNECTIONS, changeSchema, openPool, poolOfOne, throwUnavailable } from './connections.ts';
import { type DatabaseClock, followDatabaseClock } from './database-clock.ts';
import { createLeases, LEASE_WANTED } from './leases.ts';
import { POSTGRES_LIMITS } from './limits.ts';
import { listen } from './listener.ts';
import { type Fingerprint, joinNodes } from './node-register.ts';
import { openPostgresQueue, type PostgresQueue, prepareQueue } from './queue.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { POSTGRES_MIGRATIONS } from './schema.ts';
import { createPostgresStore } from './store.ts';
import { createUploadLocks, type UploadLocks } from './upload-locks.ts';
import { claimPlace, type UploadsPlace } from './uploads-place.ts';

export interface PostgresStore {
  readonly ledger: Ledger;
  readonly uploads: UploadLedger;
  readonly relays: RelayLedger;
  readonly upkeep: Upkeep;
  readonly marks: TimeMarks;
  readonly queue: PostgresQueue;
  readonly locks: UploadLocks;
  /** The database's time of day. */
  readonly clock: Clock;
  /** Counts requests for all nodes together; for itself alone while the database cannot be reached. */
  rateLimiter(perMinute: number): RateLimiter;
}

export interface PostgresOptions {
  readonly connectionString: string;
  /** Submissions that this node works on at once. */
  readonly width: number;
  readonly log: Log;
  /** The machine's; its time of day is not believed. */
  readonly clock?: Clock | undefined;
  /** What every node must have alike, made with the database's own salt. */
  readonly fingerprint?: ((salt: string) => Fingerprint) | undefined;
  /** How long a node's lock of an upload outlives the node, in milliseconds. */
  readonly leaseMs?: number;
  /** Whose the ledger has to be. */
  readonly claim?: Claim;
  /** Where this node keeps documents: the same place for all nodes. */
  readonly uploadsPlace?: UploadsPlace | undefined;
  /** How long counting a request may take, where that differs from `POSTGRES_LIMITS`; in milliseconds. */
  readonly countMs?: number;
}

/**
 * Opens what nodes share in PostgreSQL and brings its schema up to date. The ledger's `close` closes all of it. Rejects
 * with UNAVAILABLE where the database cannot be reached, and leaves nothing open then; throws WrongKind where the claim
 * does not fit, and OtherPlace where other nodes keep documents elsewhere.
 */
export async function openPostgres(options: PostgresOptions): Promise<PostgresStore> {
  const { connectionString, log, claim } = options;
  const pools = {
    work: openPool(connectionString, log),
    leases: openPool(connectionString, log, CONNECTIONS.leases),
    queue: openPool(connectionString, log, CONNECTIONS.queue),
  };
  try {
    // With the short limits: a database that does not answer is not given the time that a change of the schema has.
    await pools.work.query('select 1');
    await changeSchema(connectionString, async (client) => {
      await migrateAs(kyselyOn(poolOfOne(client)), claim, POSTGRES_MIGRATIONS);
      await prepareQueue(client);
    });
    if (options.uploadsPlace) await claimPlace(pools.work, options.uploadsPlace);
    const print = options.fingerprint?.(await saltOf(pools.work));
    const node = print && (await joinNodes(pools.leases, print, options));
    const time = await followDatabaseClock(pools.work, options);
    const end = async () => {
      time.stop();
      await node?.leave();
    };
    const mayWork = async () => node?.assertMember();
    return await openAll(options, pools, { clock: time.clock, mayWork, end }).catch(async (error) => {
      await end();
      throw error;
    });
  } catch (error) {
    // Not waited for: connections to a database that hangs may take as long to end.
    for (const pool of Object.values(pools)) pool.end().catch(() => undefined);
    return throwUnavailable(error);
  }
}

async function openAll(
  { connectionString, width, log, leaseMs = 10_000, countMs = POSTGRES_LIMITS.countMs }: PostgresOptions,
  pools: Readonly<Record<keyof typeof CONNECTIONS, pg.Pool>>,
  node: { readonly clock: Clock; mayWork(): Promise<void>; end(): Promise<void> },
): Promise<PostgresStore> {
  const pool = pools.work;
  const { clock, mayWork } = node;
  const queue = await openPostgresQueue({ pool: pools.queue, width, log, mayWork });
  const leases = createLeases({ pool: pools.leases, lifeMs: leaseMs });
  await leases.tidy();
  const locks = createUploadLocks({ leases, lifeMs: leaseMs, waitMs: 30_000, log });
  const changes = createChanges();
  const notices = createChangeNotices({
    changes,
    find: (id) => ledger.find(id),
    wake: () => queue.wake(),
    onError: (err) => log.warn({ err }, 'a change cannot be read'),
  });
  const store = createPostgresStore(pool, kyselyOn(pool), {
    mayWrite: mayWork,
    notice: notices.noticeOf,
    job: (record) => {
      const work = waitsForWork(record);
      if (work === undefined) return undefined;
      if (record.version === 1 && work.at === undefined) return { statement: () => queue.statementFor(record.id) };
      return { add: (client) => queue.enqueue(client, record.id, work.at) };
    },
    uncertain: notices.uncertain,
  });
  const ledger = createSqlLedger(store, changes);
  const listener = await listen({
    connectionString,
    channels: { [SUBMISSION_CHANGED]: notices.receive, [LEASE_WANTED]: locks.wanted },
    onReconnect: notices.catchUp,
    log,
  });
  const close = async () => {
    await node.end();
    await listener.close();
    await Promise.all([store.close(), pools.leases.end(), pools.queue.end()]);
  };
  return {
    ledger: { ...ledger, close },
    uploads: createSqlUploadLedger(store),
    relays: createSqlRelayLedger(store),
    upkeep: createSqlUpkeep(store),
    marks: createSqlTimeMarks(store),
    queue,
    locks,
    clock,
    rateLimiter: (perMinute) => createRateLimiter(pool, perMinute, { ...POSTGRES_LIMITS, countMs }),
  };
}

/** The same for all nodes of a database, and of no other. */
async function saltOf(pool: pg.Pool): Promise<string> {
  const name = 'fingerprint-salt';
  const values = [name, randomBytes(16).toString('hex')];
  await pool.query('insert into ledger_facts (name, value) values ($1, $2) on conflict (name) do nothing', values);
  const { rows } = await pool.query<{ value: string }>('select value from ledger_facts where name = $1', [name]);
  return rows[0]?.value ?? '';
}

const kyselyOn = (pool: PostgresPool) => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

/**
 * The ledgers alone, for a command beside the nodes: no queue, no schema changes. The ledger's `close` closes all. Throws
 * WrongKind where the claim does not fit.
 */
export async function openPostgresLedgers(
  connectionString: string,
  log: Log,
  claim: Claim,
): Promise<
  Pick<PostgresStore, 'ledger' | 'uploads' | 'upkeep' | 'marks' | 'clock'> & { readonly persons: PersonalData }
> {
  const pool = openPool(connectionString, log);
  const db = kyselyOn(pool);
  let time: DatabaseClock;
  try {
    await assertKind(db, claim);
    time = await followDatabaseClock(pool, { log });
  } catch (error) {
    await pool.end();
    throw error;
  }
  const store = createPostgresStore(pool, db);
  const ledger = createSqlLedger(store, createChanges());
  const close = async () => {
    time.stop();
    await ledger.close();
  };
  return {
    ledger: { ...ledger, close },
    clock: time.clock,
    uploads: createSqlUploadLedger(store),
    upkeep: createSqlUpkeep(store),
    marks: createSqlTimeMarks(store),
    persons: createSqlPersonalData(store),
  };
}
