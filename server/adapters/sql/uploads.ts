import { type Selectable, sql } from 'kysely';
import type { Held, UploadLedger, UploadRecord } from '../../ports/upload-ledger.ts';
import { namedByBody } from './named-by-body.ts';
import type { Tables } from './schema.ts';
import type { Store } from './store.ts';

/** The register of uploads, the same queries for SQLite and PostgreSQL. */
export function createSqlUploadLedger(store: Store): UploadLedger {
  const db = store.build;
  const all = db.selectFrom('uploads');
  /** Those that are not whole are few: what is missing of them is taken from the sizes of all, in one statement. */
  const held = async (uploads: typeof all, activeSince: Date): Promise<Held> => {
    const sizes = uploads.select(({ fn }) => [fn.sum<Total>('size').as('size'), fn.countAll<Total>().as('uploads')]);
    const underWay = uploads
      .where('sha256', 'is', null)
      .select([sql<Sum>`sum(size - received)`.as('missing'), reservedSince(activeSince).as('reserved')]);
    const query = db.selectFrom([sizes.as('sizes'), underWay.as('underway')]).selectAll();
    const [row] = await store.rows(query.compile());
    const { size, missing, ...sums } = numbersIn(row);
    return { uploads: sums.uploads, bytes: size - missing, reserved: sums.reserved };
  };
  return {
    add: async ({ draftId, createdAt, sha256 = null, claimed: _claimed, ...rest }, client) => {
      const known = { ...rest, draft_id: draftId, created_at: createdAt, sha256, client: client ?? null };
      const row = { ...known, claimed: 0, received: 0, received_at: null };
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
    noteArrived: async (id, received, at) => {
      const update = db.updateTable('uploads').set({ received, received_at: at.toISOString() });
      await store.write([update.where('id', '=', id).compile()]);
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
    held: (activeSince) => held(all, activeSince),
    heldBy: (client, activeSince) => held(all.where('client', '=', client), activeSince),
    reserved: async (activeSince, but) => {
      const underWay = all.where('sha256', 'is', null).select(reservedSince(activeSince).as('reserved'));
      const query = but.length === 0 ? underWay : underWay.where('id', 'not in', but);
      const [row] = await store.rows(query.compile());
      return Number(row?.reserved ?? 0);
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
const COLUMNS = [
  ...(['id', 'draft_id', 'slot', 'name', 'type', 'size', 'created_at', 'sha256', 'claimed', 'client'] as const),
];

/** PostgreSQL gives sums as texts; the sum of nothing is null. */
type Total = string | number;
type Sum = Total | null;
type Sums = Readonly<Record<'size' | 'uploads' | 'missing' | 'reserved', Sum>>;

const numbersIn = (row: Sums | undefined) => ({
  size: Number(row?.size ?? 0),
  uploads: Number(row?.uploads ?? 0),
  missing: Number(row?.missing ?? 0),
  reserved: Number(row?.reserved ?? 0),
});

/** An upload of which nothing has come yet is as old as its creation. */
const reservedSince = (activeSince: Date) =>
  sql<Sum>`sum(case when coalesce(received_at, created_at) > ${activeSince.toISOString()} then size - received else 0 end)`;

function toRecord(row: Pick<Selectable<Tables['uploads']>, (typeof COLUMNS)[number]>): UploadRecord {
  const { id, draft_id: draftId, slot, name, type, size, created_at: createdAt, sha256, claimed, client } = row;
  return {
    ...{ id, draftId, slot, name, type, size, createdAt },
    ...(sha256 === null ? {} : { sha256 }),
    ...(claimed === 0 ? {} : { claimed: true }),
    ...(client === null ? {} : { client }),
  };
}
