import { type Kysely, sql, type Transaction } from 'kysely';
import type { Attachments, Creation, Ledger, Saving, SubmissionRecord } from '../../ports/ledger.ts';
import type { Changes } from './changes.ts';
import { toRecord, toRow } from './rows.ts';
import type { Tables } from './schema.ts';

/** PostgreSQL's; SQLite has one writer and never gets there. */
const UNIQUE_VIOLATION = '23505';

/** What happens around a write, so that it is the same write with every engine. */
export interface WriteHooks {
  /** How a write gets its transaction; one of its own when left out. */
  readonly transact?: <T>(work: (trx: Transaction<Tables>) => Promise<T>) => Promise<T>;
  /** Within the transaction: what is told here is told if the write is, and only then. */
  inside?(trx: Transaction<Tables>, record: SubmissionRecord): Promise<void>;
  /** When it has ended well. */
  after?(record: SubmissionRecord): void;
}

/** The ledger over Kysely, the same queries for SQLite and PostgreSQL. `changes` is told by this process's writes. */
export function createSqlLedger(db: Kysely<Tables>, changes: Changes, hooks: WriteHooks = {}): Ledger {
  const { transact = (work) => db.transaction().execute(work) } = hooks;
  const written = (record: SubmissionRecord) => {
    changes.tell(record);
    hooks.after?.(record);
  };
  return {
    create: async (record, body) => {
      const creation = await transact(async (trx) => {
        const outcome = await insert(trx, record, body);
        if (outcome === 'created') await hooks.inside?.(trx, record);
        return outcome;
      });
      if (creation === 'created') written(record);
      return creation;
    },
    save: async (record, attachments = {}) => {
      const saving = await transact(async (trx) => {
        const outcome = await update(trx, record, attachments);
        if (outcome === 'saved') await hooks.inside?.(trx, record);
        return outcome;
      }).catch(takenMeanwhile);
      if (saving === 'saved') written(record);
      return saving;
    },
    find: async (id) => {
      const row = await db.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toRecord(row);
    },
    body: async (id, revision) => {
      const row = await db
        .selectFrom('bodies')
        .select('body')
        .where('submission_id', '=', id)
        .where('revision', '=', revision)
        .executeTakeFirstOrThrow();
      return JSON.parse(row.body);
    },
    outputs: async (id, revision) => {
      const rows = await db
        .selectFrom('outputs')
        .select(['stage', 'output'])
        .where('submission_id', '=', id)
        .where('revision', '=', revision)
        .execute();
      return Object.fromEntries(rows.map((row) => [row.stage, JSON.parse(row.output)]));
    },
    ownerOfApplicationId: async (applicationId) => {
      const row = await ownerQuery(db, applicationId).executeTakeFirst();
      return row?.id;
    },
    unfinished: async () => {
      const rows = await db
        .selectFrom('submissions')
        .select(['id', 'retry_at'])
        .where('status', '!=', 'processed')
        .where((where) => where.or([where('status', '=', 'processing'), where('retry_at', 'is not', null)]))
        .orderBy('updated_at')
        .execute();
      return rows.map(({ id, retry_at }) => ({ id, ...(retry_at === null ? {} : { retryAt: retry_at }) }));
    },
    watch: changes.watch,
    ping: async () => {
      await sql`select 1 from submissions limit 1`.execute(db);
    },
    close: () => db.destroy(),
  };
}

async function insert(trx: Transaction<Tables>, record: SubmissionRecord, body: unknown): Promise<Creation> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('submissions')
    .values(toRow(record))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) return conflictOf(trx, record);
  await insertBody(trx, record, body);
  return 'created';
}

/** Which of the three unique columns somebody else has. */
async function conflictOf(trx: Transaction<Tables>, record: SubmissionRecord): Promise<Creation> {
  const known = await trx.selectFrom('submissions').select('id').where('id', '=', record.id).executeTakeFirst();
  if (known) return 'exists';
  const { applicationId } = record;
  const owner = applicationId === undefined ? undefined : await ownerQuery(trx, applicationId).executeTakeFirst();
  return owner ? 'application-id-taken' : 'offer-id-taken';
}

/** Two writers that looked before either wrote: the second one's write is refused by the index. */
function takenMeanwhile(error: unknown): Saving {
  if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) return 'application-id-taken';
  throw error;
}

async function update(
  trx: Transaction<Tables>,
  record: SubmissionRecord,
  { body, output }: Attachments,
): Promise<Saving> {
  if (record.applicationId !== undefined) {
    const owner = await ownerQuery(trx, record.applicationId).executeTakeFirst();
    if (owner && owner.id !== record.id) return 'application-id-taken';
  }
  const { id, ...changes } = toRow(record);
  const { numUpdatedRows } = await trx
    .updateTable('submissions')
    .set(changes)
    .where('id', '=', id)
    .where('version', '=', record.version - 1)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return 'superseded';
  if (body !== undefined) await insertBody(trx, record, body);
  if (output !== undefined) {
    const { stage, value } = output;
    const written = JSON.stringify(value);
    await trx
      .insertInto('outputs')
      .values({ submission_id: id, revision: record.revision, stage, output: written })
      .onConflict((conflict) =>
        conflict.columns(['submission_id', 'revision', 'stage']).doUpdateSet({ output: written }),
      )
      .execute();
  }
  return 'saved';
}

function insertBody(trx: Transaction<Tables>, { id, revision }: SubmissionRecord, body: unknown) {
  return trx
    .insertInto('bodies')
    .values({ submission_id: id, revision, body: JSON.stringify(body) })
    .execute();
}

function ownerQuery(db: Kysely<Tables>, applicationId: string) {
  return db.selectFrom('submissions').select('id').where('application_id', '=', applicationId);
}
