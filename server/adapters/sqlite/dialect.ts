import { SqliteDialect } from 'kysely';
import { bound, type Database } from './database.ts';

type Rows = readonly unknown[];

/** A connection as Kysely knows it: for building queries and for migrations. */
export function createDialect(database: Database): SqliteDialect {
  return new SqliteDialect({
    database: {
      prepare: (sql) => {
        const statement = database.prepare(sql);
        return {
          // A statement that has columns gives rows.
          reader: statement.columns().length > 0,
          all: (values: Rows) => statement.all(...bound(values)),
          run: (values: Rows) => statement.run(...bound(values)),
          iterate: (values: Rows) => statement.iterate(...bound(values)),
        };
      },
      close: database.close,
    },
  });
}
