import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { AS_OPERATED, startPostgres } from '#tests/support/postgres.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import type { Bench, Figure } from './figure.ts';
import type { Submitted } from './support/applicants.ts';
import { type ChildServer, startChild } from './support/child-server.ts';
import { measuredEnv } from './support/measured-env.ts';
import { processorTime, processorTimeOfFamily } from './support/memory.ts';

/** In each round, for each variant. */
const APPLICATIONS = 2000;
const WARMING = Math.ceil(APPLICATIONS / 10);
const IDLE_MS = 20_000;

/**
 * The cost of an application with four documents of 2 KiB: processor time of node and database, commits, and bucket
 * requests. The outside services, the S3 server and the applicants are separate processes. The peer is the same server
 * with SQLite and its own disk.
 */
const bench: Bench = async () => {
  const upstream = await startChild('instant-upstream.ts', {});
  const s3 = await startChild('s3-process.ts', {});
  try {
    return await compare(upstream, s3);
  } finally {
    await Promise.all([upstream.close(), s3.close()]);
  }
};
export default bench;

/** Figures for one application, in milliseconds of processor time unless stated otherwise. */
interface Cost extends Submitted {
  readonly uploads: number;
  readonly work: number;
  readonly database: number;
  readonly commits: number;
  readonly requests: number;
}

async function compare(upstream: ChildServer, s3: ChildServer): Promise<readonly Figure[]> {
  const cluster = await startPostgres(AS_OPERATED);
  const { DATA_DIR: _own, PORT: _port, ...env } = measuredEnv(upstream.url, '');
  const database = await cluster.database();
  const shared = { ...env, ...(JSON.parse(s3.url) as Record<string, string>), DATABASE_URL: database };
  await using single = await startProduct({ env });
  await using first = await startProduct({ env: shared });
  await using second = await startProduct({ env: shared });
  const ledger = new pg.Client({ connectionString: database });
  await ledger.connect();
  try {
    const count = async () => ({
      database: await processorTimeOfFamily(await cluster.pid()),
      commits: await commitsOf(ledger),
      requests: Number(await s3.ask('requests')),
    });
    const alone = await runRound([single], count);
    const one = await runRound([first], count);
    const two = await runRound([first, second], count);
    const idle = await idleCommits(ledger);
    const { rows, bytes, connections } = await standing(ledger);
    const sqlite = (value: number) => ({ what: 'on SQLite', value });
    return [
      {
        what: 'processor time of node and database for an application, uploads included',
        value: one.uploads + one.work + one.database,
        unit: 'ms',
        budget: 12,
        knownMiss: { figure: 24.7, reason: 'a third is PostgreSQL, and all share two cores with the applicants' },
      },
      { what: 'of this the node, from PUT to processed', value: one.work, unit: 'ms', peer: sqlite(alone.work) },
      { what: 'of this the node, uploads', value: one.uploads, unit: 'ms', peer: sqlite(alone.uploads) },
      { what: 'of this the database', value: one.database, unit: 'ms' },
      {
        what: 'commits of an application',
        value: one.commits,
        unit: 'rows',
        budget: 13,
      },
      { what: 'requests of the bucket for an application', value: one.requests, unit: 'rows', budget: 8.1 },
      { what: 'applications, one node', value: one.rate, unit: '1/s', peer: sqlite(alone.rate) },
      { what: 'PUT answered, 30 at once, one node', value: one.put, unit: 'ms', budget: 100 },
      { what: 'applications, two nodes', value: two.rate, unit: '1/s', peer: { what: 'one node', value: one.rate } },
      {
        what: 'processor time of two nodes and database for an application',
        value: two.uploads + two.work + two.database,
        unit: 'ms',
        peer: { what: 'one node', value: one.uploads + one.work + one.database },
      },
      { what: 'commits a second of a node that has nothing to do', value: idle / 2, unit: '1/s', budget: 10 },
      { what: 'rows of an application', value: rows, unit: 'rows' },
      { what: 'its size in PostgreSQL, indexes included', value: bytes / 1024, unit: 'KiB' },
      { what: 'connections of two nodes', value: connections, unit: 'rows' },
    ];
  } finally {
    await ledger.end();
    await cluster.close();
  }
}

type Count = () => Promise<{ readonly database: number; readonly commits: number; readonly requests: number }>;

async function runRound(servers: readonly Product[], count: Count): Promise<Cost> {
  const NODES = servers.map(({ url }) => url).join(',');
  const nodeTime = async () => {
    const times = await Promise.all(servers.map((server) => processorTime(server.pid() ?? 0)));
    return times.reduce((sum, seconds) => sum + seconds, 0);
  };
  const warming = await startChild('applicants.ts', { NODES, COUNT: String(WARMING) });
  await warming.ask('upload');
  await warming.ask('submit');
  await warming.close();

  const applicants = await startChild('applicants.ts', { NODES, COUNT: String(APPLICATIONS) });
  try {
    const [before, began] = [await count(), await nodeTime()];
    await applicants.ask('upload');
    const uploaded = await nodeTime();
    const submitted = (await applicants.ask('submit')) as Submitted;
    const [after, ended] = [await count(), await nodeTime()];
    const each = (difference: number) => difference / APPLICATIONS;
    return {
      ...submitted,
      uploads: each((uploaded - began) * 1000),
      work: each((ended - uploaded) * 1000),
      database: each((after.database - before.database) * 1000),
      commits: each(after.commits - before.commits),
      requests: each(after.requests - before.requests),
    };
  } finally {
    await applicants.close();
  }
}

/** Transactions that wrote something. Each query uses one number, too. */
async function commitsOf(ledger: pg.Client): Promise<number> {
  const { rows } = await ledger.query<{ value: string }>('select pg_current_xact_id()::text as value');
  return Number(rows[0]?.value);
}

async function idleCommits(ledger: pg.Client): Promise<number> {
  const before = await commitsOf(ledger);
  await delay(IDLE_MS);
  return ((await commitsOf(ledger)) - before) / (IDLE_MS / 1000);
}

/** The size of the ledger's tables for each application, and the number of connections. */
async function standing(ledger: pg.Client) {
  const ask = async (text: string) => Number((await ledger.query<{ value: string }>(text)).rows[0]?.value);
  const submissions = await ask('select count(*) as value from submissions');
  const tables = ['submissions', 'bodies', 'outputs', 'uploads'];
  const rows = await ask(`select ${tables.map((table) => `(select count(*) from ${table})`).join(' + ')} as value`);
  const bytes = await ask(`select ${tables.map((table) => `pg_total_relation_size('${table}')`).join(' + ')} as value`);
  const connections = await ask(
    'select count(*) as value from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  return { rows: rows / submissions, bytes: bytes / submissions, connections };
}
