import type { CompiledQuery, Kysely } from 'kysely';
import type { SubmissionRecord } from '../../ports/ledger.ts';
import type { Backlog } from '../../ports/metrics.ts';
import type { Upkeep } from '../../ports/upkeep.ts';
import { toRow } from './rows.ts';
import type { Tables } from './schema.ts';
import type { Store } from './store.ts';

/** Upkeep, the same queries for SQLite and PostgreSQL. `erase` is the engine's own. */
export function createSqlUpkeep(store: Store, erase: Upkeep['erase'] = async () => undefined): Upkeep {
  const db = store.build;
  return {
    backlog: () => backlogOf(store),
    requestRetry: async ({ id, resend }) => {
      const resends = resend ? 1 : 0;
      const query = db
        .insertInto('retry_requests')
        .values({ id, resend: resends })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ resend: resends }));
      await store.write([query.compile()]);
    },
    retryRequests: async () => {
      const rows = await store.rows(db.selectFrom('retry_requests').selectAll().compile());
      return rows.map(({ id, resend }) => ({ id, resend: resend === 1 }));
    },
    forgetRetry: async (id) => {
      await store.write([db.deleteFrom('retry_requests').where('id', '=', id).compile()]);
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
    erase,
  };
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

/** The states of what is not processed, by name: only so do engines look into the index of these few. */
export const UNFINISHED = ['processing', 'error'] as const;

/** One pass over what is unfinished, which the index of unfinished submissions holds. */
async function backlogOf({ build, rows }: Store): Promise<Backlog> {
  const unfinished = await rows(
    build
      .selectFrom('submissions')
      .select(['status', 'retry_at', 'stages', 'created_at'])
      .where('status', '!=', 'processed')
      .where('status', 'in', UNFINISHED)
      .where('purged_at', 'is', null)
      .compile(),
  );
  const counts = { processing: 0, waiting: 0, stopped: 0, held: 0 };
  let oldest: string | undefined;
  for (const row of unfinished) {
    const state = stateOf(row);
    counts[state] += 1;
    const isOurs = state === 'processing' || state === 'waiting';
    if (isOurs && (oldest === undefined || row.created_at < oldest)) oldest = row.created_at;
  }
  return { ...counts, ...(oldest === undefined ? {} : { oldest }) };
}

function stateOf(row: Pick<Tables['submissions'], 'status' | 'retry_at' | 'stages'>) {
  if (row.status === 'processing') return 'processing';
  if (row.retry_at !== null) return 'waiting';
  const stages: readonly { readonly held?: boolean }[] = JSON.parse(row.stages);
  return stages.some(({ held }) => held) ? 'held' : 'stopped';
}
