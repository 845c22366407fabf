import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openPostgres, type PostgresStore } from '#server/adapters/postgres/open.ts';
import { systemClock } from '#server/adapters/system-clock.ts';
import { readConfig } from '#server/config.ts';
import type { Clock } from '#server/ports/clock.ts';
import { serve } from '#server/serve.ts';
import { type Nodes, startNodes } from '#tests/support/nodes.ts';
import { freePort } from '#tests/support/product.ts';
import { Client } from './support/client.ts';
import { expectUnavailable, notReady, putWithin, readyAgain } from './support/tolerant.ts';

let nodes: Nodes;
let operator: pg.Client;
beforeAll(async () => {
  nodes = await startNodes();
  operator = new pg.Client(nodes.database);
  await operator.connect();
});
afterAll(async () => {
  await operator.end();
  await nodes[Symbol.asyncDispose]();
});

const stores: PostgresStore[] = [];
afterEach(async () => {
  for (const { queue, ledger } of stores.splice(0)) {
    await queue.drain(1000);
    await ledger.close();
  }
  await forgetAll();
});

/** As if every node that is entered had been silent for too long. */
const runOut = () => operator.query(`update nodes set expires_at = clock_timestamp() - interval '1 second'`);
/** As if no node had ever been there; those that work enter again. */
const forgetAll = () => operator.query('delete from nodes');

const withoutFileWorkflow = () =>
  Object.fromEntries(Object.entries(nodes.env).filter(([name]) => name !== 'FILE_WORKFLOW_URL'));

/** What is done every few seconds or more seldom is done all the time. */
const hurried: Clock = { ...systemClock, after: (ms, work) => systemClock.after(Math.min(ms, 200), work) };

/** A server in this process, whose lines are kept. */
function begin(env: Readonly<Record<string, string>>) {
  const lines: string[] = [];
  const server = serve(readConfig({ ...env, RATE_LIMIT_PER_MINUTE: '100000' }, { demo: false }), {
    dist: 'none',
    clock: hurried,
    logTo: { write: (line) => void lines.push(line) },
  });
  server.catch(() => undefined);
  return { server, log: () => lines.join('') };
}

test('a node with other settings takes no work, names them, and begins when those before it are gone', async () => {
  const first = await nodes.start();
  const port = String(await freePort());
  const own = { PORT: port, HOST: '127.0.0.1', CRICOS_PASSWORD: 'another password of theirs' };
  const second = begin({ ...withoutFileWorkflow(), ...own });
  const url = `http://127.0.0.1:${port}`;
  try {
    const names = 'has other settings: CRICOS_PASSWORD, FILE_WORKFLOW_URL"';
    await expect.poll(second.log, { timeout: 60_000 }).toContain(names);
    expect(second.log()).not.toContain('another password of theirs');
    expect((await notReady(url)).status).toBe(503);
    // All the same the first one works, with all documents.
    const client = new Client(first.url);
    const application = await client.student();
    expect((await putWithin(first.url, application)).status).toBe(202);
    await client.processed(application.id);
    expect(nodes.mocks.effects('file-workflow').filter(({ key }) => key === application.id)).toHaveLength(1);
  } finally {
    // It leaves nothing behind but its entry, which runs out; and a server that waits cannot be closed.
    await first.kill();
    await runOut();
    const server = await second.server;
    await readyAgain(url);
    await server.close();
  }
});

test('nodes with the same settings work side by side, and one that ended holds up nobody', async () => {
  const [one, other] = await Promise.all([nodes.start(), nodes.start()]);
  await Promise.all([one.stop(), other.stop()]);
  const changed = begin({ ...withoutFileWorkflow(), PORT: '0' });
  await (await changed.server).close();
  expect(changed.log()).not.toContain('has other settings');
});

test('a node that works and finds that it differs refuses what comes, names the settings, and goes on when it does not any more', async () => {
  const node = begin({ ...nodes.env, PORT: '0', HOST: '127.0.0.1' });
  const server = await node.server;
  try {
    const client = new Client(server.url);
    const application = await client.student();
    await forgetAll();
    // Another one came while this one was cut off from the database.
    await operator.query(
      `insert into nodes (id, fingerprint, expires_at) values ('another', '{"FILE_WORKFLOW_URL":"other"}', 'infinity')`,
    );
    expect((await notReady(server.url)).status).toBe(503);
    expectUnavailable([await putWithin(server.url, application)]);
    expect(node.log()).toContain('has other settings: FILE_WORKFLOW_URL"');
    await forgetAll();
    await readyAgain(server.url);
    expect((await putWithin(server.url, application)).status).toBe(202);
    await client.processed(application.id);
  } finally {
    await server.close();
  }
});

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
  const store = await openPostgres({ connectionString: nodes.database, width: 8, log: silent, clock, fingerprint });
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
  await forgetAll();
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
