/** @module-tag slow */
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPostgres } from '#server/adapters/postgres/open.ts';
import { type Nodes, startNodes } from '#tests/support/nodes.ts';
import { makePdf } from '#tests/support/pdf.ts';
import type { Product } from '#tests/support/product.ts';
import { type Answer, Client, problemOf } from './support/client.ts';
import { expectUnavailable } from './support/tolerant.ts';

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

/** As the page does: whose answer was 503 asks how far the bytes have come, since they may all have, and goes on there. */
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

/** Whatever asks for the register of uploads waits meanwhile. */
async function whileUploadsHang<T>(work: () => Promise<T>): Promise<T> {
  await operator.query('begin; lock table uploads in access exclusive mode');
  try {
    return await work();
  } finally {
    await operator.query('rollback');
  }
}

test('leases and the queue have connections of their own, so that a crowd that fills the pool keeps neither waiting', async () => {
  const store = await openPostgres({ connectionString: nodes.database, width: 1, log: silent });
  await whileUploadsHang(async () => {
    const crowd = Array.from({ length: CROWD }, () => store.uploads.find(randomUUID()));
    const refused = Promise.allSettled(crowd);
    const id = randomUUID().replaceAll('-', '');
    const lock = store.locks.newLock(id);
    await lock.lock(new AbortController().signal, () => undefined);
    await store.locks.assertHeld(id);
    await store.queue.add(randomUUID(), new Date(Date.now() + 3_600_000));
    await lock.unlock();
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

test('an upload whose lock another node has taken is refused with a time to come again, and goes on from its last byte', async () => {
  const client = new Client(node.url);
  const location = (await create(client)).headers.get('location') ?? '';
  const name = `upload:${location.split('/').at(-1)}`;
  const answer = await new Promise<Answer>((resolve, reject) => {
    const headers = {
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
      'content-length': String(FILE.length),
    };
    const request = http.request(node.url + location, { method: 'PATCH', headers }, async (response) => {
      const text = (await response.toArray()).join('');
      const entries = Object.entries(response.headers).map(([key, value]): [string, string] => [key, String(value)]);
      resolve({ status: response.statusCode ?? 0, headers: new Headers(entries), text });
    });
    request.on('error', reject);
    request.write(FILE.subarray(0, 100));
    const taken = `update leases set token = nextval('lease_tokens') where name = $1`;
    const take = async () => {
      while ((await operator.query(taken, [name])).rowCount === 0);
      request.end(FILE.subarray(100));
    };
    take().catch(reject);
  });
  expectUnavailable([answer]);
  const reason = 'the lock of an upload was lost while it was written';
  await vi.waitFor(() => expect(node.log().includes(reason)).toBe(true), { timeout: 20_000 });
  await operator.query('delete from leases where name = $1', [name]);
  await bring(client, location);
});
