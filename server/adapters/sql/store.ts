import type { Sql } from 'sql-template-tag';
import type { SubmissionRecord } from '../../ports/ledger.ts';

/** Runs one statement and resolves with its rows, whose shape the caller names. */
export type Run = <Row = unknown>(statement: Sql) => Promise<readonly Row[]>;

/** A statement of a write. `mustChange`: the required number of changed rows, else the write is rolled back. */
export type WriteStep = Sql & { readonly mustChange?: number };

/** Runs the ledgers' statements, which are the same for SQLite and PostgreSQL. */
export interface Store {
  readonly rows: Run;
  /**
   * Writes all statements or none; on the disk when it resolves. If the first statement changes no row, nothing is written
   * and the result is false. No two statements may change the same row, since an engine may run them in any order.
   * `record`: the record of a ledger's write. Rejects with UniqueViolation if a unique column is taken, and with
   * RowsMissing if a statement changes the wrong number of rows.
   */
  write(steps: readonly WriteStep[], record?: SubmissionRecord): Promise<boolean>;
  close(): Promise<void>;
}

/** A value that must be unique belongs to another row. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation';
}

/** A statement did not change the required number of rows. */
export class RowsMissing extends Error {
  override readonly name = 'RowsMissing';
}
