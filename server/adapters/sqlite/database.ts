import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

const STATEMENTS_KEPT = 200;
/** How long a statement waits for another process that writes. */
export const BUSY_TIMEOUT_MS = 5000;

/** A connection to a database file. Statements are prepared once. */
export interface Database {
  rows<Row>(sql: string, values?: readonly unknown[]): readonly Row[];
  /** How many rows it changed. */
  run(sql: string, values?: readonly unknown[]): number;
  close(): void;
}

/** WAL with `synchronous=FULL`: a committed transaction is on the disk. Deleted content is overwritten. */
export function openDatabase(file: string): Database {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;',
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
  return {
    rows: <Row>(sql: string, values: readonly unknown[] = []) =>
      prepare(sql).all(...(values as readonly SQLInputValue[])) as Row[],
    run: (sql, values = []) => Number(prepare(sql).run(...(values as readonly SQLInputValue[])).changes),
    close: () => {
      if (database.isOpen) database.close();
    },
  };
}
