import pg from 'pg';
import { Client } from '#tests/server/support/client.ts';
import { startNodes } from '#tests/support/nodes.ts';
import { AS_OPERATED, startPostgres } from '#tests/support/postgres.ts';
import type { Bench } from './figure.ts';
import { startChild } from './support/child-server.ts';
import { processed, rate, send } from './support/load.ts';
import { measuredEnv } from './support/measured-env.ts';

const APPLICATIONS = 300;
const AT_ONCE = 8;
/** What expires in a day is gone within a quarter of it: 100,000 in six hours. */
const WANTED_PER_SECOND = 5;
const LOOK_EVERY_MS = 20;

/** How fast one node removes what has expired, with four documents each in PostgreSQL and S3. */
const bench: Bench = async () => {
  const upstream = await startChild('instant-upstream.ts', {});
  await using nodes = await startNodes({ postgres: await startPostgres(AS_OPERATED) });
  try {
    const { DATA_DIR: _own, PORT: _port, ...env } = measuredEnv(upstream.url, '');
    const node = await nodes.start(env);
    await rate([...Array(APPLICATIONS).keys()], AT_ONCE, async () => {
      const application = await new Client(node.url).student();
      await send(node.url, application);
      await processed(node.url, application.id);
    });
    await node.stop();
    return [
      {
        what: 'applications that have expired, with four documents each, removed from PostgreSQL and S3',
        value: await removedPerSecond(nodes.database, () => node.start()),
        unit: '1/s',
        budget: WANTED_PER_SECOND,
        atLeast: true,
      },
    ];
  } finally {
    await upstream.close();
  }
};
export default bench;

/** Makes all of them a year old, which a node that starts removes; counted from the first that is gone to the last. */
async function removedPerSecond(database: string, start: () => Promise<void>): Promise<number> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query(`update submissions set updated_at = '2025' || substring(updated_at from 5)`);
  const removed = async () =>
    Number((await client.query('select count(*) as n from submissions where purged_at is not null')).rows[0]?.n);
  const starting = start();
  let first = { at: 0, count: 0 };
  for (let count = 0; count < APPLICATIONS; count = await removed()) {
    if (first.count === 0 && count > 0) first = { at: performance.now(), count };
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  const seconds = (performance.now() - first.at) / 1000;
  await Promise.all([starting, client.end()]);
  return (APPLICATIONS - first.count) / seconds;
}
