import { type CompiledQuery, type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { StageName } from '#domain/submission/stages.ts';
import type { StageRecord, SubmissionRecord } from '../../ports/ledger.ts';
import type { Backlog, RetryRequest, Share, Upkeep } from '../../ports/upkeep.ts';
import { toRow } from './rows.ts';
import type { Tables } from './schema.ts';
import { hasSkipped } from './skipped.ts';
import type { Store } from './store.ts';

/** Upkeep, the same queries for SQLite and PostgreSQL. `truncateLog` is the engine's own. */
export function createSqlUpkeep(store: Store, truncateLog: Upkeep['truncateLog'] = async () => undefined): Upkeep {
  const db = store.build;
  return {
    backlog: () => backlogOf(store),
    requestRetry: async ({ id, resend, documents }) => {
      const resends = documents ? DOCUMENTS : resend ? RESEND : 0;
      const query = db
        .insertInto('retry_requests')
        .values({ id, resend: resends })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ resend: resends }));
      await store.write([query.compile()]);
    },
    retryRequests: async () => {
      const rows = await store.rows(db.selectFrom('retry_requests').selectAll().compile());
      return rows.map(
        ({ id, resend }): RetryRequest => ({
          id,
          resend: resend === RESEND,
          ...(resend === DOCUMENTS ? { documents: true } : {}),
        }),
      );
    },
    forgetRetry: async (id) => {
      await store.write([db.deleteFrom('retry_requests').where('id', '=', id).compile()]);
    },
    misconfigured: async () => {
      const query = db
        .selectFrom('submissions')
        .select('id')
        .where('status', '=', 'error')
        .where('purged_at', 'is', null)
        .where('stages', 'like', MISCONFIGURED);
      return (await store.rows(query.compile())).map(({ id }) => id);
    },
    countExpired: (before) => {
      const withData = db.selectFrom('submissions').where('purged_at', 'is', null);
      return shareOf(store, withData.where('updated_at', '<', before.toISOString()), withData);
    },
    countUnclaimed: (before) => {
      const uploads = db.selectFrom('uploads');
      // Written out, so that engines look into the index of what is unclaimed.
      const unclaimed = uploads.where('claimed', '=', sql.lit(0));
      return shareOf(store, unclaimed.where('created_at', '<', before.toISOString()), uploads);
    },
    expired: async (before, limit) => {
      const query = db
        .selectFrom('submissions')
        .select('id')
        .where('purged_at', 'is', null)
        .where('updated_at', '<', before.toISOString())
        .where('status', '!=', 'processing')
        .where('retry_at', 'is', null)
        .orderBy('updated_at')
        .limit(limit);
      return (await store.rows(query.compile())).map(({ id }) => id);
    },
    strip: async (record) => ((await store.write(stripping(db, record))) ? 'saved' : 'superseded'),
    truncateLog,
  };
}

/** As the stages are written: no text of theirs can have it. */
const MISCONFIGURED = '%"misconfigured":true%';

/** What `resend` says in a row. */
const RESEND = 1;
const DOCUMENTS = 2;
type Counted = SelectQueryBuilder<Tables, 'submissions' | 'uploads', object>;

async function shareOf({ build, rows }: Store, removed: Counted, all: Counted): Promise<Share> {
  const count = async (query: Counted, limit: number) => {
    const some = query.select(sql.lit(1).as('one')).limit(limit).as('some');
    const counting = build.selectFrom(some).select(({ fn }) => fn.countAll<string | number>().as('n'));
    return Number((await rows(counting.compile()))[0]?.n);
  };
  const removing = await count(removed, Number.MAX_SAFE_INTEGER);
  return { removing, kept: await count(all, removing * 20 + 1) };
}

/** Writes the record, if what is stored is the version before it, and removes what else there is of it. */
export function stripping(db: Kysely<Tables>, record: SubmissionRecord): readonly CompiledQuery[] {
  const { id, ...changes } = toRow(record);
  return [
    db
      .updateTable('submissions')
      .set({ ...changes, client: null })
      .where('id', '=', id)
      .where('version', '=', record.version - 1)
      .compile(),
    db.deleteFrom('bodies').where('submission_id', '=', id).compile(),
    db.deleteFrom('outputs').where('submission_id', '=', id).compile(),
    db.updateTable('uploads').set({ claimed: 0 }).where('draft_id', '=', id).compile(),
  ];
}

/**
 * The states of what is not processed. The index of these few is used by a query that has its condition word for word
 * (`status <> 'processed'`) and names the states as well.
 */
export const UNFINISHED = ['processing', 'error'] as const;

/** Counted by the database, since there may be many after an outage. The index of unfinished submissions finds them. */
async function backlogOf({ build, rows }: Store): Promise<Backlog> {
  // What an error quotes has its quotation marks escaped, so that it never looks like this.
  const isHeld = sql<boolean>`stages like '%"held":true%'`;
  const state = sql<'processing' | 'waiting' | 'held' | 'stopped'>`case when status = 'processing' then 'processing'
    when retry_at is not null then 'waiting' when ${isHeld} then 'held' else 'stopped' end`;
  const counted = await rows(
    build
      .selectFrom('submissions')
      .select(({ fn }) => [
        state.as('state'),
        fn.countAll<number | string>().as('count'),
        fn.min('created_at').as('oldest'),
      ])
      .where('status', '!=', 'processed')
      .where('status', 'in', UNFINISHED)
      .where('purged_at', 'is', null)
      .groupBy(state)
      .compile(),
  );
  const { misconfigured, stoppedAt } = await repairsOf({ build, rows });
  const documentsSkipped = await skippedOf({ build, rows });
  const counts = { processing: 0, waiting: 0, stopped: 0, held: 0 };
  // PostgreSQL's counts come as text.
  for (const row of counted) counts[row.state] = Number(row.count);
  const ours = counted.filter((row) => row.state === 'processing' || row.state === 'waiting');
  const [oldest] = ours.map((row) => row.oldest).toSorted();
  return { ...counts, misconfigured, stoppedAt, documentsSkipped, ...(oldest === undefined ? {} : { oldest }) };
}

/** What waits for the applicant, the staff or the college, by the stage that failed. */
async function repairsOf({ build, rows }: Pick<Store, 'build' | 'rows'>) {
  const found = await rows(
    build
      .selectFrom('submissions')
      .select(['retry_at', 'stages'])
      // Both, so that the index of what is not processed is used.
      .where('status', '!=', 'processed')
      .where('status', '=', 'error')
      .where('purged_at', 'is', null)
      .where((where) => where.or([where('retry_at', 'is', null), where('stages', 'like', MISCONFIGURED)]))
      .compile(),
  );
  const stoppedAt: Partial<Record<StageName, number>> = {};
  let misconfigured = 0;
  for (const { retry_at, stages } of found) {
    const failed: readonly StageRecord[] = JSON.parse(stages);
    const stage = failed.find(({ state }) => state === 'error');
    if (stage?.misconfigured) misconfigured += 1;
    if (stage && retry_at === null && !stage.held) stoppedAt[stage.name] = (stoppedAt[stage.name] ?? 0) + 1;
  }
  return { misconfigured, stoppedAt };
}

async function skippedOf({ build, rows }: Pick<Store, 'build' | 'rows'>): Promise<number> {
  const query = build
    .selectFrom('submissions')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('status', '=', 'processed')
    .where('purged_at', 'is', null)
    .where(hasSkipped);
  const [row] = await rows(query.compile());
  return Number(row?.count ?? 0);
}
