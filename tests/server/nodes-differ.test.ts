/** @module-tag slow */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
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

afterEach(() => forgetAll());

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
