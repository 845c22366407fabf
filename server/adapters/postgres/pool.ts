import type { PostgresPool } from 'kysely';
import pg from 'pg';
import type { Log } from '../../ports/log.ts';
import { POSTGRES_LIMITS, type PostgresLimits } from './limits.ts';

/** Connections of one node that answer requests and do work; one more listens (docs/capacity.md). */
const CONNECTIONS = 10;

interface PoolOptions {
  readonly limits?: PostgresLimits;
  /** For changing the schema, which may take longer than anything else. */
  readonly isForSchema?: boolean;
}

/**
 * Opens a node's connections to PostgreSQL. Each wait has a limit: for a place, for a connection, for an answer. One
 * that breaks, idle or in use, or does not answer, is replaced; whoever used it gets the error.
 */
export function openPool(
  connectionString: string,
  log: Log,
  { limits = POSTGRES_LIMITS, isForSchema = false }: PoolOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: isForSchema ? 2 : CONNECTIONS,
    application_name: 'online-application-form',
    connectionTimeoutMillis: limits.connectMs,
    query_timeout: isForSchema ? limits.schemaMs : limits.answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Not as parameters of the connection, which poolers refuse.
    ...(isForSchema ? {} : { onConnect: (client) => limitOnServer(client, limits) }),
  });
  pool.on('error', (err) => log.warn({ err }, 'a database connection broke'));
  // One in use tells whoever asked something on it; without a listener of its own it would end the process as well.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

function limitOnServer(client: pg.ClientBase, { statementMs, idleTransactionMs }: PostgresLimits): Promise<unknown> {
  return client.query(
    `set statement_timeout = ${statementMs}; set idle_in_transaction_session_timeout = ${idleTransactionMs}`,
  );
}

/**
 * The pool as Kysely uses it. A connection on which a statement failed otherwise than by PostgreSQL's own answer (it
 * broke, or nothing came in time) takes no further statement and is thrown away when it comes back: Kysely would send a
 * rollback on it, and give it to the next who asks.
 */
export function discardingBroken(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => guarded(await pool.connect()),
  };
}

function guarded(client: pg.PoolClient): pg.PoolClient {
  let brokenBy: unknown;
  const query = async (...asked: readonly unknown[]): Promise<unknown> => {
    if (brokenBy !== undefined) throw brokenBy;
    try {
      return await Reflect.apply(client.query, client, asked);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) brokenBy = error;
      throw error;
    }
  };
  const release = (isBroken?: boolean) => client.release(isBroken || brokenBy !== undefined);
  return new Proxy(client, {
    get: (target, name) => (name === 'query' ? query : name === 'release' ? release : Reflect.get(target, name)),
  });
}
