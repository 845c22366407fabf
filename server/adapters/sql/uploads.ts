import { type Selectable, sql } from 'kysely';
import type { UploadLedger, UploadRecord } from '../../ports/upload-ledger.ts';
import { namedByBody } from './claims.ts';
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
  claimed: true,
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
  const take = prepared<{ id: string }>({ id: true }, ({ id }) =>
    db
      .deleteFrom('uploads')
      .where('id', '=', id)
      .where('claimed', '=', 0)
      .where(({ not }) => not(namedByBody)),
  );
  return {
    add: async ({ draftId, createdAt, sha256 = null, claimed: _claimed, ...rest }) => {
      await store.write([insert({ ...rest, draft_id: draftId, created_at: createdAt, sha256, claimed: 0 })]);
    },
    find: async (id) => {
      const [row] = await store.rows(byId({ id }));
      return row && toRecord(row);
    },
    ofDraft: async (draftId) => (await store.rows(byDraft({ draftId }))).map(toRecord),
    finish: async (id, sha256) => {
      await store.write([finish({ id, sha256 })]);
    },
    // One statement: a claim that is being written meanwhile comes before it or after it, never in between.
    take: (id) => store.write([take({ id })]),
    unclaimed: async (createdBefore) => {
      const query = db
        .selectFrom('uploads')
        .selectAll()
        // Written out, so that engines look into the index of what is unclaimed.
        .where('claimed', '=', sql.lit(0))
        .where('created_at', '<', createdBefore.toISOString())
        .where(({ not }) => not(namedByBody));
      return (await store.rows(query.compile())).map(toRecord);
    },
  };
}

function toRecord(row: Selectable<Tables['uploads']>): UploadRecord {
  const { id, draft_id: draftId, slot, name, type, size, created_at: createdAt, sha256, claimed } = row;
  const facts = { id, draftId, slot, name, type, size, createdAt };
  return { ...facts, ...(sha256 === null ? {} : { sha256 }), ...(claimed === 0 ? {} : { claimed: true }) };
}
