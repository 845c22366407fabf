import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CountingProxy, startCountingProxy } from '#tests/support/counting-proxy.ts';
import { type LoopbackProxy, startLoopbackProxy } from '#tests/support/loopback-proxy.ts';
import { type Nodes, startNodes } from '#tests/support/nodes.ts';
import { type Application, Client } from './support/client.ts';

/** So many applications with four documents each are counted; figures are of one. */
const APPLICATIONS = 5;

/**
 * What an application asks the database for. What a node asks at its own times is none of these: jobs are looked for, and
 * requests counted.
 */
const ASKED = {
  'writes of the ledger': /^with step0 /,
  'writes of one row': /^(?:insert into|update|delete from) "uploads"/,
  'begin and commit': /^(?:begin|commit)$/,
  // Sums are read again when they are some seconds old.
  reads: /^select (?!sum).* from "(?:submissions|bodies|outputs|uploads)"/,
  'jobs added': /^\s*INSERT INTO pgboss\.job/,
  // Renewing depends on how long an upload takes.
  leases: /^(?!update).*\bleases\b/,
} as const;

/** What a node asks for every few seconds, whatever it does: that it works, and what time it is. */
const REGULAR = /^update nodes|clock_timestamp\(\)\) \* 1000/;

type Counts = Readonly<Record<keyof typeof ASKED | 'requests of the bucket', number>>;

let nodes: Nodes;
let database: CountingProxy;
let bucket: LoopbackProxy;
let client: Client;
let bucketRequests = 0;
beforeAll(async () => {
  nodes = await startNodes();
  database = await startCountingProxy(nodes.database);
  bucket = await startLoopbackProxy(nodes.s3);
  bucket.decide(() => {
    bucketRequests += 1;
    return 'pass';
  });
  const node = await nodes.start({ DATABASE_URL: database.url, UPLOADS_S3_ENDPOINT: bucket.url });
  client = new Client(node.url);
  // Lists and tokens are asked for once, and connections opened.
  await bring(await client.student());
});
afterAll(async () => {
  await nodes[Symbol.asyncDispose]();
  await database.close();
  await bucket.close();
});

async function bring(application: Application): Promise<void> {
  await client.put(application);
  await client.processed(application.id);
}

/** What was asked for while something was done for each of the applications, a share for one. */
async function counted(what: string, work: () => Promise<void>): Promise<Counts> {
  database.take();
  bucketRequests = 0;
  await work();
  const statements = database.take().filter((text) => !REGULAR.test(text));
  const kinds = Object.entries(ASKED).map(([name, pattern]) => {
    return [name, statements.filter((text) => pattern.test(text)).length / APPLICATIONS];
  });
  const counts: Counts = { ...Object.fromEntries(kinds), 'requests of the bucket': bucketRequests / APPLICATIONS };
  process.stdout.write(`${what}: ${JSON.stringify(counts)}\n`);
  return counts;
}

const applications: Application[] = [];

test('four documents wait this often for the database and the bucket', async () => {
  const counts = await counted('uploads of an application', async () => {
    for (let i = 0; i < APPLICATIONS; i += 1) applications.push(await client.student());
  });
  expect(counts).toEqual({
    'writes of the ledger': 0,
    'writes of one row': 8,
    'begin and commit': 0,
    reads: 20,
    'jobs added': 0,
    // An upload is made without a lock, and each write asks once whether it still has it.
    leases: 16,
    // Two to make each, and two to write it.
    'requests of the bucket': 16,
  });
});

test('an application waits this often for them, from its PUT to its end', async () => {
  const counts = await counted('an application, from its PUT to its end', async () => {
    for (const application of applications) await bring(application);
  });
  expect(counts).toEqual({
    // Six changes: a statement and a commit each. The job comes with the first one.
    'writes of the ledger': 6,
    'writes of one row': 0,
    'begin and commit': 0,
    reads: 5,
    'jobs added': 0,
    leases: 0,
    // Each document is opened once.
    'requests of the bucket': 4,
  });
});
