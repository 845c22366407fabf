import pg from 'pg';

/** What a committed transaction has written, as PostgreSQL's write-ahead log has it: `INSERT submissions` for instance. */
export type Commit = readonly string[];

/** The transactions of a database, counted by what it keeps on its disk itself. */
export interface CommitLog {
  /** Those that were committed since the last call, or since this was opened, and wrote rows; the oldest first. */
  take(): Promise<readonly Commit[]>;
  close(): Promise<void>;
}

/** Each record of a table's rows has a transaction's number; the transaction counts where its commit is there as well. */
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

/** Reads the log of a database that belongs to the tests: it adds an extension, which only its superuser may. */
export async function openCommitLog(database: string): Promise<CommitLog> {
  const client = new pg.Client(database);
  await client.connect();
  await client.query('create extension pg_walinspect');
  const end = async () => {
    // A part of the log without any record is refused. With this one everything before it is on the disk.
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
