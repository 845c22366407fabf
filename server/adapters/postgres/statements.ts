import pg from 'pg';
import sql, { join, raw, Sql } from 'sql-template-tag';
import type { WriteStep } from '../sql/store.ts';

/** Error codes of the function `require_met`: the first step changed no row; a step missed rows. */
export const NOTHING_CHANGED = 'WR001';
export const ROWS_MISSING = 'WR002';

/** Statements that are prepared by name on each connection. Further ones are sent unnamed. */
const NAMES_KEPT = 200;
const names = new Map<string, string>();

/** Runs a statement on a connection. It is prepared there at its first use and afterwards only given its values. */
export function run(client: pg.ClientBase, { text, values }: Sql): Promise<pg.QueryResult> {
  const name = nameOf(text);
  return client.query({ text, values, ...(name !== undefined && { name }) });
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= NAMES_KEPT) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

/** A statement that is written with `$1`, `$2`, … */
export function numbered(text: string, values: readonly unknown[]): Sql {
  const parts = text.split(/\$(\d+)/);
  const places = parts.filter((_part, i) => i % 2 === 1);
  return new Sql(
    parts.filter((_part, i) => i % 2 === 0),
    places.map((place) => values[Number(place) - 1]),
  );
}

/**
 * A write as one statement, with one round trip and one commit: all steps, their required changes, and the added job.
 * PostgreSQL runs the steps on one snapshot in any order, so no two may change the same row. If a required change is
 * missing, it rejects with NOTHING_CHANGED or ROWS_MISSING and is rolled back.
 */
export function combined(steps: readonly WriteStep[], job: Sql | undefined): Sql {
  const parts = steps.map((step, i) => sql`${raw(`step${i}`)} as (${step} returning 1)`);
  if (job) parts.push(sql`job as (${job})`);
  const count = (i: number) => raw(`(select count(*) from step${i})`);
  const required = steps.flatMap(({ mustChange }, i) =>
    mustChange === undefined ? [] : [sql`require_met(${count(i)} = ${mustChange}, ${ROWS_MISSING})`],
  );
  return sql`with ${join(parts)} select ${join([sql`require_met(${count(0)} > 0, ${NOTHING_CHANGED})`, ...required])}`;
}

/** Uses a connection of the pool. One on which PostgreSQL did not answer a statement is discarded. */
export async function onConnection<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    return await work(client);
  } catch (error) {
    isBroken = !(error instanceof pg.DatabaseError);
    throw error;
  } finally {
    client.release(isBroken);
  }
}
