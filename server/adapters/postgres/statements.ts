import pg from 'pg';
import type { WriteStep } from '../sql/store.ts';

/** A statement as PostgreSQL gets it. */
export interface SqlStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Error codes of the function `require_met`: the first step changed no row; a step missed rows. */
export const NOTHING_CHANGED = 'WR001';
export const ROWS_MISSING = 'WR002';

/** Statements that are prepared by name on each connection. Further ones are sent unnamed. */
const NAMES_KEPT = 200;
const names = new Map<string, string>();

/**
 * Runs a statement on a connection. It is prepared there at its first use and afterwards only given its values, but for a
 * `select *`: PostgreSQL would refuse to repeat that once a newer node has added a column.
 */
export function run(client: pg.ClientBase, { sql, parameters }: SqlStatement): Promise<pg.QueryResult> {
  const name = sql.startsWith('select *') ? undefined : nameOf(sql);
  return client.query({ text: sql, values: [...parameters], ...(name === undefined ? {} : { name }) });
}

function nameOf(sql: string): string | undefined {
  const known = names.get(sql);
  if (known !== undefined || names.size >= NAMES_KEPT) return known;
  const name = `s${names.size}`;
  names.set(sql, name);
  return name;
}

/**
 * A whole write as one statement, which is one wait for the database and one commit: all steps, what they must have
 * changed, and a job that is added with it. PostgreSQL runs them on one snapshot, in no order, so that no two
 * may change the same row. Where something was not changed that had to be, it rejects with NOTHING_CHANGED or
 * ROWS_MISSING, and nothing is kept.
 */
export function combined(steps: readonly WriteStep[], job: SqlStatement | undefined): SqlStatement {
  const parameters: unknown[] = [];
  // Kysely writes `$1` for values only.
  const placed = ({ sql, parameters: own }: SqlStatement) => {
    const before = parameters.length;
    parameters.push(...own);
    return sql.replaceAll(/\$(\d+)/g, (_sign, place: string) => `$${Number(place) + before}`);
  };
  const parts = steps.map((step, i) => `step${i} as (${placed(step)} returning 1)`);
  if (job) parts.push(`job as (${placed(job)})`);
  const count = (i: number) => `(select count(*) from step${i})`;
  const results = [`require_met(${count(0)} > 0, '${NOTHING_CHANGED}')`];
  for (const [i, { mustChange }] of steps.entries()) {
    if (mustChange === undefined) continue;
    const wanted = placed({ sql: '$1', parameters: [mustChange] });
    results.push(`require_met(${count(i)} = ${wanted}, '${ROWS_MISSING}')`);
  }
  return { sql: `with ${parts.join(', ')} select ${results.join(', ')}`, parameters };
}

/**
 * Uses a connection of the pool. If a statement fails without an answer from PostgreSQL (broken connection, timeout), the
 * connection is discarded.
 */
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

/** Does something within a transaction; rejects with what it rejects with, and then nothing of it is kept. */
export async function inTransaction<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // A broken connection is discarded, which ends its transaction.
    if (error instanceof pg.DatabaseError) await client.query('rollback');
    throw error;
  }
}
