import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import type { SubmissionRecord } from '../../ports/ledger.ts';
import { RowsMissing, type Store, UniqueViolation } from '../sql/store.ts';
import { throwUnavailable } from './connections.ts';
import { combined, NOTHING_CHANGED, onConnection, ROWS_MISSING, run } from './statements.ts';

const UNIQUE_VIOLATION = '23505';

/** The SQL that adds the job of a record with its write; undefined if it needs none. */
type JobOf = (record: SubmissionRecord) => Promise<Sql> | undefined;

/** A write is one statement. Rejects with UNAVAILABLE without an answer in time. */
export function createPostgresStore(pool: pg.Pool, jobOf?: JobOf): Store {
  return {
    rows: async (query) => (await onConnection(pool, (client) => run(client, query)).catch(throwUnavailable)).rows,
    write: async (steps, record) => {
      const [first, ...rest] = steps;
      if (first === undefined) return false;
      const isAlone = rest.length === 0 && record === undefined && first.mustChange === undefined;
      const statement = isAlone ? first : combined(steps, record && (await jobOf?.(record)));
      try {
        const { rowCount } = await onConnection(pool, (client) => run(client, statement));
        return (rowCount ?? 0) > 0;
      } catch (error) {
        const code = error instanceof pg.DatabaseError ? error.code : undefined;
        if (code === NOTHING_CHANGED) return false;
        throw named(error, code);
      }
    },
    close: () => pool.end(),
  };
}

function named(error: unknown, code: string | undefined): unknown {
  const message = error instanceof Error ? error.message : String(error);
  if (code === ROWS_MISSING) return new RowsMissing(message, { cause: error });
  if (code === UNIQUE_VIOLATION) return new UniqueViolation(message, { cause: error });
  return throwUnavailable(error);
}
