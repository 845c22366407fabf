import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { MIGRATIONS } from '../sql/schema.ts';

/** What nodes share beside the ledger. Times are the database's: nodes' clocks may differ. */
const shared: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create sequence lease_tokens`.execute(db);
    await sql`create table leases (
      name text primary key, token bigint not null, expires_at timestamptz not null
    )`.execute(db);
    // What a crash forgets is at most a minute of counting: no write of it waits for the disk.
    await sql`create unlogged table request_counts (
      key varchar(255) primary key, points integer not null default 0, expire bigint
    )`.execute(db);
  },
};

/** Undoes the statement that calls it, with an error of that code, unless a condition is met. */
const conditions: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create function require_met(is_met boolean, error_code text) returns void language plpgsql as $$
      begin
        if not is_met then raise exception 'the write was not made' using errcode = error_code; end if;
      end
    $$`.execute(db);
  },
};

/** The nodes that work now; `fingerprint` is JSON of what all must have alike, unreadable. */
const nodes: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table nodes (
      id text primary key, fingerprint text not null, expires_at timestamptz not null
    )`.execute(db);
  },
};

/** The ledger's migrations and those of what only several nodes need. */
export const POSTGRES_MIGRATIONS: Readonly<Record<string, Migration>> = {
  ...MIGRATIONS,
  '002-leases-and-counts': shared,
  '007-conditions': conditions,
  '009-nodes': nodes,
};
