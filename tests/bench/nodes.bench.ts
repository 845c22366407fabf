import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Application, Client } from '#tests/server/support/client.ts';
import { type Nodes, startNodes } from '#tests/support/nodes.ts';
import { AS_OPERATED, startPostgres } from '#tests/support/postgres.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { type Bench, type Figure, median } from './figure.ts';
import { startChild } from './support/child-server.ts';
import { processed, rate, send } from './support/load.ts';
import { measuredEnv } from './support/measured-env.ts';
import { memoryOf, processorTime } from './support/memory.ts';

/** In each round, on each of what is compared. */
const APPLICATIONS = 90;
const AT_ONCE = 30;
/** Applicants, each with four documents at the same time. */
const UPLOADING_AT_ONCE = 4;
const ROUNDS = 5;
const COUNTED_AFTER_MS = 12_000;
const IDLE_MS = 20_000;

/** What one kind of installation did, round by round. */
interface Measured {
  /** Applications a second, from their PUT to `processed`. */
  readonly rates: number[];
  /** Milliseconds until a PUT was answered. */
  readonly puts: number[];
  /** Milliseconds of the nodes' processors that an application took, and that its uploads took before. */
  readonly work: number[];
  readonly uploads: number[];
}

/**
 * Nodes on PostgreSQL and S3 beside the same server on SQLite and its own disk: applications a second, the nodes' own
 * processor time, and the time to an answer, documents uploaded before. All that is compared takes turns, so that it
 * meets the same machine. Nodes, PostgreSQL, S3, the outside and the applicants share its cores: where it has two, a
 * second node has none to itself (docs/capacity.md).
 */
const bench: Bench = async () => {
  const upstream = await startChild('instant-upstream.ts', {});
  try {
    return await compare(upstream.url);
  } finally {
    await upstream.close();
  }
};
export default bench;

async function compare(upstream: string): Promise<readonly Figure[]> {
  await using nodes = await startNodes({ postgres: await startPostgres(AS_OPERATED) });
  const { DATA_DIR: _own, PORT: _port, ...env } = measuredEnv(upstream, '');
  await using single = await startProduct({ env });
  const [first, second] = await Promise.all([nodes.start(env), nodes.start(env)]);
  const kinds = {
    single: { servers: [single], measured: nothingYet() },
    one: { servers: [first], measured: nothingYet() },
    two: { servers: [first, second], measured: nothingYet() },
  };
  const runAll = async (into: (kind: keyof typeof kinds) => Measured) => {
    for (const kind of ['single', 'one', 'two'] as const) {
      const { servers } = kinds[kind];
      await runRound(servers, into(kind)).catch((cause) => {
        throw new Error(servers.map((server) => server.log().slice(-2000)).join('\n'), { cause });
      });
    }
  };
  await runAll(nothingYet); // warm
  const before = await memoryOf(first.pid() ?? 0);
  const { commits, submissions } = await standing(nodes.database);
  for (let round = 0; round < ROUNDS; round += 1) {
    await runAll((kind) => kinds[kind].measured);
  }
  const after = await memoryOf(first.pid() ?? 0);
  // A connection of PostgreSQL that has nothing to do adds what it did to the count ten seconds later.
  await delay(COUNTED_AFTER_MS);
  const now = await standing(nodes.database);
  await delay(IDLE_MS);
  const { commits: idle } = await standing(nodes.database);
  const rateOf = ({ rates }: Measured) => median(rates);
  const [alone, one, two] = [kinds.single.measured, kinds.one.measured, kinds.two.measured];
  const sqlite = (value: number) => ({ what: 'on SQLite', value });
  return [
    {
      what: 'processor time of a node for an application, PostgreSQL and S3',
      value: median(one.work),
      unit: 'ms',
      peer: sqlite(median(alone.work)),
      budget: 3,
    },
    { what: 'the same for its uploads', value: median(one.uploads), unit: 'ms', peer: sqlite(median(alone.uploads)) },
    {
      what: 'applications, one node on PostgreSQL and S3',
      value: rateOf(one),
      unit: '1/s',
      peer: sqlite(rateOf(alone)),
      budget: 0.3,
      atLeast: true,
      knownMiss: { figure: 0.27, reason: 'PostgreSQL and S3 share two cores with the node, SQLite is part of it' },
    },
    { what: `PUT answered, ${AT_ONCE} at once, one node`, value: median(one.puts), unit: 'ms', budget: 100 },
    {
      what: 'applications, two nodes',
      value: rateOf(two),
      unit: '1/s',
      peer: { what: 'one node', value: rateOf(one) },
      budget: 1.2,
      atLeast: true,
      knownMiss: { figure: 0.94, reason: 'on two cores the second node has none of its own' },
    },
    {
      what: 'resident memory of a node at the end',
      value: after.now,
      unit: 'MB',
      peer: { what: 'when it was warm', value: before.now },
      budget: 1.25,
    },
    {
      what: 'transactions of an application, its uploads and what nodes ask at their own times included',
      value: (now.commits - commits) / (now.submissions - submissions),
      unit: 'rows',
    },
    {
      what: 'transactions a second of a node that has nothing to do',
      value: ((idle - now.commits) * 1000) / IDLE_MS / kinds.two.servers.length,
      unit: '1/s',
      budget: 10,
    },
    { what: 'rows of an application with four documents', value: now.rows, unit: 'rows' },
    { what: 'its size in PostgreSQL, indexes included', value: now.bytes / 1024, unit: 'KiB' },
    { what: 'connections of two nodes after this', value: now.connections, unit: 'rows' },
  ];
}

const nothingYet = (): Measured => ({ rates: [], puts: [], work: [], uploads: [] });

async function runRound(servers: readonly Product[], { rates, puts, work, uploads }: Measured): Promise<void> {
  const urlOf = (i: number) => servers[i % servers.length]?.url ?? '';
  const busy = async () => {
    const times = await Promise.all(servers.map((server) => processorTime(server.pid() ?? 0)));
    return (times.reduce((sum, seconds) => sum + seconds, 0) * 1000) / APPLICATIONS;
  };
  const began = await busy();
  const applications: Application[] = [];
  await rate([...Array(APPLICATIONS).keys()], UPLOADING_AT_ONCE, async (i) => {
    applications[i] = await new Client(urlOf(i)).student();
  });
  const uploaded = await busy();
  const perSecond = await rate([...applications.entries()], AT_ONCE, async ([i, application]) => {
    puts.push(await send(urlOf(i), application));
    await processed(urlOf(i), application.id);
  });
  rates.push(perSecond);
  uploads.push(uploaded - began);
  work.push((await busy()) - uploaded);
}

/** What lies in the ledger's tables for each application, commits so far, and how many connections there are. */
async function standing(database: Nodes['database']) {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const ask = async (text: string) => Number((await client.query<{ value: string }>(text)).rows[0]?.value);
  const submissions = await ask('select count(*) as value from submissions');
  const tables = ['submissions', 'bodies', 'outputs', 'uploads'];
  const rows = await ask(`select ${tables.map((table) => `(select count(*) from ${table})`).join(' + ')} as value`);
  const bytes = await ask(`select ${tables.map((table) => `pg_total_relation_size('${table}')`).join(' + ')} as value`);
  const own = 'datname = current_database()';
  const commits = await ask(`select xact_commit as value from pg_stat_database where ${own}`);
  const connections = await ask(
    `select count(*) as value from pg_stat_activity where ${own} and pid <> pg_backend_pid()`,
  );
  await client.end();
  return { rows: rows / submissions, bytes: bytes / submissions, submissions, commits, connections };
}
