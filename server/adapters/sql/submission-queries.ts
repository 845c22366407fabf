import type { Kysely } from 'kysely';
import { claimQueries } from './claims.ts';
import { prepared } from './prepared.ts';
import type { SubmissionRow, Tables } from './schema.ts';

const ROW: Readonly<Record<keyof SubmissionRow, true>> = {
  id: true,
  kind: true,
  version: true,
  revision: true,
  digest: true,
  status: true,
  stages: true,
  offer_id: true,
  application_id: true,
  submitted_at: true,
  retry_at: true,
  retries: true,
  failing_since: true,
  purged_at: true,
  created_at: true,
  updated_at: true,
};
const REVISION = { submission_id: true, revision: true } as const;

type Revision = Pick<Tables['bodies'], 'submission_id' | 'revision'>;

/** The queries that every submission makes, compiled once. */
export function submissionQueries(db: Kysely<Tables>) {
  return {
    insert: prepared<SubmissionRow>(ROW, (row) =>
      db
        .insertInto('submissions')
        .values(row)
        .onConflict((conflict) => conflict.doNothing()),
    ),
    /** Changes nothing unless what is stored is the version before. */
    update: prepared<SubmissionRow & { before: number }>({ ...ROW, before: true }, ({ id, before, ...changes }) =>
      db.updateTable('submissions').set(changes).where('id', '=', id).where('version', '=', before),
    ),
    /** Of a revision that has one already it takes the place: documents that were brought again have other upload ids. */
    writeBody: prepared<Tables['bodies']>({ ...REVISION, body: true }, (row) =>
      db
        .insertInto('bodies')
        .values(row)
        .onConflict((conflict) => conflict.columns(['submission_id', 'revision']).doUpdateSet({ body: row.body })),
    ),
    ...claimQueries(db),
    insertOutput: prepared<Tables['outputs']>({ ...REVISION, stage: true, output: true }, (row) =>
      db
        .insertInto('outputs')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['submission_id', 'revision', 'stage']).doUpdateSet({ output: row.output }),
        ),
    ),
    /** Changes one row, and nothing that anybody reads: whether anything can be written. */
    probe: prepared<Tables['probes']>({ part: true, at: true }, (row) =>
      db
        .insertInto('probes')
        .values(row)
        .onConflict((conflict) => conflict.column('part').doUpdateSet({ at: row.at })),
    ),
    find: prepared<{ id: string }, SubmissionRow>({ id: true }, ({ id }) =>
      db.selectFrom('submissions').selectAll().where('id', '=', id),
    ),
    body: prepared<Revision, Pick<Tables['bodies'], 'body'>>(REVISION, ({ submission_id, revision }) =>
      db
        .selectFrom('bodies')
        .select('body')
        .where('submission_id', '=', submission_id)
        .where('revision', '=', revision),
    ),
    outputs: prepared<Revision, Pick<Tables['outputs'], 'stage' | 'output'>>(REVISION, ({ submission_id, revision }) =>
      db
        .selectFrom('outputs')
        .select(['stage', 'output'])
        .where('submission_id', '=', submission_id)
        .where('revision', '=', revision),
    ),
  };
}
