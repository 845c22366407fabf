import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndexes, MIGRATIONS, type Tables } from '../sql/schema.ts';

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

/** The ledger's migrations and those of PostgreSQL alone. */
export const POSTGRES_MIGRATIONS: Readonly<Record<string, Migration>> = {
  ...MIGRATIONS,
  '007-conditions': conditions,
};

/** Builds missing indexes while nodes write. One that was interrupted leaves an invalid index, which is built again. */
export async function createIndexesConcurrently(db: Kysely<Tables>): Promise<void> {
  const invalid = sql<{ name: string }>`select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where not indisvalid and relnamespace = current_schema()::regnamespace`;
  for (const { name } of (await invalid.execute(db)).rows) await sql`drop index ${sql.ref(name)}`.execute(db);
  // It waits for transactions that are under way and keeps nobody waiting meanwhile.
  await sql`set lock_timeout = 0`.execute(db);
  await createIndexes(db, 'concurrently');
}
