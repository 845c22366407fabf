/** @module-tag slow */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Submission } from '#domain/submission/submission.ts';
import { type DebianPostgres, debianPrograms, startDebianPostgres } from '#tests/support/debian-postgres.ts';
import { type FaultProxy, startFaultProxy } from '#tests/support/fault-proxy.ts';
import { needs } from '#tests/support/needs.ts';
import { type Nodes, startNodes } from '#tests/support/nodes.ts';
import { freezing } from '#tests/support/postgres.ts';
import type { Product } from '#tests/support/product.ts';
import { type Application, Client, stageOf, submissionOf } from './support/client.ts';
import { attachedStudent } from './support/patient-person.ts';

/** A node opens its connections again, and takes up what was interrupted: the rest is the machine. */
const PATIENT = { timeout: 120_000, interval: 500 };
const programs = debianPrograms();
const withPostgres = needs(programs !== undefined, 'PostgreSQL is not installed: apt-get install postgresql');

let primary: DebianPostgres;
let standby: DebianPostgres;
/** The address in DATABASE_URL, which the operator moves. */
let address: FaultProxy;
let nodes: Nodes;
let node: Product;

async function ask<Row extends pg.QueryResultRow>(server: DebianPostgres, ...statements: readonly string[]) {
  const client = new pg.Client(`${server.address}/postgres`);
  await client.connect();
  let rows: Row[] = [];
  for (const statement of statements) ({ rows } = await client.query<Row>(statement));
  await client.end();
  return rows;
}

beforeAll(async () => {
  if (programs === undefined) return;
  primary = await startDebianPostgres(programs);
  address = await startFaultProxy(primary.address);
  const database = `postgres://postgres:postgres@127.0.0.1:${new URL(address.url).port}/applications`;
  primary.database('applications');
  // As docs/operate/cluster.md says, in its order.
  await ask(primary, "create role replicator with replication login password 'replicator'");
  standby = await startDebianPostgres(programs, { primary, name: 'standby_a' });
  await ask(primary, "alter system set synchronous_standby_names = 'ANY 1 (standby_a)'", 'select pg_reload_conf()');
  const states = () => ask<{ sync_state: string }>(primary, 'select sync_state from pg_stat_replication');
  await vi.waitFor(async () => expect(await states()).toEqual([{ sync_state: 'quorum' }]), PATIENT);
  const unused = async () => undefined;
  const cluster = { stop: unused, start: unused, freeze: unused, thaw: unused, close: unused, pid: async () => 0 };
  nodes = await startNodes({ postgres: { ...cluster, database: async () => database } });
  node = await nodes.start();
});
afterAll(async () => {
  await nodes?.[Symbol.asyncDispose]();
  await address?.close();
  for (const server of [standby, primary]) server?.[Symbol.dispose]();
});

const hasBegun = (one: Submission) => stageOf(one, 'cricos-submission').state !== 'pending';

/** Asks again and again, as a page does whose server is away at times. */
async function finished({ id }: Application): Promise<Submission> {
  const client = new Client(node.url);
  const read = async () => {
    const answer = await client.get(`/api/submissions/${id}`).catch(() => undefined);
    return answer?.status === 200 ? submissionOf(answer) : undefined;
  };
  await expect.poll(async () => (await read())?.status, PATIENT).toBe('processed');
  return submissionOf(await client.get(`/api/submissions/${id}`));
}

describe('a node on PostgreSQL with a synchronous standby, as docs/operate/cluster.md sets it up', withPostgres, () => {
  test('accepts nothing while the only standby does not answer, and accepts it afterwards', async () => {
    const client = new Client(node.url);
    const application = await attachedStudent(client);
    const { freeze, thaw } = freezing(`${standby.address}/postgres`, standby.data);
    await freeze();
    const refused = await client.put(application);
    await thaw();
    expect(refused.status).toBe(503);
    await expect.poll(async () => (await client.put(application)).status, PATIENT).toBe(202);
    await finished(application);
  });

  test('has every application that it accepted after the primary died and the standby was promoted', async () => {
    const client = new Client(node.url);
    const applications = await Promise.all(
      Array.from({ length: 6 }, () => vi.waitFor(() => attachedStudent(client), PATIENT)),
    );
    nodes.mocks.setScenario({ service: 'offers', scenario: 'slow', delayMs: 4000 });
    const [first, ...others] = applications;
    expect((await client.put(first as Application)).status).toBe(202);
    await client.until((first as Application).id, hasBegun);
    for (const application of others) expect((await client.put(application)).status).toBe(202);
    await primary.kill();
    nodes.mocks.setScenario({ service: 'offers', scenario: 'accepts' });
    standby.run('pg_ctl', 'promote', '-w', '-D', standby.data);
    address.moveTo(standby.address);
    address.drop();
    for (const application of applications) {
      const { offerId } = await finished(application);
      expect(nodes.mocks.offers().filter((offer) => offer.offerId === offerId)).toHaveLength(1);
      for (const service of ['offers', 'student-workflow', 'file-workflow'] as const) {
        expect(nodes.mocks.effects(service).filter(({ key }) => key === application.id)).toHaveLength(1);
      }
    }
    const next = await vi.waitFor(() => attachedStudent(client), PATIENT);
    expect((await client.put(next)).status).toBe(202);
    await finished(next);
  });
});
