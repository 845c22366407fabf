import { EventEmitter } from 'node:events';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Attachments, Creation, Ledger, Saving, StageRecord, SubmissionRecord } from '../../ports/ledger.ts';
import type { SubmissionRow, Tables } from './schema.ts';

/** The ledger over Kysely. Watchers are told by this process's own writes. */
export function createSqlLedger(db: Kysely<Tables>): Ledger {
  const changes = new EventEmitter().setMaxListeners(0);
  return {
    create: async (record, body) => {
      const creation = await db.transaction().execute((trx) => insert(trx, record, body));
      if (creation === 'created') changes.emit(record.id, record);
      return creation;
    },
    save: async (record, attachments = {}) => {
      const saving = await db.transaction().execute((trx) => update(trx, record, attachments));
      if (saving === 'saved') changes.emit(record.id, record);
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
    watch: (id, listener) => {
      changes.on(id, listener);
      return () => changes.off(id, listener);
    },
    ping: async () => {
      await sql`select 1 from submissions limit 1`.execute(db);
    },
    close: () => db.destroy(),
  };
}

async function insert(trx: Transaction<Tables>, record: SubmissionRecord, body: unknown): Promise<Creation> {
  const known = await trx.selectFrom('submissions').select('id').where('id', '=', record.id).executeTakeFirst();
  if (known) return 'exists';
  if (record.applicationId !== undefined && (await ownerQuery(trx, record.applicationId).executeTakeFirst())) {
    return 'application-id-taken';
  }
  if (record.offerId !== undefined) {
    const taken = await trx
      .selectFrom('submissions')
      .select('id')
      .where('offer_id', '=', record.offerId)
      .executeTakeFirst();
    if (taken) return 'offer-id-taken';
  }
  await trx.insertInto('submissions').values(toRow(record)).execute();
  await insertBody(trx, record, body);
  return 'created';
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

function toRow(record: SubmissionRecord): SubmissionRow {
  return {
    id: record.id,
    kind: record.kind,
    version: record.version,
    revision: record.revision,
    digest: record.digest,
    status: record.status,
    stages: JSON.stringify(record.stages),
    offer_id: record.offerId ?? null,
    application_id: record.applicationId ?? null,
    submitted_at: record.submittedAt ?? null,
    retry_at: record.retryAt ?? null,
    retries: record.retries,
    failing_since: record.failingSince ?? null,
    created_at: record.createdAt,
    updated_at: record.updatedAt,
  };
}

function toRecord(row: SubmissionRow): SubmissionRecord {
  const stages: readonly StageRecord[] = JSON.parse(row.stages);
  return {
    id: row.id,
    kind: row.kind,
    version: row.version,
    revision: row.revision,
    digest: row.digest,
    status: row.status,
    stages,
    ...(row.offer_id === null ? {} : { offerId: row.offer_id }),
    ...(row.application_id === null ? {} : { applicationId: row.application_id }),
    ...(row.submitted_at === null ? {} : { submittedAt: row.submitted_at }),
    ...(row.retry_at === null ? {} : { retryAt: row.retry_at }),
    retries: row.retries,
    ...(row.failing_since === null ? {} : { failingSince: row.failing_since }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
