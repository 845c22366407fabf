import type { Kysely, Transaction } from 'kysely';
import type { SubmissionRecord } from '../../ports/ledger.ts';
import type { Tables } from '../sql/schema.ts';
import { RowsMissing, type Store, UniqueViolation, type WriteStep } from '../sql/store.ts';

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
        if (first === undefined || (await run(trx, first)) === 0) return false;
        for (const query of rest) await run(trx, query);
        if (record) await inside(trx, record);
        return true;
      };
      return db.transaction().execute(work).catch(named);
    },
    close: () => db.destroy(),
  };
}

/** How many rows it changed; throws RowsMissing where that is another number than it must. */
async function run(trx: Transaction<Tables>, query: WriteStep): Promise<number> {
  const changed = Number((await trx.executeQuery(query)).numAffectedRows ?? 0);
  if (query.mustChange !== undefined && changed !== query.mustChange) {
    throw new RowsMissing(`${changed} rows in place of ${query.mustChange}`);
  }
  return changed;
}

function named(error: unknown): never {
  const isTaken = error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
  throw isTaken ? new UniqueViolation(error.message, { cause: error }) : error;
}
