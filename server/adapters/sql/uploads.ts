import type { Selectable } from 'kysely';
import type { UploadLedger, UploadRecord } from '../../ports/upload-ledger.ts';
import { prepared } from './prepared.ts';
import type { Tables } from './schema.ts';
import type { Store } from './store.ts';

type Row = Tables['uploads'];

const ROW: Readonly<Record<keyof Row, true>> = {
  id: true,
  draft_id: true,
  slot: true,
  name: true,
  type: true,
  size: true,
  created_at: true,
  sha256: true,
};

/** The register of uploads, the same queries for SQLite and PostgreSQL. */
export function createSqlUploadLedger(store: Store): UploadLedger {
  const db = store.build;
  const insert = prepared<Row>(ROW, (row) => db.insertInto('uploads').values(row));
  const byId = prepared<{ id: string }, Row>({ id: true }, ({ id }) =>
    db.selectFrom('uploads').selectAll().where('id', '=', id),
  );
  const byDraft = prepared<{ draftId: string }, Row>({ draftId: true }, ({ draftId }) =>
    db.selectFrom('uploads').selectAll().where('draft_id', '=', draftId).orderBy('created_at'),
  );
  const finish = prepared<{ id: string; sha256: string }>({ id: true, sha256: true }, ({ id, sha256 }) =>
    db.updateTable('uploads').set({ sha256 }).where('id', '=', id),
  );
  return {
    add: async ({ draftId, createdAt, sha256 = null, ...rest }) => {
      await store.write([insert({ ...rest, draft_id: draftId, created_at: createdAt, sha256 })]);
    },
    find: async (id) => {
      const [row] = await store.rows(byId({ id }));
      return row && toRecord(row);
    },
    ofDraft: async (draftId) => (await store.rows(byDraft({ draftId }))).map(toRecord),
    finish: async (id, sha256) => {
      await store.write([finish({ id, sha256 })]);
    },
    remove: async (id) => {
      await store.write([db.deleteFrom('uploads').where('id', '=', id).compile()]);
    },
    unclaimed: async (createdBefore) => {
      const query = db
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
        );
      return (await store.rows(query.compile())).map(toRecord);
    },
  };
}

function toRecord(row: Selectable<Tables['uploads']>): UploadRecord {
  const { id, draft_id: draftId, slot, name, type, size, created_at: createdAt, sha256 } = row;
  const facts = { id, draftId, slot, name, type, size, createdAt };
  return sha256 === null ? facts : { ...facts, sha256 };
}
