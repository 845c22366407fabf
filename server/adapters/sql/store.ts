import type { CompiledQuery, Kysely } from 'kysely';
import type { SubmissionRecord } from '../../ports/ledger.ts';
import type { Tables } from './schema.ts';

/** A query of a write; `mustChange`: so many rows, or nothing of the write is kept. */
export type WriteStep = CompiledQuery & { readonly mustChange?: number };

/** Runs the ledgers' queries, which are the same for SQLite and PostgreSQL. */
export interface Store {
  /** Builds queries for the engine. It does not run them. */
  readonly build: Kysely<Tables>;
  rows<Row>(query: CompiledQuery<Row>): Promise<readonly Row[]>;
  /**
   * Writes all or nothing; on the disk when it resolves. Where the first query changes no row, nothing is written and
   * the answer is false. No two queries may change the same row: an engine may run them in any order. `record` is what a
   * ledger's write is about. Rejects with UniqueViolation where a unique column is taken, and with RowsMissing where a
   * query changes another number of rows than it must.
   */
  write(queries: readonly WriteStep[], record?: SubmissionRecord): Promise<boolean>;
  close(): Promise<void>;
}

/** A value that must be unique belongs to another row. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation';
}

/** A query did not find the rows that it must change. */
export class RowsMissing extends Error {
  override readonly name = 'RowsMissing';
}
