import type { Attachments, Creation, Ledger, Saving, SubmissionRecord } from '../../ports/ledger.ts';
import type { Changes } from './changes.ts';
import { toRecord, toRow } from './rows.ts';
import { RowsMissing, type Store, UniqueViolation, type WriteStep } from './store.ts';
import { submissionQueries } from './submission-queries.ts';

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
    create: async (record, body, claims = [], client) => {
      const row = { ...toRow(record), client: client ?? null };
      const steps = [queries.insert(row), ...attached(record, { body, claims })];
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
    ownerOfApplicationId: (applicationId) => ownerOf(store, applicationId),
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

/** Which of the three unique columns somebody else has. */
async function conflictOf(store: Store, { id, applicationId }: SubmissionRecord): Promise<Creation> {
  const known = await store.rows(store.build.selectFrom('submissions').select('id').where('id', '=', id).compile());
  if (known.length > 0) return 'exists';
  const owner = applicationId === undefined ? undefined : await ownerOf(store, applicationId);
  return owner ? 'application-id-taken' : 'offer-id-taken';
}

async function ownerOf({ build, rows }: Store, applicationId: string): Promise<string | undefined> {
  const query = build.selectFrom('submissions').select('id').where('application_id', '=', applicationId);
  const [owner] = await rows(query.compile());
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
