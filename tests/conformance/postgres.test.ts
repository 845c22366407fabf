/** @module-tag slow */
import { randomUUID } from 'node:crypto';
import { getRollbackPlans } from 'pg-boss';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { changeSchema, openPool } from '#server/adapters/postgres/connections.ts';
import { openPostgres, openPostgresLedgers, type PostgresStore } from '#server/adapters/postgres/open.ts';
import { openPostgresQueue, prepareQueue } from '#server/adapters/postgres/queue.ts';
import { POSTGRES_MIGRATIONS } from '#server/adapters/postgres/schema.ts';
import { migrate } from '#server/adapters/sql/schema.ts';
import { systemClock } from '#server/adapters/system-clock.ts';
import type { NoteName } from '#server/ports/ledger-notes.ts';
import { created, failed, replaced, started, versioned } from '#server/submission/transitions.ts';
import { startFaultProxy } from '#tests/support/fault-proxy.ts';
import { type Cluster, startPostgres } from '#tests/support/postgres.ts';
import { describeLedger } from './ledger.ts';
import { describePersons } from './persons.ts';
import { describeQueue } from './queue.ts';
import { describeTransfers } from './transfers.ts';
import { describeUpkeep } from './upkeep.ts';
import { describeUploadRegister } from './upload-register.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

let cluster: Cluster;
/** The ledger's database, emptied for each test because a new one takes a second. */
let ledgerDatabase: string;
beforeAll(async () => {
  cluster = await startPostgres();
  ledgerDatabase = await cluster.database();
});
afterAll(() => cluster.close());

const openOn = (connectionString: string) =>
  openPostgres({ connectionString, width: 4, log: silent, clock: systemClock });

async function empty(connectionString: string): Promise<void> {
  const pool = openPool(connectionString, silent);
  await pool.query(
    'truncate submissions, bodies, outputs, uploads, upload_counts, relays, retry_requests, ledger_facts, journal',
  );
  await pool.end();
}

async function closing({ queue, ledger }: PostgresStore): Promise<void> {
  await queue.drain(1000);
  await ledger.close();
}

describeLedger('PostgreSQL', async () => {
  let store = await openOn(ledgerDatabase);
  await empty(ledgerDatabase);
  const opened = () => ({
    ledger: store.ledger,
    uploads: store.uploads,
    reopen: async () => {
      await closing(store);
      store = await openOn(ledgerDatabase);
      return opened();
    },
    dispose: () => closing(store),
  });
  return opened();
});

describeTransfers('PostgreSQL', async () => {
  let store = await openOn(ledgerDatabase);
  await empty(ledgerDatabase);
  const opened = () => ({
    transfers: store.transfers,
    reopen: async () => {
      await closing(store);
      store = await openOn(ledgerDatabase);
      return opened();
    },
    dispose: () => closing(store),
  });
  return opened();
});

describeUpkeep('PostgreSQL', async () => {
  const store = await openOn(ledgerDatabase);
  await empty(ledgerDatabase);
  return { ...store, stored: () => everyRow(ledgerDatabase), dispose: () => closing(store) };
});

describeUploadRegister('PostgreSQL', async () => {
  const store = await openOn(ledgerDatabase);
  await empty(ledgerDatabase);
  return { ...store, dispose: () => closing(store) };
});

describePersons('PostgreSQL', async () => {
  const store = await openOn(ledgerDatabase);
  await empty(ledgerDatabase);
  // As a command opens it, next to a node.
  const beside = await openPostgresLedgers(ledgerDatabase, silent, { kind: 'real', place: 'the database' });
  const dispose = async () => {
    await beside.ledger.close();
    await closing(store);
  };
  return { ...store, persons: beside.persons, stored: () => everyRow(ledgerDatabase), dispose };
});

/** Every row of our tables, including the queue's. */
async function everyRow(connectionString: string): Promise<string> {
  const pool = openPool(connectionString, silent);
  const tables = ['submissions', 'bodies', 'outputs', 'uploads', 'relays', 'retry_requests', 'journal', 'pgboss.job'];
  const rows = await Promise.all(tables.map((table) => pool.query(`select * from ${table}`)));
  await pool.end();
  return JSON.stringify(rows.map(({ rows }) => rows));
}

describeQueue('PostgreSQL', async () => {
  const database = await cluster.database();
  await changeSchema(database, prepareQueue);
  const pool = openPool(database, silent);
  const queue = await openPostgresQueue({ pool, width: 4, log: silent, clock: systemClock });
  return {
    queue,
    dispose: async () => {
      await queue.drain(1000);
      await pool.end();
    },
  };
});

