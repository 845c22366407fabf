import { type CompiledQuery, type Kysely, sql } from 'kysely';
import type { Sender } from '../../ports/ledger.ts';
import type { UploadRecord } from '../../ports/upload-ledger.ts';
import { type RecordRow, SUBMISSION_COLUMNS, toUpload, UPLOAD_COLUMNS, type UploadRow, valuesOf } from './rows.ts';
import type { SubmissionRow, Tables } from './schema.ts';
import type { WriteStep } from './store.ts';

type BodyRow = Tables['bodies'];
type OutputRow = Tables['outputs'];
type Revision = Pick<BodyRow, 'submission_id' | 'revision'>;

/** The queries that every submission makes, in the words of the engine that `db` was opened for. */
export function submissionQueries(db: Kysely<Tables>) {
  return {
    /** Changes nothing where a unique column is taken, or its sender has sent as many as they may. */
    insert: (record: RecordRow, sender: Sender | undefined): CompiledQuery => {
      const row: SubmissionRow = { ...record, client: sender?.client ?? null };
      const sent = sql`select count(*) from submissions where client = ${sender?.client}
        and created_at > ${sender?.since.toISOString()}`;
      const mayBeSent = sender ? sql<boolean>`(${sent}) < ${sender.limit}` : sql<boolean>`1 = 1`;
      return db
        .insertInto('submissions')
        .columns(Object.keys(row) as (keyof SubmissionRow)[])
        .expression(db.selectNoFrom(valuesOf(row)).where(mayBeSent))
        .onConflict((conflict) => conflict.doNothing())
        .compile();
    },
    /** Changes nothing unless what is stored is the version before. */
    update: ({ id, ...changes }: RecordRow): CompiledQuery =>
      db
        .updateTable('submissions')
        .set(changes)
        .where('id', '=', id)
        .where('version', '=', changes.version - 1)
        .compile(),
    find: (id: string): CompiledQuery<RecordRow> =>
      db.selectFrom('submissions').select(SUBMISSION_COLUMNS).where('id', '=', id).compile(),
    findWithUploads: (id: string) =>
      db
        .selectFrom(sql<{ id: string }>`(select cast(${id} as text) as id)`.as('asked'))
        .leftJoin('submissions', 'submissions.id', 'asked.id')
        .leftJoin('uploads', 'uploads.draft_id', 'asked.id')
        .select(SUBMISSION_COLUMNS.map((name) => `submissions.${name}` as const))
        .select(UPLOAD_COLUMNS.map((name) => `uploads.${name} as upload_${name}` as const))
        .orderBy('uploads.created_at')
        .compile(),
    findWithBody: (id: string): CompiledQuery<RecordRow & { readonly body: string | null }> =>
      db
        .selectFrom('submissions')
        .leftJoin('bodies', (join) =>
          join
            .onRef('bodies.submission_id', '=', 'submissions.id')
            .onRef('bodies.revision', '=', 'submissions.revision'),
        )
        .select(SUBMISSION_COLUMNS.map((name) => `submissions.${name}` as const))
        .select('bodies.body')
        .where('submissions.id', '=', id)
        .compile(),

    /** Replaces the body of a revision that has one: documents that were attached again have other upload ids. */
    writeBody: (row: BodyRow): CompiledQuery =>
      db
        .insertInto('bodies')
        .values(row)
        .onConflict((conflict) => conflict.columns(['submission_id', 'revision']).doUpdateSet({ body: row.body }))
        .compile(),
    body: ({ submission_id, revision }: Revision): CompiledQuery<Pick<BodyRow, 'body'>> =>
      db
        .selectFrom('bodies')
        .select('body')
        .where('submission_id', '=', submission_id)
        .where('revision', '=', revision)
        .compile(),

    writeOutput: (row: OutputRow): CompiledQuery =>
      db
        .insertInto('outputs')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['submission_id', 'revision', 'stage']).doUpdateSet({ output: row.output }),
        )
        .compile(),
    outputs: ({ submission_id, revision }: Revision): CompiledQuery<Pick<OutputRow, 'stage' | 'output'>> =>
      db
        .selectFrom('outputs')
        .select(['stage', 'output'])
        .where('submission_id', '=', submission_id)
        .where('revision', '=', revision)
        .compile(),

    /** Claims all of these uploads of a draft, or nothing is written (docs/decisions/0008-uploads.md). */
    claim: (draftId: string, ids: readonly string[]): WriteStep => ({
      ...db.updateTable('uploads').set({ claimed: 1 }).where('draft_id', '=', draftId).where('id', 'in', ids).compile(),
      mustChange: ids.length,
    }),
    /** Gives up every claim of the draft but these. */
    release: (draftId: string, but: readonly string[]): CompiledQuery => {
      const all = db
        .updateTable('uploads')
        .set({ claimed: 0 })
        .where('draft_id', '=', draftId)
        .where('claimed', '=', 1);
      return (but.length === 0 ? all : all.where('id', 'not in', but)).compile();
    },

    /** Changes one row that nobody reads, to find out whether anything can be written. */
    probe: (row: Tables['probes']): CompiledQuery =>
      db
        .insertInto('probes')
        .values(row)
        .onConflict((conflict) => conflict.column('part').doUpdateSet({ at: row.at }))
        .compile(),
  };
}

/** The upload in a row of `findWithUploads` that has one. */
export function uploadIn(
  row: { readonly [Name in `upload_${keyof UploadRow}`]: UploadRow[keyof UploadRow] | null },
): UploadRecord {
  const columns = UPLOAD_COLUMNS.map((name) => [name, row[`upload_${name}`]]);
  return toUpload(Object.fromEntries(columns));
}
