import type { Kysely, Transaction } from 'kysely';
import type { SubmissionRecord } from '../../ports/ledger.ts';
import type { Tables } from '../sql/schema.ts';
import { type Store, UniqueViolation } from '../sql/store.ts';

/** PostgreSQL's word for a unique column that is taken. */
const UNIQUE_VIOLATION = '23505';

/**
 * PostgreSQL for the ledgers. `inside` is called within the transaction of a ledger's write: what is told there is told
 * if the write is, and only then.
 */
export function createPostgresStore(
  db: Kysely<Tables>,
  inside: (trx: Transaction<Tables>, record: SubmissionRecord) => Promise<void> = async () => undefined,
): Store {
  return {
    build: db,
    rows: async (query) => (await db.executeQuery(query)).rows,
    write: ([first, ...rest], record) => {
      const work = async (trx: Transaction<Tables>) => {
        if (first === undefined || !(await trx.executeQuery(first)).numAffectedRows) return false;
        for (const query of rest) await trx.executeQuery(query);
        if (record) await inside(trx, record);
        return true;
      };
      return db.transaction().execute(work).catch(named);
    },
    close: () => db.destroy(),
  };
}

function named(error: unknown): never {
  const isTaken = error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
  throw isTaken ? new UniqueViolation(error.message, { cause: error }) : error;
}
