import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { changeSchema, LISTENER_NAME, openPool } from '#server/adapters/postgres/connections.ts';
import { openPostgres, openPostgresLedgers, type PostgresStore } from '#server/adapters/postgres/open.ts';
import { openPostgresQueue, prepareQueue } from '#server/adapters/postgres/queue.ts';
import { POSTGRES_MIGRATIONS } from '#server/adapters/postgres/schema.ts';
import { migrate, type Tables } from '#server/adapters/sql/schema.ts';
import { created, failed, replaced, started, versioned } from '#server/submission/transitions.ts';
import { startCountingProxy } from '#tests/support/counting-proxy.ts';
import { startFaultProxy } from '#tests/support/fault-proxy.ts';
import { type Cluster, startPostgres } from '#tests/support/postgres.ts';
import { describeLedger } from './ledger.ts';
import { describePersons } from './persons.ts';
import { describeQueue } from './queue.ts';
import { describeRelays } from './relays.ts';
import { describeUpkeep } from './upkeep.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

let cluster: Cluster;
/** The ledger's database, emptied for each test: a new one costs a second. */
let ledgerDatabase: string;
beforeAll(async () => {
  cluster = await startPostgres();
  ledgerDatabase = await cluster.database();
});
afterAll(() => cluster.close());

/** A request that is counted late is counted together with the others all the same: how late is no matter here. */
const openOn = (connectionString: string) =>
  openPostgres({ connectionString, width: 4, log: silent, leaseMs: 3_000, countMs: 60_000 });