const NOW = new Date();
const fresh = () =>
  created({
    id: randomUUID(),
    kind: 'student',
    digest: 'd'.repeat(64),
    now: NOW,
    offerId: `OFFER_${randomUUID()}`,
  });

describe('two nodes on one PostgreSQL', () => {
  let database: string;
  let a: PostgresStore;
  let b: PostgresStore;
  beforeAll(async () => {
    database = await cluster.database();
    // Both at once on an empty database: one migrates, the other waits.
    [a, b] = await Promise.all([openOn(database), openOn(database)]);
  });
  afterAll(() => Promise.all([closing(a), closing(b)]));

  test('see the other’s newest change, and each of their own immediately', async () => {
    const record = fresh();
    await a.ledger.create(record, {});
    const [own, others]: [number[], number[]] = [[], []];
    const seen = Promise.withResolvers<void>();
    a.ledger.watch(record.id, ({ version }) => own.push(version));
    b.ledger.watch(record.id, ({ version }) => {
      others.push(version);
      if (version === 2) seen.resolve();
    });
    await a.ledger.save(versioned(record, NOW, started('preparing', NOW)));
    expect(own).toContain(2);
    await seen.promise;
    expect(others.toSorted()).toEqual(others);
    expect(new Set(others).size).toBe(others.length);
  });

  test('see what was written while the watcher’s connections were cut', async () => {
    const record = fresh();
    await a.ledger.create(record, {});
    const seen = Promise.withResolvers<void>();
    b.ledger.watch(record.id, ({ version }) => {
      if (version === 2) seen.resolve();
    });
    const pool = openPool(database, silent);
    const cut =
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
    await pool.query(cut);
    await pool.end();
    const next = versioned(record, NOW, started('preparing', NOW));
    // A cut connection fails only at its next use.
    await vi.waitFor(async () => expect(['saved', 'superseded']).toContain(await a.ledger.save(next)), {
      timeout: 20_000,
    });
    await seen.promise;
  });

  test('find a write whose answer was lost when they repeat it', async () => {
    const record = fresh();
    let isWritten = false;
    const link = await startFaultProxy(database);
    // Only the first statement that writes the record.
    const to = (bytes: Buffer) => {
      const isIt = !isWritten && bytes.includes(record.id) && bytes.includes('insert');
      isWritten ||= isIt;
      return isIt;
    };
    link.set({ kind: 'lose-reply', to });
    const through = Object.assign(new URL(database), { port: new URL(link.url).port });
    const far = await openOn(through.href);
    const told = Promise.withResolvers<number>();
    far.ledger.watch(record.id, ({ version }) => told.resolve(version));
    await expect(far.ledger.create(record, {})).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await told.promise).toBe(1);
    expect(await far.ledger.create(record, {})).toBe('exists');
    await closing(far);
    await link.close();
  });

  test('allow one of two writers to create the same submission, or to save the same version', async () => {
    const record = fresh();
    const creations = await Promise.all([a.ledger.create(record, {}), b.ledger.create(record, {})]);
    expect(creations.toSorted()).toEqual(['created', 'exists']);
    const next = versioned(record, NOW, started('preparing', NOW));
    const savings = await Promise.all([a.ledger.save(next), b.ledger.save(next)]);
    expect(savings.toSorted()).toEqual(['saved', 'superseded']);
  });

  test('commit uploads together that become complete at the same time', async () => {
    const made = Array.from({ length: 5 }, () => ({
      id: randomUUID().replaceAll('-', ''),
      ...{ draftId: randomUUID(), slot: 'cv', name: 'a.pdf', type: 'application/pdf', size: 5 },
      createdAt: NOW.toISOString(),
    }));
    for (const upload of made) await a.uploads.add(upload);
    await Promise.all(made.map(({ id }) => a.uploads.finish(id, 'f'.repeat(64), NOW)));
    const pool = openPool(database, silent);
    const { rows } = await pool.query(
      'select count(distinct xmin::text)::integer as commits from uploads where sha256 is not null and id = any($1)',
      [made.map(({ id }) => id)],
    );
    await pool.end();
    expect(rows).toEqual([{ commits: 1 }]);
  });

  test('give an Application ID to one of two submissions that change to it at the same time', async () => {
    const applicationId = 'AGT-2026-AB12CD-654321';
    const [one, other] = [fresh(), fresh()];
    await a.ledger.create(one, {});
    await b.ledger.create(other, {});
    const change = (record: typeof one) => versioned(record, NOW, replaced('another body', applicationId));
    const savings = await Promise.all([
      a.ledger.save(change(one), { body: {} }),
      b.ledger.save(change(other), { body: {} }),
    ]);
    expect(savings.toSorted()).toEqual(['application-id-taken', 'saved']);
  });

  test('share the work: each submission runs on one of them, regardless of its writer', async () => {
    const records = Array.from({ length: 12 }, fresh);
    const seen: string[] = [];
    const all = Promise.withResolvers<void>();
    const work = async (id: string) => {
      if (records.some((record) => record.id === id)) seen.push(id);
      if (new Set(seen).size === records.length) all.resolve();
    };
    a.queue.start(work);
    b.queue.start(work);
    await Promise.all(records.map((record, i) => (i % 2 ? a : b).ledger.create(record, {})));
    await all.promise;
    expect(seen).toHaveLength(12);
  });
});

