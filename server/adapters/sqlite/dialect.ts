import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { SqliteDialect } from 'kysely';

type Rows = readonly unknown[];
const STATEMENTS_KEPT = 200;

/**
 * Opens a database file for Kysely: WAL, and `synchronous=FULL`, so that what a transaction wrote is on the disk when
 * it has ended. What is deleted is overwritten. Statements are prepared once.
 */
export function openSqlite(file: string): { readonly dialect: SqliteDialect; readonly database: DatabaseSync } {
  const database = new DatabaseSync(file);
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;',
  );
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string) => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    if (statements.size >= STATEMENTS_KEPT) statements.clear();
    statements.set(sql, statement);
    return statement;
  };
  const dialect = new SqliteDialect({
    database: {
      prepare: (sql) => {
        const statement = prepare(sql);
        return {
          // A statement that has columns gives rows.
          reader: statement.columns().length > 0,
          all: (values: Rows) => statement.all(...bound(values)),
          run: (values: Rows) => statement.run(...bound(values)),
          iterate: (values: Rows) => statement.iterate(...bound(values)),
        };
      },
      close: () => {
        statements.clear();
        database.close();
      },
    },
  });
  return { dialect, database };
}

/** The values that SQLite knows; throws for any other, which would be a fault of ours. */
function bound(values: Rows): SQLInputValue[] {
  return values.map((value) => {
    if (value === null || value === undefined) return null;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
    if (typeof value === 'boolean') return value ? 1 : 0;
    if (value instanceof Uint8Array) return value;
    throw new TypeError(`SQLite cannot store a value of type ${typeof value}`);
  });
}