async function empty(connectionString: string): Promise<void> {
  const pool = openPool(connectionString, silent);
  await pool.query('truncate submissions, bodies, outputs, uploads, relays, retry_requests, ledger_facts, journal');
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

describeRelays('PostgreSQL', async () => {
  let store = await openOn(ledgerDatabase);
  await empty(ledgerDatabase);
  const opened = () => ({
    relays: store.relays,
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

describePersons('PostgreSQL', async () => {
  const store = await openOn(ledgerDatabase);
  await empty(ledgerDatabase);
  // As a command opens it, beside a node.
  const beside = await openPostgresLedgers(ledgerDatabase, silent, { kind: 'real', place: 'the database' });
  const dispose = async () => {
    await beside.ledger.close();
    await closing(store);
  };
  return { ...store, persons: beside.persons, stored: () => everyRow(ledgerDatabase), dispose };
});

/** Every row of every table of ours, the queue's among them. */
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
  const queue = await openPostgresQueue({ pool, width: 4, log: silent });
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

  test('tell each other of every change at once, and each watcher once', async () => {
    const record = fresh();
    const told: number[] = [];
    const second = Promise.withResolvers<void>();
    b.ledger.watch(record.id, ({ version }) => {
      told.push(version);
      if (version === 2) second.resolve();
    });
    await a.ledger.create(record, {});
    await a.ledger.save(versioned(record, NOW, started('preparing', NOW)));
    // Nobody asks for it anew: what is not told is never heard of.
    await second.promise;
    expect(told).toEqual([1, 2]);
  });

  test('tell of a change that is too large for a notice', async () => {
    const record = fresh();
    await a.ledger.create(record, {});
    const told = Promise.withResolvers<number | undefined>();
    b.ledger.watch(record.id, ({ version, stages }) => {
      if (version === 2) told.resolve(stages[0]?.error?.errors?.length);
    });
    const errors = Array.from({ length: 200 }, () => ({ field: 'x', technical: 'X', message: 'm'.repeat(60) }));
    const error = { code: 'X', message: 'x', errors };
    await a.ledger.save(versioned(record, NOW, failed('preparing', NOW, { error, unknown: false, held: false })));
    expect(await told.promise).toBe(200);
  });

  test('tell what was missed when the connection that listens was cut', async () => {
    const record = fresh();
    await a.ledger.create(record, {});
    const told = Promise.withResolvers<void>();
    b.ledger.watch(record.id, ({ version }) => {
      if (version === 2) told.resolve();
    });
    const pool = openPool(database, silent);
    const cut = 'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1';
    await pool.query(cut, [LISTENER_NAME]);
    await pool.end();
    await a.ledger.save(versioned(record, NOW, started('preparing', NOW)));
    await told.promise;
  });

  test('tell whoever watches of a write whose answer was lost, and find it when it is made again', async () => {
    const record = fresh();
    let isWritten = false;
    const link = await startFaultProxy(database);
    // The first statement that writes the record, and no other.
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

  test('let one of two that create the same submission, or save the same version, do so', async () => {
    const record = fresh();
    const creations = await Promise.all([a.ledger.create(record, {}), b.ledger.create(record, {})]);
    expect(creations.toSorted()).toEqual(['created', 'exists']);
    const next = versioned(record, NOW, started('preparing', NOW));
    const savings = await Promise.all([a.ledger.save(next), b.ledger.save(next)]);
    expect(savings.toSorted()).toEqual(['saved', 'superseded']);
  });

  test('give an Application ID to one of two that change to it at the same time', async () => {
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

  test('give a lock to one at a time, ask its holder to end, and refuse the writes of one that gave it up', async () => {
    const upload = 'a'.repeat(32);
    const never = new AbortController().signal;
    const [first, second] = [a.locks.newLock(upload), b.locks.newLock(upload)];
    const asked = Promise.withResolvers<void>();
    await first.lock(never, () => asked.resolve());
    await a.locks.assertHeld(upload);
    const waiting = second.lock(never, () => undefined);
    await asked.promise;
    await expect(b.locks.assertHeld(upload)).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    await first.unlock();
    await waiting;
    await b.locks.assertHeld(upload);
    await expect(a.locks.assertHeld(upload)).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    await second.unlock();
  });

  test('refuse the writes of one whose lock ran out and was given to the other, and ask it to end', async () => {
    const upload = 'c'.repeat(32);
    const never = new AbortController().signal;
    const [first, second] = [a.locks.newLock(upload), b.locks.newLock(upload)];
    const asked = Promise.withResolvers<void>();
    await first.lock(never, () => asked.resolve());
    // As after a pause of the whole node that was longer than the lock lasts.
    const pool = openPool(database, silent);
    await pool.query('update leases set expires_at = clock_timestamp() where name = $1', [`upload:${upload}`]);
    await pool.end();
    await second.lock(never, () => undefined);
    await expect(a.locks.assertHeld(upload)).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    await asked.promise;
    await Promise.all([first.unlock(), second.unlock()]);
  });

  test('know of a lock whether another node has had it before, until what it was for is done', async () => {
    const upload = 'e'.repeat(32);
    const turn = async ({ locks }: PostgresStore, isWhole?: boolean) => {
      const lock = locks.newLock(upload);
      await lock.lock(new AbortController().signal, () => undefined);
      const isUntouched = locks.isUntouched(upload);
      await lock.unlock(isWhole);
      return isUntouched;
    };
    expect(await turn(a)).toBe(true);
    expect([await turn(b), await turn(a), await turn(a, true)]).toEqual([false, false, false]);
    expect(await turn(b, true)).toBe(true);
  });

  test('count a client’s requests together', async () => {
    const [one, other] = [a.rateLimiter(3), b.rateLimiter(3)];
    for (const limiter of [one, other, one]) await limiter.consume('192.0.2.1');
    await expect(other.consume('192.0.2.1')).rejects.toMatchObject({ remainingPoints: 0 });
    await other.consume('192.0.2.2');
  });

  test('count a client that is far from the limit without asking, and together all the same a moment later', async () => {
    const link = await startCountingProxy(database);
    const far = await openOn(link.url);
    const [one, other] = [far.rateLimiter(200), b.rateLimiter(200)];
    link.take();
    for (let i = 0; i < 10; i += 1) await one.consume('192.0.2.6');
    const key = 'client:192.0.2.6';
    const pool = openPool(database, silent);
    const settled = async () => (await pool.query('select points from request_counts where key = $1', [key])).rows;
    await vi.waitFor(async () => expect(await settled()).toEqual([{ points: 10 }]), { timeout: 20_000 });
    const asked = link.take().filter((statement) => statement.includes('INTO "request_counts"'));
    expect(asked.length).toBeLessThan(10);
    // Near the limit each is counted before it is let in.
    await other.consume('192.0.2.6', 170);
    for (let i = 0; i < 20; i += 1) await one.consume('192.0.2.6', 1);
    await expect(one.consume('192.0.2.6')).rejects.toMatchObject({ remainingPoints: 0 });
    await expect(other.consume('192.0.2.6')).rejects.toMatchObject({ remainingPoints: 0 });
    await pool.end();
    await closing(far);
    await link.close();
  });

  test('count on where another node starts, whose clock is a second behind', async () => {
    const first = a.rateLimiter(2);
    await first.consume('192.0.2.4');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 1000 });
    try {
      await b.rateLimiter(2).consume('192.0.2.5');
    } finally {
      vi.useRealTimers();
    }
    await expect(first.consume('192.0.2.4')).resolves.toMatchObject({ remainingPoints: 0 });
  });

  test('count anew where a clock was set back: nobody stays shut out for the hours between', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 3_600_000 });
    try {
      const before = a.rateLimiter(1);
      await before.consume('192.0.2.3');
      await expect(before.consume('192.0.2.3')).rejects.toMatchObject({ remainingPoints: 0 });
    } finally {
      vi.useRealTimers();
    }
    await b.rateLimiter(1).consume('192.0.2.3');
  });

  test('take over a lock that seems to last for hours, since the database’s clock was set back', async () => {
    const upload = 'b'.repeat(32);
    const pool = openPool(database, silent);
    await pool.query(
      `insert into leases (name, token, expires_at)
       values ($1, nextval('lease_tokens'), clock_timestamp() + interval '3 hours')`,
      [`upload:${upload}`],
    );
    await pool.end();
    const lock = a.locks.newLock(upload);
    await lock.lock(new AbortController().signal, () => undefined);
    await a.locks.assertHeld(upload);
    await lock.unlock();
  });

  test('work on what either wrote, each submission on one of them', async () => {
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
  test('may be newer than a node that starts: it leaves it alone and works with it', async () => {
    const database = await cluster.database();
    await closing(await openOn(database));
    const pool = openPool(database, silent);
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    const later = {
      up: async (target: Kysely<unknown>) => {
        await target.schema
          .alterTable('submissions')
          .addColumn('campus', 'text', (column) => column.notNull().defaultTo('Melbourne'))
          .execute();
      },
    };
    await migrate(db, { ...POSTGRES_MIGRATIONS, '900-campus': later });
    const older = await openOn(database);
    const record = fresh();
    expect(await older.ledger.create(record, {})).toBe('created');
    expect(await older.ledger.find(record.id)).toEqual(record);
    await closing(older);
    await db.destroy();
  });

  test('has a job for an application if and only if it has the application', async () => {
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
    // The other way round, at the first write and at one that asks for a later time.
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
