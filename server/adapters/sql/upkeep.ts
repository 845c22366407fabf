import type { Kysely } from 'kysely';
import type { Backlog } from '../../ports/metrics.ts';
import type { Upkeep } from '../../ports/upkeep.ts';
import { toRecord, toRow } from './rows.ts';
import type { Tables } from './schema.ts';

/** Upkeep over Kysely, the same queries for SQLite and PostgreSQL. `erase` is the engine's own. */
export function createSqlUpkeep(db: Kysely<Tables>, erase: Upkeep['erase'] = async () => undefined): Upkeep {
  return {
    backlog: () => backlogOf(db),
    list: async ({ all, limit }) => {
      let query = db.selectFrom('submissions').selectAll();
      if (!all) query = query.where('status', '!=', 'processed').where('purged_at', 'is', null);
      const rows = await query.orderBy('updated_at').limit(limit).execute();
      return rows.map(toRecord);
    },
    requestRetry: async ({ id, resend }) => {
      const resends = resend ? 1 : 0;
      await db
        .insertInto('retry_requests')
        .values({ id, resend: resends })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ resend: resends }))
        .execute();
    },
    retryRequests: async () => {
      const rows = await db.selectFrom('retry_requests').selectAll().execute();
      return rows.map(({ id, resend }) => ({ id, resend: resend === 1 }));
    },
    forgetRetry: async (id) => {
      await db.deleteFrom('retry_requests').where('id', '=', id).execute();
    },
    expired: async (before, limit) => {
      const rows = await db
        .selectFrom('submissions')
        .select('id')
        .where('purged_at', 'is', null)
        .where('updated_at', '<', before.toISOString())
        .where('status', '!=', 'processing')
        .where('retry_at', 'is', null)
        .orderBy('updated_at')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },
    strip: (record) =>
      db.transaction().execute(async (trx) => {
        const { id, ...changes } = toRow(record);
        const { numUpdatedRows } = await trx
          .updateTable('submissions')
          .set(changes)
          .where('id', '=', id)
          .where('version', '=', record.version - 1)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return 'superseded';
        await trx.deleteFrom('bodies').where('submission_id', '=', id).execute();
        await trx.deleteFrom('outputs').where('submission_id', '=', id).execute();
        return 'saved';
      }),
    erase,
  };
}

/** One pass over what is unfinished, which the index of unfinished submissions holds. */
async function backlogOf(db: Kysely<Tables>): Promise<Backlog> {
  const rows = await db
    .selectFrom('submissions')
    .select(['status', 'retry_at', 'stages', 'created_at'])
    .where('status', '!=', 'processed')
    .where('purged_at', 'is', null)
    .execute();
  const counts = { processing: 0, waiting: 0, stopped: 0, held: 0 };
  let oldest: string | undefined;
  for (const row of rows) {
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
