import { type Selectable, sql } from 'kysely';
import type { Held, UploadLedger, UploadRecord } from '../../ports/upload-ledger.ts';
import { namedByBody } from './named-by-body.ts';
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
  client: true,
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
  const sums = db
    .selectFrom('uploads')
    .select(({ fn }) => [fn.sum<Sum>('size').as('bytes'), fn.countAll<Sum>().as('uploads')]);
  const ofClient = prepared<{ client: string }, Sums>({ client: true }, ({ client }) =>
    sums.where('client', '=', client),
  );
  const all = sums.compile();
  const ofUnfinished = sums.where('sha256', 'is', null).compile();
  const take = prepared<{ id: string }>({ id: true }, ({ id }) =>
    db
      .deleteFrom('uploads')
      .where('id', '=', id)
      .where('claimed', '=', 0)
      .where(({ not }) => not(namedByBody)),
  );
  return {
    add: async ({ draftId, createdAt, sha256 = null, claimed: _claimed, ...rest }, client) => {
      const row = { ...rest, draft_id: draftId, created_at: createdAt, sha256, claimed: 0, client: client ?? null };
      await store.write([insert(row)]);
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
    held: async () => heldIn(await store.rows(all)),
    heldBy: async (client) => heldIn(await store.rows(ofClient({ client }))),
    unfinished: async () => heldIn(await store.rows(ofUnfinished)),
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

/** PostgreSQL gives sums as texts; the sum of nothing is null. */
type Sum = string | number;
type Sums = Readonly<Record<keyof Held, Sum>>;

const heldIn = ([row]: readonly Sums[]): Held => ({
  bytes: Number(row?.bytes ?? 0),
  uploads: Number(row?.uploads ?? 0),
});

function toRecord(row: Selectable<Tables['uploads']>): UploadRecord {
  const { id, draft_id: draftId, slot, name, type, size, created_at: createdAt, sha256, claimed } = row;
  const facts = { id, draftId, slot, name, type, size, createdAt };
  return { ...facts, ...(sha256 === null ? {} : { sha256 }), ...(claimed === 0 ? {} : { claimed: true }) };
}
