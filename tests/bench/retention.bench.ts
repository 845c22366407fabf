import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
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
/** What expires in a day must be removed in a quarter of a day: 100,000 in six hours. */
const WANTED_PER_SECOND = 5;
const LOOK_EVERY_MS = 20;

/** Measures how fast one node removes expired applications with four documents each in PostgreSQL and S3. */
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
        value: await removedPerSecond(nodes.database, () => node.start(), { ...nodes.env, ...env }),
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

/**
 * Makes all of them a year old. A starting node stops a removal of this size, and the staff allow it. Counts from the
 * first removed application to the last.
 */
async function removedPerSecond(
  database: string,
  start: () => Promise<void>,
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query(`update submissions set updated_at = '2025' || substring(updated_at from 5)`);
  const removed = async () =>
    Number((await client.query('select count(*) as n from submissions where purged_at is not null')).rows[0]?.n);
  const starting = start();
  await allowRemoval(env);
  let first = { at: 0, count: 0 };
  for (let count = 0; count < APPLICATIONS; count = await removed()) {
    if (first.count === 0 && count > 0) first = { at: performance.now(), count };
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  const seconds = (performance.now() - first.at) / 1000;
  await Promise.all([starting, client.end()]);
  return (APPLICATIONS - first.count) / seconds;
}

/** Polls until the server has stopped the removal, which it does after counting. */
async function allowRemoval(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const command = ['server/submissions.ts', 'allow-removal', '--yes'];
  for (;;) {
    const isAllowed = await promisify(execFile)(process.execPath, command, { env: { ...process.env, ...env } }).then(
      () => true,
      (error) => {
        if (!String(error.stderr).includes('No removal is stopped')) throw error;
        return false;
      },
    );
    if (isAllowed) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
