import pg from 'pg';

/** What a committed transaction wrote, from PostgreSQL's write-ahead log, for instance `INSERT submissions`. */
export type Commit = readonly string[];

/** Counts the transactions of a database from its write-ahead log. */
export interface CommitLog {
  /** The transactions with rows that were committed since the last call or since the log was opened, oldest first. */
  take(): Promise<readonly Commit[]>;
  close(): Promise<void>;
}

/** Each record of a table's rows has a transaction number. The transaction counts if the log has its commit, too. */
const COMMITS = `
  with records as (select xid::text as number, * from pg_get_wal_records_info($1, $2)),
  commits as (
    select number, min(start_lsn) as at from records
    where resource_manager = 'Transaction' and record_type like 'COMMIT%' group by number
  ),
  changes as (
    select number, substring(record_type from 'INSERT|UPDATE|DELETE') as done,
      substring(block_ref from 'rel \\d+/\\d+/(\\d+)')::oid as file
    from records where resource_manager = 'Heap'
  )
  select array_agg(done || ' ' || relname order by done, relname) as written
  from commits join changes using (number) join pg_class on relfilenode = file
  where done is not null group by number, at order by at`;

/** Opens the log of a test database. It adds an extension, so it needs the superuser. */
export async function openCommitLog(database: string): Promise<CommitLog> {
  const client = new pg.Client(database);
  await client.connect();
  await client.query('create extension pg_walinspect');
  const end = async () => {
    // PostgreSQL refuses a part of the log without a record. This record also flushes everything before it.
    await client.query("select pg_logical_emit_message(true, 'counted', '')");
    const { rows } = await client.query<{ at: string }>('select pg_current_wal_flush_lsn() as at');
    return rows[0]?.at ?? '';
  };
  let from = await end();
  return {
    take: async () => {
      const to = await end();
      const { rows } = await client.query<{ written: string[] }>(COMMITS, [from, to]);
      from = to;
      return rows.map(({ written }) => written);
    },
    close: () => client.end(),
  };
}
