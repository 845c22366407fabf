import type { CompiledQuery, Kysely } from 'kysely';
import { type RecordRow, SUBMISSION_COLUMNS } from './rows.ts';
import type { SubmissionRow, Tables } from './schema.ts';
import type { WriteStep } from './store.ts';

type BodyRow = Tables['bodies'];
type OutputRow = Tables['outputs'];
type Revision = Pick<BodyRow, 'submission_id' | 'revision'>;

/** The queries that every submission makes, in the words of the engine that `db` was opened for. */
export function submissionQueries(db: Kysely<Tables>) {
  return {
    insert: (row: SubmissionRow): CompiledQuery =>
      db
        .insertInto('submissions')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .compile(),
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
