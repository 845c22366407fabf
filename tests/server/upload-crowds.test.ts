/** @module-tag slow */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '#server/adapters/postgres/open.ts';
import { systemClock } from '#server/adapters/system-clock.ts';
import { type Nodes, startNodes } from '#tests/support/nodes.ts';
import { makePdf } from '#tests/support/pdf.ts';
import type { Product } from '#tests/support/product.ts';
import { type Answer, Client, problemOf } from './support/client.ts';

const CROWD = 120;
const FILE = makePdf({ mark: 'crowd' });
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

let nodes: Nodes;
let node: Product;
let operator: pg.Client;
beforeAll(async () => {
  nodes = await startNodes();
  node = await nodes.start();
  operator = new pg.Client(nodes.database);
  await operator.connect();
});
afterAll(async () => {
  await operator.end();
  await nodes[Symbol.asyncDispose]();
});

const create = (client: Client, draftId = randomUUID()) =>
  client.createUpload({ draftId, slot: 'cv', name: 'cv.pdf', size: FILE.length });

/** Comes again when it was told to, as the page does. Returns the first answer that says something else. */
async function comeAgain(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
    const seconds = Number(answer.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    await delay(seconds * 1000);
  }
}

/** As the page does: after a 503 it asks how far the bytes have come, since they may all have, and continues there. */
async function bring(client: Client, location: string): Promise<void> {
  for (;;) {
    const stands = await comeAgain(() => client.send('HEAD', location, undefined, { 'tus-resumable': '1.0.0' }));
    expect(stands.status).toBe(200);
    const offset = Number(stands.headers.get('upload-offset'));
    if (offset === FILE.length) return;
    const answer = await client.patch(location, offset, FILE.subarray(offset));
    if (answer.status !== 503) expect(answer.status, answer.text).toBe(204);
  }
}

/** Every request for the register of uploads waits during `work`. */
async function whileUploadsHang<T>(work: () => Promise<T>): Promise<T> {
  await operator.query('begin; lock table uploads in access exclusive mode');
  try {
    return await work();
  } finally {
    await operator.query('rollback');
  }
}

test('the queue has its own connections, so that a crowd that fills the pool does not keep it waiting', async () => {
  const store = await openPostgres({ connectionString: nodes.database, width: 1, log: silent, clock: systemClock });
  await whileUploadsHang(async () => {
    const crowd = Array.from({ length: CROWD }, () => store.uploads.find(randomUUID()));
    const refused = Promise.allSettled(crowd);
    await store.queue.add(randomUUID(), new Date(Date.now() + 3_600_000));
    for (const result of await refused) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } });
    }
  });
  await store.queue.drain(1000);
  await store.ledger.close();
});

test('120 uploads at once while the database hangs are refused with a time to come again, and arrive afterwards', async () => {
  const client = new Client(node.url);
  const refused = await whileUploadsHang(() => Promise.all(Array.from({ length: CROWD }, () => create(client))));
  for (const answer of refused) {
    expect(problemOf(answer)).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  const upload = async () => {
    const draftId = randomUUID();
    const created = await comeAgain(() => create(client, draftId));
    expect(created.status, created.text).toBe(201);
    await bring(client, created.headers.get('location') ?? '');
  };
  await Promise.all(Array.from({ length: CROWD }, upload));
  expect(node.log().includes('unexpected error')).toBe(false);
});
