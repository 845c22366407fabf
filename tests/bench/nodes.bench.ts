import pg from 'pg';
import { type Answer, type Application, Client } from '#tests/server/support/client.ts';
import { startBalancer } from '#tests/support/balancer.ts';
import { type Nodes, startNodes } from '#tests/support/nodes.ts';
import type { Bench } from './figure.ts';

const APPLICATIONS = 120;
const AT_ONCE = 30;

/**
 * Applications a second that one node and two nodes bring from their PUT to `processed`, documents uploaded before.
 * Nodes, PostgreSQL, S3, the outside and the applicants share this machine's cores: where it has two, a second node has
 * none to itself, so that the figure says what the machine allows and no budget is set (docs/capacity.md).
 */
const bench: Bench = async () => {
  await using nodes = await startNodes({ keep: 10_000 });
  const first = await nodes.start();
  const alone = await throughput(nodes, [first.url]);
  const second = await nodes.start();
  const together = await throughput(nodes, [first.url, second.url]);
  const peer = { what: 'one node', value: alone };
  const { rows, bytes, connections } = await footprint(nodes.database);
  return [
    { what: 'applications, two nodes on PostgreSQL and S3', value: together, unit: '1/s', peer },
    { what: 'rows of an application with four documents', value: rows, unit: 'rows' },
    { what: 'its size in PostgreSQL, indexes included', value: bytes / 1024, unit: 'KiB' },
    { what: 'connections of two nodes after this', value: connections, unit: 'rows' },
  ];
};
export default bench;

async function throughput({ mocks }: Nodes, urls: readonly string[]): Promise<number> {
  const balancer = await startBalancer(urls);
  const client = new Client(balancer.url);
  await inTurns(AT_ONCE, async () => done(client, await client.student())); // warm
  const applications: Application[] = [];
  await inTurns(APPLICATIONS, async () => void applications.push(await client.student()));
  mocks.reset();
  const began = performance.now();
  await inTurns(APPLICATIONS, (i) => done(client, applications[i]));
  const seconds = (performance.now() - began) / 1000;
  await balancer.close();
  return APPLICATIONS / seconds;
}

async function done(client: Client, application: Application | undefined): Promise<void> {
  if (application === undefined) throw new Error('fewer applications were made than wanted');
  const { status, text }: Answer = await client.put(application);
  if (status !== 202 && status !== 200) throw new Error(`not accepted: ${status} ${text}`);
  await client.processed(application.id);
}

/** What an application leaves in the ledger's tables, on average, and how many connections there are. */
async function footprint(database: string): Promise<{ rows: number; bytes: number; connections: number }> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const ask = async (text: string) => Number((await client.query<{ value: string }>(text)).rows[0]?.value);
  const submissions = await ask('select count(*) as value from submissions');
  const tables = ['submissions', 'bodies', 'outputs', 'uploads'];
  const rows = await ask(`select ${tables.map((table) => `(select count(*) from ${table})`).join(' + ')} as value`);
  const bytes = await ask(`select ${tables.map((table) => `pg_total_relation_size('${table}')`).join(' + ')} as value`);
  const connections = await ask(
    `select count(*) as value from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await client.end();
  return { rows: rows / submissions, bytes: bytes / submissions, connections };
}

async function inTurns(times: number, work: (i: number) => Promise<void>): Promise<void> {
  let next = 0;
  const turn = async () => {
    while (next < times) {
      const i = next;
      next += 1;
      await work(i);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, turn));
}
