/** @module-tag slow */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPostgres, type PostgresStore } from '#server/adapters/postgres/open.ts';
import { systemClock } from '#server/adapters/system-clock.ts';
import type { Clock } from '#server/ports/clock.ts';
import { type Cluster, startPostgres } from '#tests/support/postgres.ts';

let cluster: Cluster;
/** New for each test: what one leaves in the queue no node of the next one takes. */
let database: string;
let operator: pg.Client;
const stores: PostgresStore[] = [];
beforeAll(async () => {
  cluster = await startPostgres();
});
beforeEach(async () => {
  database = await cluster.database();
  operator = new pg.Client(database);
  await operator.connect();
});
afterEach(async () => {
  for (const { queue, ledger } of stores.splice(0)) {
    await queue.drain(1000);
    await ledger.close();
  }
  await operator.end();
});
afterAll(() => cluster.close());

/** As if every node that is entered had been silent for too long. */
const runOut = () => operator.query(`update nodes set expires_at = clock_timestamp() - interval '1 second'`);

/** A clock that stands still, and calls nobody until it is moved. */
function heldClock() {
  let movedMs = 0;
  let due: (() => void)[] = [];
  const clock: Clock = {
    ...systemClock,
    monotonic: () => movedMs,
    after: (_ms, work) => {
      due.push(work);
      return () => undefined;
    },
  };
  const move = (ms: number) => {
    movedMs += ms;
    const calling = due;
    due = [];
    for (const work of calling) work();
  };
  const pass = (ms: number) => {
    movedMs += ms;
  };
  return { clock, move, pass };
}

/** The part of a node that shares the database, and the submissions that it was given work on. */
async function open(fileWorkflow: string, clock: Clock) {
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const fingerprint = () => ({ FILE_WORKFLOW_URL: fileWorkflow });
  const store = await openPostgres({ connectionString: database, width: 8, log: silent, clock, fingerprint });
  stores.push(store);
  const taken: string[] = [];
  store.queue.start(async (id) => void taken.push(id));
  return { store, taken };
}

const refusal = { code: 'UNAVAILABLE', cause: { message: expect.stringContaining('FILE_WORKFLOW_URL') } };

test('a node whose entry has run out takes no jobs and writes nothing while one with other settings works', async () => {
  const held = heldClock();
  const silent = await open('one', held.clock);
  await runOut();
  // It stays entered, however slowly this machine gets to its beats.
  const newer = await open('another', heldClock().clock);
  await operator.query(`update nodes set expires_at = 'infinity'`);
  // The first one has not asked, and knows by its own clock that it must.
  held.pass(15_000);
  await expect(silent.store.ledger.assertWritable()).rejects.toMatchObject(refusal);
  const ids = Array.from({ length: 24 }, () => randomUUID());
  for (const id of ids) {
    await newer.store.queue.add(id);
    silent.store.queue.wake();
  }
  await expect.poll(() => newer.taken.toSorted(), { timeout: 60_000 }).toEqual(ids.toSorted());
  expect(silent.taken).toEqual([]);
});

test('a node whose entry has run out enters again at once where no other one differs', async () => {
  const held = heldClock();
  const { store } = await open('one', held.clock);
  await runOut();
  held.pass(15_000);
  await store.ledger.assertWritable();
  const { rows } = await operator.query('select 1 from nodes where expires_at > clock_timestamp()');
  expect(rows).toHaveLength(1);
});

test('a node that was refused asks again with its next beat, and then takes jobs', async () => {
  const held = heldClock();
  const node = await open('one', held.clock);
  await operator.query('delete from nodes');
  const other = await open('another', systemClock);
  held.move(4_000);
  await expect.poll(() => node.store.ledger.assertWritable().catch((error) => error)).toMatchObject(refusal);
  stores.splice(stores.indexOf(other.store), 1);
  await other.store.queue.drain(1000);
  await other.store.ledger.close();
  held.move(4_000);
  await expect.poll(() => node.store.ledger.assertWritable().catch((error) => error)).toBeUndefined();
  const id = randomUUID();
  await node.store.queue.add(id);
  await expect.poll(() => node.taken, { timeout: 60_000 }).toEqual([id]);
});
