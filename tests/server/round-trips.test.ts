/** @module-tag slow */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Commit, type CommitLog, openCommitLog } from '#tests/support/commit-log.ts';
import { type CountingProxy, startCountingProxy } from '#tests/support/counting-proxy.ts';
import { type LoopbackProxy, startLoopbackProxy } from '#tests/support/loopback-proxy.ts';
import { type Nodes, startNodes } from '#tests/support/nodes.ts';
import { type Application, Client } from './support/client.ts';
import { attachedStudent } from './support/patient-person.ts';

/** So many applications with four documents each are counted; figures are of one. */
const APPLICATIONS = 5;

/**
 * What an application asks the database for. What a node asks at its own times is none of these: jobs are looked for, and
 * changes of what is watched.
 */
const ASKED = {
  'writes of the ledger': /^with step0 /,
  'writes of one row': /^(?:insert into|update|delete from) uploads\b/,
  'begin and commit': /^(?:begin|commit)$/,
  reads:
    /^select [\s\S]*?\sfrom (?:(?:submissions|bodies|outputs|uploads)\b(?!\s+join unnest)|\(select cast\(\$1 as text\) as id\))/,
  'jobs added': /^\s*INSERT INTO pgboss\.job/,
} as const;

const changes = (commit: Commit, table: string) => commit.some((row) => row.endsWith(` ${table}`));

/** What of it PostgreSQL writes to its disk, a commit each. With how many others a job is taken and ended is the queue's. */
const COMMITTED: Readonly<Record<string, (commit: Commit) => boolean>> = {
  'commits of a submission': (commit) => changes(commit, 'submissions'),
  'commits of an upload alone': (commit) => changes(commit, 'uploads') && !changes(commit, 'submissions'),
  'commits of a new job alone': (commit) =>
    commit.some((row) => row.startsWith('INSERT job')) && !changes(commit, 'submissions'),
};

type Counts = Readonly<Record<string, number>>;

let nodes: Nodes;
let database: CountingProxy;
let commits: CommitLog;
let bucket: LoopbackProxy;
let client: Client;
let bucketRequests = 0;
beforeAll(async () => {
  nodes = await startNodes();
  database = await startCountingProxy(nodes.database);
  commits = await openCommitLog(nodes.database);
  bucket = await startLoopbackProxy(nodes.s3);
  bucket.decide(() => {
    bucketRequests += 1;
    return 'pass';
  });
  const node = await nodes.start({ DATABASE_URL: database.url, UPLOADS_S3_ENDPOINT: bucket.url });
  client = new Client(node.url);
  // Lists and tokens are asked for once, and connections opened.
  await bring(await attachedStudent(client));
});
afterAll(async () => {
  await commits.close();
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
  await commits.take();
  bucketRequests = 0;
  await work();
  const committed = await commits.take();
  const statements = database.take();
  const kinds = Object.entries(ASKED).map(([name, pattern]) => {
    return [name, statements.filter((text) => pattern.test(text)).length / APPLICATIONS];
  });
  const written = Object.entries(COMMITTED).map(([name, isOne]) => [
    name,
    committed.filter(isOne).length / APPLICATIONS,
  ]);
  const counts: Counts = {
    ...Object.fromEntries([...kinds, ...written]),
    'requests of the bucket': bucketRequests / APPLICATIONS,
  };
  process.stdout.write(`${what}: ${JSON.stringify(counts)}\n`);
  return counts;
}

const applications: Application[] = [];

test('four documents wait this often for the database and the bucket', async () => {
  const counts = await counted('uploads of an application', async () => {
    for (let i = 0; i < APPLICATIONS; i += 1) applications.push(await client.student());
  });
  // Each is registered in a separate commit. Those that are whole at the same moment share one.
  const { 'writes of one row': writes, 'commits of an upload alone': commitsOfUploads, ...others } = counts;
  expect(writes).toBe(commitsOfUploads);
  expect(writes).toBeGreaterThanOrEqual(5);
  expect(writes).toBeLessThanOrEqual(8);
  expect(others).toEqual({
    'writes of the ledger': 0,
    'begin and commit': 0,
    // One asks what an upload replaces, and one for it and what counts with it when its bytes come.
    reads: 8,
    'jobs added': 0,
    'commits of a submission': 0,
    'commits of a new job alone': 0,
    // Each is put whole.
    'requests of the bucket': 4,
  });
});

test('an application waits this often for them, from its PUT to its end', async () => {
  const counts = await counted('an application, from its PUT to its end', async () => {
    for (const application of applications) await bring(application);
  });
  expect(counts).toEqual({
    // The application with its job, and one write before and after each call that changes something outside.
    'writes of the ledger': 5,
    'writes of one row': 0,
    'begin and commit': 0,
    // The PUT with its uploads, the run with the body, and who follows it.
    reads: 3,
    'jobs added': 0,
    // The first has the claims of its documents and its job as well.
    'commits of a submission': 5,
    'commits of an upload alone': 0,
    'commits of a new job alone': 0,
    // Each document is opened once.
    'requests of the bucket': 4,
  });
});
