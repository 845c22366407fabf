import { Kysely, SqliteDialect } from 'kysely';
import { migrateAs, type Owner } from '../sql/kind.ts';
import { createIndexes, type Tables } from '../sql/schema.ts';
import type { Store } from '../sql/store.ts';
import { bound, type Database, openDatabase } from './database.ts';
import { openWriter } from './writer.ts';

export interface SqliteStore extends Store {
  /**
   * Removed rows are overwritten (`secure_delete`); older copies of their pages are in the write-ahead log, which this
   * empties unless somebody reads an older state.
   */
  truncateLog(): Promise<void>;
}

/**
 * Opens a database file and brings its schema up to date. This thread reads and another one writes, so that nothing here
 * waits for the disk. Throws WrongKind for a ledger of another kind than its owner's.
 */
export async function openSqliteStore(file: string, owner?: Owner): Promise<SqliteStore> {
  const reading = openDatabase(file);
  const build = new Kysely<Tables>({ dialect: createDialect(reading) });
  try {
    await migrateAs(build, owner);
    await createIndexes(build);
  } catch (error) {
    await build.destroy();
    throw error;
  }
  const writer = openWriter(file);
  return {
    build,
    // SQLite reads synchronously: a row that is found by its key takes some 15 µs, and the disk is hardly ever asked.
    rows: async (query) => reading.rows(query.sql, query.parameters),
    write: (queries) => writer.write(queries.map(({ sql, parameters, mustChange }) => [sql, parameters, mustChange])),
    close: async () => {
      await writer.close();
      await build.destroy();
    },
    truncateLog: writer.truncateLog,
  };
}

type Rows = readonly unknown[];

/** A connection as Kysely knows it: for building queries and for migrations. */
function createDialect(database: Database): SqliteDialect {
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
