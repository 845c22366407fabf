import sql, { raw } from 'sql-template-tag';
import { createIndexes, type Migrations, migrationsOf } from '../sql/schema.ts';
import type { Run } from '../sql/store.ts';

/** The ledger's migrations and those of PostgreSQL alone. */
export const POSTGRES_MIGRATIONS: Migrations = {
  ...migrationsOf('postgres'),
  // Undoes the statement that calls it, with an error of that code, unless a condition is met.
  '007-conditions': [
    `create function require_met(is_met boolean, error_code text) returns void language plpgsql as $$
      begin
        if not is_met then raise exception 'the write was not made' using errcode = error_code; end if;
      end
    $$`,
  ],
};

/** Builds missing indexes while nodes write. One that was interrupted leaves an invalid index, which is built again. */
export async function createIndexesConcurrently(run: Run): Promise<void> {
  const invalid = await run<{ name: string }>(sql`select quote_ident(relname) as name
    from pg_index join pg_class on pg_class.oid = indexrelid
    where not indisvalid and relnamespace = current_schema()::regnamespace`);
  for (const { name } of invalid) await run(raw(`drop index ${name}`));
  // It waits for running transactions, and blocks none.
  await run(raw('set lock_timeout = 0'));
  await createIndexes(run, 'concurrently');
}
