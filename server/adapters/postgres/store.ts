import type { Kysely, Transaction } from 'kysely';
import type { SubmissionRecord } from '../../ports/ledger.ts';
import type { Tables } from '../sql/schema.ts';
import { RowsMissing, type Store, UniqueViolation, type WriteStep } from '../sql/store.ts';
import { throwUnavailable } from './connections.ts';

/** PostgreSQL's word for a unique column that is taken. */
const UNIQUE_VIOLATION = '23505';

export interface StoreHooks {
  /** Called within the transaction of a ledger's write: what it sends is sent if the write is committed, and only then. */
  inside(trx: Transaction<Tables>, record: SubmissionRecord): Promise<void>;
  /** A write ended with an error, such as a lost answer: what it is about may be written or not. */
  uncertain(record: SubmissionRecord): void;
}

const NOBODY: StoreHooks = { inside: async () => undefined, uncertain: () => undefined };

/** PostgreSQL for the ledgers. Rejects with UNAVAILABLE where the database cannot be asked, or did not answer in time. */
export function createPostgresStore(db: Kysely<Tables>, { inside, uncertain }: StoreHooks = NOBODY): Store {
  return {
    build: db,
    rows: async (query) => (await db.executeQuery(query).catch(throwUnavailable)).rows,
    write: ([first, ...rest], record) => {
      const work = async (trx: Transaction<Tables>) => {
        if (first === undefined || (await run(trx, first)) === 0) return false;
        for (const query of rest) await run(trx, query);
        if (record) await inside(trx, record);
        return true;
      };
      return db
        .transaction()
        .execute(work)
        .catch((error) => {
          if (record) uncertain(record);
          return named(error);
        });
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
  if (isTaken) throw new UniqueViolation(error.message, { cause: error });
  throwUnavailable(error);
}
