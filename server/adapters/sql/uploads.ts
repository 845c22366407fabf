import { type Selectable, sql } from 'kysely';
import type { Held, UploadLedger, UploadRecord } from '../../ports/upload-ledger.ts';
import { namedByBody } from './named-by-body.ts';
import type { Tables } from './schema.ts';
import type { Store } from './store.ts';

/** The register of uploads, the same queries for SQLite and PostgreSQL. */
export function createSqlUploadLedger(store: Store): UploadLedger {
  const db = store.build;
  const sums = db
    .selectFrom('uploads')
    .select(({ fn }) => [fn.sum<Sum>('size').as('bytes'), fn.countAll<Sum>().as('uploads')]);
  return {
    add: async ({ draftId, createdAt, sha256 = null, claimed: _claimed, ...rest }, client) => {
      const row = { ...rest, draft_id: draftId, created_at: createdAt, sha256, claimed: 0, client: client ?? null };
      await store.write([db.insertInto('uploads').values(row).compile()]);
    },
    find: async (id) => {
      const [row] = await store.rows(db.selectFrom('uploads').select(COLUMNS).where('id', '=', id).compile());
      return row && toRecord(row);
    },
    ofDraft: async (draftId) => {
      const query = db.selectFrom('uploads').select(COLUMNS).where('draft_id', '=', draftId).orderBy('created_at');
      return (await store.rows(query.compile())).map(toRecord);
    },
    finish: async (id, sha256) => {
      await store.write([db.updateTable('uploads').set({ sha256 }).where('id', '=', id).compile()]);
    },
    // One statement: a claim that is being written meanwhile comes before it or after it, never in between.
    take: (id) => {
      const query = db
        .deleteFrom('uploads')
        .where('id', '=', id)
        .where('claimed', '=', 0)
        .where(({ not }) => not(namedByBody));
      return store.write([query.compile()]);
    },
    held: async () => heldIn(await store.rows(sums.compile())),
    heldBy: async (client) => heldIn(await store.rows(sums.where('client', '=', client).compile())),
    unfinished: async () => heldIn(await store.rows(sums.where('sha256', 'is', null).compile())),
    underWay: async () => {
      const query = db.selectFrom('uploads').selectAll().where('sha256', 'is', null);
      return (await store.rows(query.compile())).map(toRecord);
    },
    forgetClients: async (before) => {
      const update = db.updateTable('uploads').set({ client: null }).where('client', 'is not', null);
      await store.write([update.where('created_at', '<', before.toISOString()).compile()]);
    },
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

/** What a record is made of, by name: a newer release may have added others. */
const COLUMNS = ['id', 'draft_id', 'slot', 'name', 'type', 'size', 'created_at', 'sha256', 'claimed'] as const;

/** PostgreSQL gives sums as texts; the sum of nothing is null. */
type Sum = string | number;
type Sums = Readonly<Record<keyof Held, Sum>>;

const heldIn = ([row]: readonly Sums[]): Held => ({
  bytes: Number(row?.bytes ?? 0),
  uploads: Number(row?.uploads ?? 0),
});

function toRecord(row: Pick<Selectable<Tables['uploads']>, (typeof COLUMNS)[number]>): UploadRecord {
  const { id, draft_id: draftId, slot, name, type, size, created_at: createdAt, sha256, claimed } = row;
  const facts = { id, draftId, slot, name, type, size, createdAt };
  return { ...facts, ...(sha256 === null ? {} : { sha256 }), ...(claimed === 0 ? {} : { claimed: true }) };
}
