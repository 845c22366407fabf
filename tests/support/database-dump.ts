import pg from 'pg';

/**
 * Dumps the public schema of a PostgreSQL database as SQL: sequences, tables with rows, constraints, indexes. This is
 * enough for a ledger; pg_dump of the same version is not on every machine.
 */
export async function dumpDatabase(url: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  const list = async (text: string): Promise<string[]> =>
    (await client.query<{ line: string }>(text)).rows.map(({ line }) => line);
  try {
    const sequences = await list(
      `select format('create sequence %I; select setval(%L, %s);', sequencename, sequencename, coalesce(last_value, 1)) as line
       from pg_sequences where schemaname = 'public' order by 1`,
    );
    const tables = await list(
      `select format('create %s table %I (%s);', case relpersistence when 'u' then 'unlogged' else '' end, relname,
         (select string_agg(format('%I %s%s%s', attname, format_type(atttypid, atttypmod),
            case when attnotnull then ' not null' else '' end, coalesce(' default ' || pg_get_expr(adbin, adrelid), '')), ', ' order by attnum)
          from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
          where attrelid = pg_class.oid and attnum > 0 and not attisdropped)) as line
       from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
    );
    const rows: string[] = [];
    for (const name of await list(`select tablename as line from pg_tables where schemaname = 'public' order by 1`)) {
      const table = pg.escapeIdentifier(name);
      const found = await list(`select to_jsonb(${table})::text as line from ${table} order by 1`);
      if (found.length === 0) continue;
      const json = `[\n${found.join(',\n')}\n]`;
      rows.push(
        `insert into ${table} select * from jsonb_populate_recordset(null::${table}, ${pg.escapeLiteral(json)});`,
      );
    }
    const constraints = await list(
      `select format('alter table %s add constraint %I %s;', conrelid::regclass, conname, pg_get_constraintdef(oid)) as line
       from pg_constraint where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'c', 'f') order by contype desc, conname`,
    );
    const indexes = await list(
      `select indexdef || ';' as line from pg_indexes where schemaname = 'public'
       and indexname not in (select conname from pg_constraint) order by 1`,
    );
    return `${[...sequences, ...tables, ...rows, ...constraints, ...indexes].join('\n')}\n`;
  } finally {
    await client.end();
  }
}

/** Fills an empty database with a dump. */
export async function fillDatabase(url: string, dump: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(dump);
  } finally {
    await client.end();
  }
}
