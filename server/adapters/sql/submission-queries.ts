import type { Kysely } from 'kysely';
import { claimQueries } from './claims.ts';
import { prepared, type Slots } from './prepared.ts';
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
const PROGRESS = { id: true, before: true, version: true, stages: true, updated_at: true } as const;
const STEP = {
  ...PROGRESS,
  status: true,
  submitted_at: true,
  retry_at: true,
  retries: true,
  failing_since: true,
} as const;
const REPLACEMENT = { ...STEP, revision: true, digest: true, application_id: true, purged_at: true } as const;
const REVISION = { submission_id: true, revision: true } as const;

type Progress = Pick<SubmissionRow & { before: number }, keyof typeof PROGRESS>;
type Step = Pick<SubmissionRow & { before: number }, keyof typeof STEP>;
type Replacement = Pick<SubmissionRow & { before: number }, keyof typeof REPLACEMENT>;
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
    /** The stages of a submission that is under way before and after: each index that a write names is written, too. */
    progress: prepared<Progress>(PROGRESS, updated(db)),
    /** Where a submission stands, and nothing of what it is. */
    step: prepared<Step>(STEP, updated(db)),
    /** The same with another body. All three change nothing unless what is stored is the version before. */
    replace: prepared<Replacement>(REPLACEMENT, updated(db)),
    insertBody: prepared<Tables['bodies']>({ ...REVISION, body: true }, (row) => db.insertInto('bodies').values(row)),
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

function updated<Values extends Progress>(db: Kysely<Tables>) {
  return ({ id, before, ...changes }: Slots<Values>) =>
    db.updateTable('submissions').set(changes).where('id', '=', id).where('version', '=', before);
}