describe('the schema of several nodes', () => {
  test('may be newer than a starting node, which uses it unchanged', async () => {
    const database = await cluster.database();
    await closing(await openOn(database));
    const pool = openPool(database, silent);
    const client = await pool.connect();
    const later = ["alter table submissions add column campus text not null default 'Melbourne'"];
    await migrate({
      run: async ({ text, values }) => (await client.query(text, values)).rows,
      begin: 'begin',
      migrations: { ...POSTGRES_MIGRATIONS, '900-campus': later },
    });
    const older = await openOn(database);
    const record = fresh();
    expect(await older.ledger.create(record, {})).toBe('created');
    expect(await older.ledger.find(record.id)).toEqual(record);
    await closing(older);
    client.release();
    await pool.end();
  });

  test('is marked as real by a server only, not by a command', async () => {
    const database = await cluster.database();
    await closing(await openOn(database));
    const { ledger, notes } = await openPostgresLedgers(database, silent, { kind: 'demo', place: 'The database' });
    expect(await notes.read('kind' as NoteName)).toBeUndefined();
    await ledger.close();
  });

  test('is changed by statements without a timeout that wait at most three seconds for a lock', async () => {
    const database = await cluster.database();
    const limits: string[] = [];
    let timers = 0;
    await changeSchema(database, async (client) => {
      for (const name of ['statement_timeout', 'lock_timeout']) {
        limits.push((await client.query(`show ${name}`)).rows[0][name]);
      }
      // The driver's own timeout would add a timer to each statement.
      const timer = vi.spyOn(globalThis, 'setTimeout');
      await client.query('select 1');
      timers = timer.mock.calls.length;
      timer.mockRestore();
    });
    expect([limits, timers]).toEqual([['0', '3s'], 0]);
  });

  test('gets a missing or half-built index while applications are written', async () => {
    const database = await cluster.database();
    const node = await openOn(database);
    const pool = openPool(database, silent);
    await pool.query('drop index submissions_client');
    await pool.query('update pg_index set indisvalid = false where indexrelid = $1::regclass', ['uploads_active']);
    const writing = await pool.connect();
    await writing.query("begin; insert into probes values ('a write that takes long', '')");
    await writing.query('lock table submissions in row exclusive mode');
    const opening = openOn(database);
    const building =
      "select 1 from pg_stat_activity where query like 'create index concurrently%' and state = 'active'";
    await expect.poll(async () => (await pool.query(building)).rowCount).toBe(1);
    expect(await node.ledger.create(fresh(), {})).toBe('created');
    await writing.query('commit');
    writing.release();
    await closing(await opening);
    const valid = 'select relname as name from pg_index join pg_class on pg_class.oid = indexrelid where indisvalid';
    const names = (await pool.query<{ name: string }>(valid)).rows.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['submissions_client', 'uploads_active']));
    await closing(node);
    await pool.end();
  });

  test('may have a newer pg-boss than a starting node, which uses it unchanged', async () => {
    const database = await cluster.database();
    await closing(await openOn(database));
    const pool = openPool(database, silent);
    await pool.query('update pgboss.version set version = 999');
    const older = await openOn(database);
    const record = fresh();
    const taken = Promise.withResolvers<string>();
    older.queue.start(async (id) => taken.resolve(id));
    await older.ledger.create(record, {});
    expect(await taken.promise).toBe(record.id);
    await closing(older);
    expect((await pool.query('select version from pgboss.version')).rows).toEqual([{ version: 999 }]);
    await pool.end();
  });

  test('may have an older pg-boss than a starting node, which migrates it with its jobs', async () => {
    const database = await cluster.database();
    const first = await openOn(database);
    const record = fresh();
    await first.ledger.create(record, {});
    await closing(first);
    const pool = openPool(database, silent);
    const { rows } = await pool.query<{ version: number }>('select version from pgboss.version');
    const version = rows[0]?.version ?? 0;
    await pool.query(getRollbackPlans('pgboss', version));
    expect((await pool.query('select version from pgboss.version')).rows).toEqual([{ version: version - 1 }]);
    const newer = await openOn(database);
    const taken = Promise.withResolvers<string>();
    newer.queue.start(async (id) => taken.resolve(id));
    expect(await taken.promise).toBe(record.id);
    await closing(newer);
    expect((await pool.query('select version from pgboss.version')).rows).toEqual([{ version }]);
    await pool.end();
  });

  test('retries failed work with growing delays, even in a queue of an earlier release', async () => {
    const database = await cluster.database();
    await closing(await openOn(database));
    const pool = openPool(database, silent);
    await pool.query('update pgboss.queue set retry_backoff = false, retry_delay_max = null');
    const node = await openOn(database);
    await node.ledger.create(fresh(), {});
    const options = 'select retry_backoff, retry_delay_max from pgboss.job where name = $1';
    const { rows } = await pool.query(options, ['submissions']);
    expect(rows).toEqual([{ retry_backoff: true, retry_delay_max: 60 }]);
    await closing(node);
    await pool.end();
  });

  test('knows which unfinished applications have no job', async () => {
    const database = await cluster.database();
    const node = await openOn(database);
    const record = fresh();
    await node.ledger.create(record, {});
    expect(await node.queue.forgotten?.()).toEqual([]);
    const pool = openPool(database, silent);
    await pool.query('delete from pgboss.job');
    expect(await node.queue.forgotten?.()).toEqual([{ id: record.id }]);
    await closing(node);
    await pool.end();
  });

  test('delays a job by the node’s own clock, regardless of the database’s', async () => {
    const database = await cluster.database();
    const behind = 20 * 60_000;
    const clock = { ...systemClock, now: () => new Date(Date.now() - behind) };
    const node = await openPostgres({ connectionString: database, width: 4, log: silent, clock });
    const record = fresh();
    await node.ledger.create(record, {});
    const pool = openPool(database, silent);
    await pool.query('delete from pgboss.job');
    const error = { code: 'X', message: 'x' };
    const retryAt = new Date(clock.now().getTime() + 600_000);
    await node.ledger.save(
      versioned(record, clock.now(), failed('preparing', clock.now(), { error, unknown: false, held: false, retryAt })),
    );
    const waits = `select extract(epoch from start_after - created_on)::float as seconds from pgboss.job`;
    const [row] = (await pool.query<{ seconds: number }>(waits)).rows;
    expect(row?.seconds).toBeGreaterThan(300);
    await closing(node);
    await pool.end();
  });

  test('has a job exactly if it has the application', async () => {
    const database = await cluster.database();
    const node = await openOn(database);
    const pool = openPool(database, silent);
    const jobs = async () => (await pool.query('select 1 from pgboss.job where name = $1', ['submissions'])).rowCount;
    const [taken, refused] = [fresh(), fresh()];
    await node.ledger.create(taken, {});
    expect(await jobs()).toBe(1);
    await pool.query('alter table bodies add constraint no_bodies check (false) not valid');
    await expect(node.ledger.create(refused, {})).rejects.toThrow('no_bodies');
    expect(await jobs()).toBe(1);
    expect(await node.ledger.find(refused.id)).toBeUndefined();
    // The reverse, at the first write and at one that asks for a later time.
    await pool.query('alter table bodies drop constraint no_bodies');
    await pool.query('alter table pgboss.job add constraint no_jobs check (false) not valid');
    await expect(node.ledger.create(refused, {})).rejects.toThrow('no_jobs');
    expect(await node.ledger.find(refused.id)).toBeUndefined();
    const error = { code: 'X', message: 'x' };
    const later = { error, unknown: false, held: false, retryAt: new Date(NOW.getTime() + 60_000) };
    await expect(node.ledger.save(versioned(taken, NOW, failed('preparing', NOW, later)))).rejects.toThrow('no_jobs');
    expect(await node.ledger.find(taken.id)).toEqual(taken);
    await pool.query('alter table pgboss.job drop constraint no_jobs');
    expect(await node.ledger.create(refused, {})).toBe('created');
    expect(await jobs()).toBe(2);
    await closing(node);
    await pool.end();
  });
});
