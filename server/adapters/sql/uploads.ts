import type { Kysely, Selectable } from 'kysely';
import type { UploadLedger, UploadRecord } from '../../ports/upload-ledger.ts';
import type { Tables } from './schema.ts';

/** The register of uploads over Kysely. */
export function createSqlUploadLedger(db: Kysely<Tables>): UploadLedger {
  return {
    add: async (upload) => {
      const { draftId, createdAt, sha256, ...rest } = upload;
      await db
        .insertInto('uploads')
        .values({ ...rest, draft_id: draftId, created_at: createdAt, sha256: sha256 ?? null })
        .execute();
    },
    find: async (id) => {
      const row = await db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toRecord(row);
    },
    ofDraft: async (draftId) => {
      const rows = await db
        .selectFrom('uploads')
        .selectAll()
        .where('draft_id', '=', draftId)
        .orderBy('created_at')
        .execute();
      return rows.map(toRecord);
    },
    finish: async (id, sha256) => {
      await db.updateTable('uploads').set({ sha256 }).where('id', '=', id).execute();
    },
    remove: async (id) => {
      await db.deleteFrom('uploads').where('id', '=', id).execute();
    },
    unclaimed: async (createdBefore) => {
      const rows = await db
        .selectFrom('uploads')
        .selectAll()
        .where('created_at', '<', createdBefore.toISOString())
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('submissions')
                .select('id')
                .whereRef('submissions.id', '=', 'uploads.draft_id')
                .where('purged_at', 'is', null),
            ),
          ),
        )
        .execute();
      return rows.map(toRecord);
    },
  };
}

function toRecord(row: Selectable<Tables['uploads']>): UploadRecord {
  const { draft_id, created_at, sha256, ...rest } = row;
  return { ...rest, draftId: draft_id, createdAt: created_at, ...(sha256 === null ? {} : { sha256 }) };
}
