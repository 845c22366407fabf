import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { unavailable } from '../../errors.ts';
import type { Log } from '../../ports/log.ts';

/*
 * Every connection of a node to PostgreSQL is opened here (docs/decisions/0007-timeouts.md):
 *
 * - One pool is for requests and stages. A connection is used for one statement or one short transaction, never while
 *   waiting for a client, an outside service or the bucket. A request without a free connection gets a 503 after 2 s.
 * - The queue has its own small pool: if requests fill the first one, this node must not look dead and lose its jobs to
 *   other nodes.
 * - One connection changes the schema at the start: its statements may take minutes, and its session has the lock that
 *   stops other nodes from changing it at the same time. It is closed before the first request.
 */

/** How long this node waits for PostgreSQL, in milliseconds (docs/decisions/0007-timeouts.md). */
const POSTGRES_LIMITS = {
  /** For a new connection to stand, and for a place in the pool to become free. */
  connectMs: 2_000,
  /** For the answer to one statement. After that the connection is closed: a late answer may still arrive on it. */
  answerMs: 5_000,
  /** The same limit set in the database, so that an abandoned statement holds no lock. */
  statementMs: 4_000,
  /** How long the database keeps a transaction whose node says nothing: its locks go with it. */
  idleTransactionMs: 10_000,
  /** For another node that changes the schema; then the start is repeated. */
  schemaTurnMs: 10_000,
  /** How long a change of the schema waits for the lock of a table, which makes later statements wait too. */
  schemaLockMs: 3_000,
} as const;

/** Connections of one node, by what they are for (docs/operate/capacity.md). */
export const CONNECTIONS = { work: 10, queue: 2 } as const;
const APPLICATION = 'online-application-form';
/** The number of an advisory lock. */
const SCHEMA_LOCK = 7_301_466;
const TURN_EVERY_MS = 100;

/**
 * Opens a pool of at most `max` connections, with timeouts for a free connection, for connecting and for an answer. A
 * connection that breaks or does not answer is replaced, and its caller gets the error.
 */
export function openPool(connectionString: string, log: Log, max: number = CONNECTIONS.work): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    application_name: APPLICATION,
    connectionTimeoutMillis: POSTGRES_LIMITS.connectMs,
    query_timeout: POSTGRES_LIMITS.answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Not as parameters of the connection, which poolers refuse.
    onConnect: limitOnServer,
  });
  pool.on('error', (err) => log.warn({ err }, 'a database connection was lost'));
  // The pending query rejects with it; without this handler it would end the process as well.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

function limitOnServer(client: pg.ClientBase): Promise<unknown> {
  const { statementMs, idleTransactionMs } = POSTGRES_LIMITS;
  return client.query(
    `set statement_timeout = ${statementMs}; set idle_in_transaction_session_timeout = ${idleTransactionMs}`,
  );
}

/** While no other node does. Rejects with what `change` does, and with UNAVAILABLE while another node takes long. */
export async function changeSchema(
  connectionString: string,
  change: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({
    connectionString,
    application_name: APPLICATION,
    keepAlive: true,
    connectionTimeoutMillis: POSTGRES_LIMITS.connectMs,
  });
  // The pending query rejects with it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`set lock_timeout = ${POSTGRES_LIMITS.schemaLockMs}`);
    await takeTurn(client);
    await change(client);
  } finally {
    // Closing the connection releases the lock. Not awaited: a hung server never answers.
    client.end().catch(() => undefined);
  }
}

/** Polls for the lock: a waiting statement would block a concurrent index build. */
async function takeTurn(client: pg.Client): Promise<void> {
  const until = performance.now() + POSTGRES_LIMITS.schemaTurnMs;
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as is_ours', [SCHEMA_LOCK]);
    if (rows[0]?.is_ours === true) return;
    if (performance.now() > until) throw unavailable(new Error('another node changes the schema'));
    await sleep(TURN_EVERY_MS);
  }
}

/** Classes of temporary PostgreSQL errors: connections, resources, operator intervention, system errors. */
const PASSING_CLASSES = new Set(['08', '53', '57', '58']);
/** A read-only server (no longer the primary), a deadlock, a lock timeout. */
const PASSING_CODES = new Set(['25006', '40P01', '40001', '55P03']);

/** Throws UNAVAILABLE if the database cannot be reached or does not answer in time; other errors unchanged. */
export function throwUnavailable(error: unknown): never {
  throw isPassing(error) ? unavailable(error) : error;
}

function isPassing(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    const { code = '' } = error;
    return PASSING_CLASSES.has(code.slice(0, 2)) || PASSING_CODES.has(code);
  }
  // Errors of the driver and the network are plain `Error`s; our own and our bugs have other classes.
  return error instanceof AggregateError || (error instanceof Error && error.constructor === Error);
}
