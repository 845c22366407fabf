import { type RawBuilder, sql } from 'kysely';
import type { UploadLedger, UploadLimits, UploadRecord, UploadRefusal } from '../../ports/upload-ledger.ts';
import { integer, toUpload, toUploadRow, UPLOAD_COLUMNS, valuesOf } from './rows.ts';
import type { Store } from './store.ts';
import { AROUND_BYTES } from './upload-counts.ts';

/** The register of uploads, the same queries for SQLite and PostgreSQL. */
export function createSqlUploadLedger(store: Store): UploadLedger {
  const db = store.build;
  const uploads = db.selectFrom('uploads').select(UPLOAD_COLUMNS);
  const exactly = (id: string) => db.updateTable('uploads').where('id', '=', id);
  return {
    add: async (upload, limits) => {
      const row = toUploadRow(upload);
      if (limits === undefined) {
        await store.write([db.insertInto('uploads').values(row).compile()]);
        return undefined;
      }
      const checks = checksOf(upload, limits);
      const query = db
        .insertInto('uploads')
        .columns(Object.keys(row) as (keyof typeof row)[])
        .expression(
          db.selectNoFrom(valuesOf(row)).where(sql.join(Object.values(checks), sql` and `) as RawBuilder<boolean>),
        );
      if (await store.write([query.compile()])) return undefined;
      const asked = Object.entries(checks).map(([name, check]) =>
        sql<number>`case when ${check} then 1 else 0 end`.as(name),
      );
      const [answers = {}] = await store.rows<Partial<Record<string, number>>>(db.selectNoFrom(asked).compile());
      // Where another upload was removed meanwhile, all are met: it may come again.
      return (Object.keys(checks) as UploadRefusal[]).find((name) => answers[name] === 0) ?? 'all';
    },
    find: async (id) => {
      const [row] = await store.rows(uploads.where('id', '=', id).compile());
      return row && toUpload(row);
    },
    findHeld: async (id) => {
      const counts = [heldBy(sql.ref('uploads.client')).as('of_client'), heldBy(sql`''`).as('of_all')];
      const [row] = await store.rows(uploads.select(counts).where('id', '=', id).compile());
      return row && { upload: toUpload(row), held: { client: Number(row.of_client), all: Number(row.of_all) } };
    },
    ofDraft: async (draftId) =>
      (await store.rows(uploads.where('draft_id', '=', draftId).orderBy('created_at').compile())).map(toUpload),
    noteArrived: async (id, received, at) => {
      await store.write([exactly(id).set({ received, received_at: at.toISOString() }).compile()]);
    },
    finish: (id, sha256, at) => {
      const received = sql<number>`size`;
      return store.write([exactly(id).set({ sha256, received, received_at: at.toISOString() }).compile()]);
    },
    // One statement: a claim that is being written meanwhile comes before it or after it, never in between.
    deleteIfUnclaimed: (id) => {
      const query = db.deleteFrom('uploads').where('id', '=', id).where('claimed', '=', 0);
      return store.write([query.compile()]);
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
        .where('created_at', '<', createdBefore.toISOString());
      return (await store.rows(query.compile())).map(toUpload);
    },
  };
}

/** What a client holds by now; all under the empty name. */
const heldBy = (client: RawBuilder<unknown>) =>
  sql<string | number>`coalesce((select bytes from upload_counts where name = ${client}), 0)`;

/**
 * Announced bytes take three quarters of what is left of a limit at most: otherwise requests without a single byte would
 * keep everybody else from uploading. What goes over that is refused when its bytes come.
 */
const SHARE_FOR_OTHERS = 4;

/** What must be true of an upload to be registered; the first that is not is why it is refused. */
function checksOf(
  { draftId, slot, size, client: own }: UploadRecord,
  { draft, client: perClient, all, room, activeSince }: UploadLimits,
): Partial<Record<UploadRefusal, RawBuilder<boolean>>> {
  const client = sql`${own ?? null}`;
  const more = integer(size + AROUND_BYTES);
  const active = sql`from uploads where sha256 is null and received_at > ${activeSince.toISOString()}`;
  const reserved = sql`(select coalesce(sum(size - received), 0) ${active})`;
  const fits = (left: RawBuilder<unknown>, taken: RawBuilder<unknown>) =>
    sql<boolean>`(${more} + ${taken} <= ${left} or ${SHARE_FOR_OTHERS} * ${more} <= ${left})`;
  const others = sql`select slot, size, row_number() over (partition by slot order by created_at desc, id desc) as age
    from uploads where draft_id = ${draftId} and slot <> ${slot}`;
  return {
    done: sql`not exists (select 1 from submissions where id = ${draftId} and status = 'processed')`,
    ...(room !== undefined && {
      room: fits(integer(room), sql`(select coalesce(sum(size - received + ${AROUND_BYTES}), 0) ${active})`),
    }),
    draft: sql`(select coalesce(sum(size), 0) from (${others}) as others where age = 1) + ${integer(size)} <= ${integer(draft)}`,
    client: fits(
      sql`(${integer(perClient)} - ${heldBy(client)})`,
      sql`(select coalesce(sum(size - received), 0) ${active} and client = ${client})`,
    ),
    all: fits(sql`(${integer(all)} - ${heldBy(sql`''`)})`, reserved),
  };
}
