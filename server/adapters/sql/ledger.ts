import sql, { empty, join, type Sql } from 'sql-template-tag';
import type { Attachments, Creation, Ledger, Saving, Sender, SubmissionRecord } from '../../ports/ledger.ts';
import type { Changes } from './changes.ts';
import {
  cellsOf,
  insertIf,
  RECORD_COLUMNS,
  type RecordRow,
  toRecord,
  UPLOAD_BESIDE,
  updateOf,
  uploadBeside,
} from './rows.ts';
import { RowsMissing, type Store, UniqueViolation, type WriteStep } from './store.ts';

/** The same statements for SQLite and PostgreSQL. Each successful write goes to `changes` and to `after`. */
export function createSqlLedger(
  store: Store,
  changes: Changes,
  after: (record: SubmissionRecord) => void = () => undefined,
): Ledger {
  const written = (record: SubmissionRecord) => {
    changes.publish(record);
    after(record);
  };
  return {
    create: async (record, body, claims = [], sender) => {
      const cells = { ...cellsOf(record), client: sender?.client ?? null };
      const insert = sql`${insertIf(mayBeSent(sender), 'submissions', cells)} on conflict do nothing`;
      const steps = [insert, ...attached(record, { body, claims })];
      const isNew = await store.write(steps, record).catch(documentsGone);
      if (isNew === 'documents-gone') return isNew;
      if (!isNew) return conflictOf(store, record);
      written(record);
      return 'created';
    },
    save: async (record, attachments = {}) => {
      const { claims } = attachments;
      const released = claims === undefined ? [] : [release(record.id, claims)];
      const steps = [updateOf(record), ...released, ...attached(record, attachments)];
      const saving = await store.write(steps, record).then(savedOrNot, applicationIdTaken);
      if (saving === 'saved') written(record);
      return saving;
    },
    find: async (id) => {
      const [row] = await store.rows<RecordRow>(sql`select ${RECORD_COLUMNS} from submissions where id = ${id}`);
      return row && toRecord(row);
    },
    findWithUploads: async (id) => {
      const rows = await store.rows<RecordRow>(sql`select ${RECORD_COLUMNS}, ${UPLOAD_BESIDE}
        from (select cast(${id} as text) as id) as asked left join submissions on submissions.id = asked.id
        left join uploads on uploads.draft_id = asked.id order by uploads.created_at`);
      const [first] = rows;
      return {
        record: first?.id ? toRecord(first) : undefined,
        uploads: rows.map(uploadBeside).filter((upload) => upload !== undefined),
      };
    },
    findWithBody: async (id) => {
      const [row] = await store.rows<RecordRow & { body: string | null }>(sql`select ${RECORD_COLUMNS}, bodies.body
        from submissions left join bodies on bodies.submission_id = submissions.id
        and bodies.revision = submissions.revision where submissions.id = ${id}`);
      return row && { record: toRecord(row), body: row.body === null ? undefined : JSON.parse(row.body) };
    },
    body: async (id, revision) => {
      const query = sql`select body from bodies where submission_id = ${id} and revision = ${revision}`;
      const [row] = await store.rows<{ body: string }>(query);
      if (row === undefined) throw new Error('no result');
      return JSON.parse(row.body);
    },
    outputs: async (id, revision) => {
      const query = sql`select stage, output from outputs where submission_id = ${id} and revision = ${revision}`;
      const rows = await store.rows<{ stage: string; output: string }>(query);
      return Object.fromEntries(rows.map(({ stage, output }) => [stage, JSON.parse(output)]));
    },
    sentBy: async (client, place, since) => {
      const [row] = await store.rows<{ at: string }>(sql`select created_at as at from submissions
        where client = ${client} and created_at > ${since.toISOString()}
        order by created_at desc limit 1 offset ${place - 1}`);
      return row && new Date(row.at);
    },
    forgetClients: async (before) => {
      const old = sql`client is not null and created_at < ${before.toISOString()}`;
      await store.write([sql`update submissions set client = null where ${old}`]);
    },
    unfinished: async () => {
      const rows = await store.rows<{ id: string; retryAt: string | null }>(sql`select id, retry_at as "retryAt"
        from submissions where status <> 'processed' and (status = 'processing' or retry_at is not null)
        order by updated_at`);
      return rows.map(({ id, retryAt }) => ({ id, ...(retryAt !== null && { retryAt }) }));
    },
    watch: changes.watch,
    assertWritable: async () => {
      await store.write([
        sql`insert into probes (part, at) values ('ledger', ${new Date().toISOString()})
          on conflict (part) do update set at = excluded.at`,
      ]);
    },
    close: store.close,
  };
}

/** The condition that a sender is below the limit of applications. */
function mayBeSent(sender: Sender | undefined): Sql {
  if (sender === undefined) return sql`1 = 1`;
  const { client, since, limit } = sender;
  const sent = sql`select count(*) from submissions where client = ${client} and created_at > ${since.toISOString()}`;
  return sql`(${sent}) < ${limit}`;
}

/** Written with a record. A body replaces an earlier one of its revision, since upload ids may change. */
function attached({ id, revision }: SubmissionRecord, { body, claims = [], outputs = [] }: Attachments): WriteStep[] {
  const steps: WriteStep[] = outputs.map(
    ({ stage, value }) => sql`insert into outputs (submission_id, revision, stage, output)
      values (${id}, ${revision}, ${stage}, ${JSON.stringify(value)})
      on conflict (submission_id, revision, stage) do update set output = excluded.output`,
  );
  if (claims.length > 0) steps.push(claim(id, claims));
  if (body !== undefined) {
    steps.push(sql`insert into bodies (submission_id, revision, body) values (${id}, ${revision}, ${JSON.stringify(body)})
      on conflict (submission_id, revision) do update set body = excluded.body`);
  }
  return steps;
}

/** Claims all of these uploads of a draft, or nothing is written (docs/decisions/0008-uploads.md). */
function claim(draftId: string, ids: readonly string[]): WriteStep {
  const update = sql`update uploads set claimed = 1 where draft_id = ${draftId} and id in (${join(ids)})`;
  return Object.assign(update, { mustChange: ids.length });
}

/** Releases every other claim of the draft. */
function release(draftId: string, but: readonly string[]): Sql {
  const others = but.length === 0 ? empty : sql`and id not in (${join(but)})`;
  return sql`update uploads set claimed = 0 where draft_id = ${draftId} and claimed = 1 ${others}`;
}

/** Why a submission was not created: a unique column that is taken, else the sender's limit. */
async function conflictOf({ rows }: Store, { id, applicationId, offerId }: SubmissionRecord): Promise<Creation> {
  const isTaken = async (owner: Sql) => (await rows(sql`select 1 from submissions where ${owner}`)).length > 0;
  if (await isTaken(sql`id = ${id}`)) return 'exists';
  if (applicationId !== undefined && (await isTaken(sql`application_id = ${applicationId}`))) {
    return 'application-id-taken';
  }
  return offerId !== undefined && (await isTaken(sql`offer_id = ${offerId}`)) ? 'offer-id-taken' : 'too-many';
}

const savedOrNot = (isSaved: boolean): Saving => (isSaved ? 'saved' : 'superseded');

/** Of the unique columns only the Application ID ever changes. */
function applicationIdTaken(error: unknown): Saving {
  if (error instanceof UniqueViolation) return 'application-id-taken';
  return documentsGone(error);
}

/** Only claims must find their rows. */
function documentsGone(error: unknown): 'documents-gone' {
  if (error instanceof RowsMissing) return 'documents-gone';
  throw error;
}
