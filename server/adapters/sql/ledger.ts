import type { Attachments, Creation, Ledger, Saving, SubmissionRecord } from '../../ports/ledger.ts';
import type { Changes } from './changes.ts';
import { type RecordRow, toRecord, toRow } from './rows.ts';
import { RowsMissing, type Store, UniqueViolation, type WriteStep } from './store.ts';
import { submissionQueries, uploadIn } from './submission-queries.ts';

/**
 * The ledger, the same queries for SQLite and PostgreSQL. Every write that has ended well is published to `changes`, and
 * passed to `after`.
 */
export function createSqlLedger(
  store: Store,
  changes: Changes,
  after: (record: SubmissionRecord) => void = () => undefined,
): Ledger {
  const db = store.build;
  const queries = submissionQueries(db);
  const written = (record: SubmissionRecord) => {
    changes.publish(record);
    after(record);
  };
  const attached = (record: SubmissionRecord, attachments: Attachments): WriteStep[] => {
    const { body, claims, outputs = [] } = attachments;
    const revision = { submission_id: record.id, revision: record.revision };
    return [
      ...(body === undefined ? [] : [queries.writeBody({ ...revision, body: JSON.stringify(body) })]),
      ...(claims === undefined || claims.length === 0 ? [] : [queries.claim(record.id, claims)]),
      ...outputs.map(({ stage, value }) => queries.writeOutput({ ...revision, stage, output: JSON.stringify(value) })),
    ];
  };
  return {
    create: async (record, body, claims = [], sender) => {
      const steps = [queries.insert(toRow(record), sender), ...attached(record, { body, claims })];
      const isNew = await store.write(steps, record).catch(documentsGone);
      if (isNew === 'documents-gone') return isNew;
      if (!isNew) return conflictOf(store, record);
      written(record);
      return 'created';
    },
    save: async (record, attachments = {}) => {
      const update = queries.update(toRow(record));
      const { claims } = attachments;
      const released = claims === undefined ? [] : [queries.release(record.id, claims)];
      const steps = [update, ...released, ...attached(record, attachments)];
      const saving = await store.write(steps, record).then(savedOrNot, taken);
      if (saving === 'saved') written(record);
      return saving;
    },
    find: async (id) => {
      const [row] = await store.rows(queries.find(id));
      return row && toRecord(row);
    },
    findWithUploads: async (id) => {
      const rows = await store.rows(queries.findWithUploads(id));
      const [first] = rows;
      return {
        record: first?.id ? toRecord(first as RecordRow) : undefined,
        uploads: rows.filter(({ upload_id }) => upload_id !== null).map(uploadIn),
      };
    },
    findWithBody: async (id) => {
      const [row] = await store.rows(queries.findWithBody(id));
      return row && { record: toRecord(row), body: row.body === null ? undefined : JSON.parse(row.body) };
    },
    body: async (id, revision) => {
      const [row] = await store.rows(queries.body({ submission_id: id, revision }));
      if (row === undefined) throw new Error('no result');
      return JSON.parse(row.body);
    },
    outputs: async (id, revision) => {
      const rows = await store.rows(queries.outputs({ submission_id: id, revision }));
      return Object.fromEntries(rows.map((row) => [row.stage, JSON.parse(row.output)]));
    },
    sentBy: async (client, place, since) => {
      const query = db
        .selectFrom('submissions')
        .select('created_at')
        .where('client', '=', client)
        .where('created_at', '>', since.toISOString())
        .orderBy('created_at', 'desc')
        .limit(1)
        .offset(place - 1);
      const [row] = await store.rows(query.compile());
      return row && new Date(row.created_at);
    },
    forgetClients: async (before) => {
      const update = db.updateTable('submissions').set({ client: null }).where('client', 'is not', null);
      await store.write([update.where('created_at', '<', before.toISOString()).compile()]);
    },
    unfinished: async () => {
      const query = db
        .selectFrom('submissions')
        .select(['id', 'retry_at'])
        .where('status', '!=', 'processed')
        .where((where) => where.or([where('status', '=', 'processing'), where('retry_at', 'is not', null)]))
        .orderBy('updated_at');
      const rows = await store.rows(query.compile());
      return rows.map(({ id, retry_at }) => ({ id, ...(retry_at === null ? {} : { retryAt: retry_at }) }));
    },
    watch: changes.watch,
    assertWritable: async () => {
      await store.write([queries.probe({ part: 'ledger', at: new Date().toISOString() })]);
    },
    close: store.close,
  };
}

/** Why a submission was not created: a unique column that another one has, or else its sender's limit. */
async function conflictOf(store: Store, { id, applicationId, offerId }: SubmissionRecord): Promise<Creation> {
  if (await ownerOf(store, 'id', id)) return 'exists';
  if (await ownerOf(store, 'application_id', applicationId)) return 'application-id-taken';
  return (await ownerOf(store, 'offer_id', offerId)) ? 'offer-id-taken' : 'too-many';
}

async function ownerOf(
  { build, rows }: Store,
  column: 'id' | 'application_id' | 'offer_id',
  value: string | undefined,
): Promise<string | undefined> {
  if (value === undefined) return undefined;
  const [owner] = await rows(build.selectFrom('submissions').select('id').where(column, '=', value).compile());
  return owner?.id;
}

const savedOrNot = (isSaved: boolean): Saving => (isSaved ? 'saved' : 'superseded');

/** Of the unique columns only the Application ID ever changes. */
function taken(error: unknown): Saving {
  if (error instanceof UniqueViolation) return 'application-id-taken';
  return documentsGone(error);
}

/** Only claims must find their rows. */
function documentsGone(error: unknown): 'documents-gone' {
  if (error instanceof RowsMissing) return 'documents-gone';
  throw error;
}
