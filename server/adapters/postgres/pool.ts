import pg from 'pg';
import type { Log } from '../../ports/log.ts';

/** Connections of one node that answer requests and do work; one more listens (docs/capacity.md). */
const CONNECTIONS = 10;

/** Opens a node's connections to PostgreSQL. An idle one that breaks is replaced and only logged. */
export function openPool(connectionString: string, log: Log): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: CONNECTIONS,
    application_name: 'online-application-form',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  pool.on('error', (err) => log.warn({ err }, 'a database connection broke'));
  return pool;
}
