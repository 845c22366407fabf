import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { UploadLedger, UploadLimits, UploadRecord, UploadRefusal } from '../../ports/upload-ledger.ts';
import { insertIf, integer, toUpload, UPLOAD_COLUMNS, type UploadRow } from './rows.ts';
import type { Store } from './store.ts';
import { AROUND_BYTES } from './upload-counts.ts';

export function createSqlUploadLedger({ rows, write }: Store): UploadLedger {
  const found = async (condition: Sql) =>
    (await rows<UploadRow>(sql`select ${UPLOAD_COLUMNS} from uploads where ${condition}`)).map(toUpload);
  return {
    add: async (upload, limits) => {
      const checks = limits === undefined ? {} : checksOf(upload, limits);
      if (await write([insertIf(join([sql`1 = 1`, ...Object.values(checks)], ' and '), 'uploads', cellsOf(upload))])) {
        return undefined;
      }
      const asked = Object.entries(checks).map(
        ([name, check]) => sql`case when ${check} then 1 else 0 end as ${raw(`"${name}"`)}`,
      );
      const [answers = {}] = await rows<Partial<Record<string, number>>>(sql`select ${join(asked)}`);
      // If another upload was removed in between, all limits are met, and a retry may succeed.
      return (Object.keys(checks) as UploadRefusal[]).find((name) => answers[name] === 0) ?? 'all';
    },
    find: async (id) => (await found(sql`id = ${id}`))[0],
    findHeld: async (id) => {
      const [row] = await rows<UploadRow & Held>(sql`select ${UPLOAD_COLUMNS},
        ${heldBy(sql`uploads.client`)} as "ofClient", ${heldBy(sql`''`)} as "ofAll" from uploads where id = ${id}`);
      return row && { upload: toUpload(row), held: { client: Number(row.ofClient), all: Number(row.ofAll) } };
    },
    ofDraft: (draftId) => found(sql`draft_id = ${draftId} order by created_at`),
    noteArrived: async (id, received, at) => {
      await write([sql`update uploads set received = ${received}, received_at = ${at.toISOString()} where id = ${id}`]);
    },
    finish: (id, sha256, at) =>
      write([
        sql`update uploads set sha256 = ${sha256}, received = size, received_at = ${at.toISOString()} where id = ${id}`,
      ]),
    // One statement: a concurrent claim comes before or after it, never in between.
    deleteIfUnclaimed: (id) => write([sql`delete from uploads where id = ${id} and claimed = 0`]),
    forgetClients: async (before) => {
      const old = sql`client is not null and created_at < ${before.toISOString()}`;
      await write([sql`update uploads set client = null where ${old}`]);
    },
    unclaimed: (createdBefore) => found(sql`claimed = 0 and created_at < ${createdBefore.toISOString()}`),
  };
}

interface Held {
  readonly ofClient: string | number;
  readonly ofAll: string | number;
}

const cellsOf = ({
  id,
  draftId,
  slot,
  name,
  type,
  size,
  createdAt,
  announcedSha256,
  sha256,
  client,
}: UploadRecord) => ({
  ...{ id, draft_id: draftId, slot, name, type, size, created_at: createdAt },
  ...{ announced_sha256: announcedSha256 ?? null, sha256: sha256 ?? null, client: client ?? null },
  ...{ claimed: 0, received: 0, received_at: createdAt },
});

/** The current usage by client; the empty name is the total. */
const heldBy = (client: Sql) => sql`coalesce((select bytes from upload_counts where name = ${client}), 0)`;

/**
 * Announced bytes may reserve at most three quarters of the remaining limit: otherwise requests without a single byte
 * would block all other uploads. Bytes over the limit are refused when they arrive.
 */
const SHARE_FOR_OTHERS = 4;

/** The conditions to register an upload; the first false one is the reason for the refusal. */
function checksOf(
  { draftId, slot, size, client: own }: UploadRecord,
  { draft, client: perClient, all, room, activeSince }: UploadLimits,
): Partial<Record<UploadRefusal, Sql>> {
  const client = sql`${own ?? null}`;
  const more = integer(size + AROUND_BYTES);
  const active = sql`from uploads where sha256 is null and received_at > ${activeSince.toISOString()}`;
  const reserved = sql`(select coalesce(sum(size - received), 0) ${active})`;
  const fits = (left: Sql, reservedOfIt: Sql) =>
    sql`(${more} + ${reservedOfIt} <= ${left} or ${SHARE_FOR_OTHERS} * ${more} <= ${left})`;
  const others = sql`select slot, size, row_number() over (partition by slot order by created_at desc, id desc) as age
    from uploads where draft_id = ${draftId} and slot <> ${slot}`;
  return {
    done: sql`not exists (select 1 from submissions where id = ${draftId} and status = 'processed')`,
    ...(room !== undefined && {
      room: fits(integer(room), sql`(select coalesce(sum(size - received + ${AROUND_BYTES}), 0) ${active})`),
    }),
    draft: sql`(select coalesce(sum(size), 0) from (${others}) as others where age = 1) + ${integer(size)}
      <= ${integer(draft)}`,
    client: fits(
      sql`(${integer(perClient)} - ${heldBy(client)})`,
      sql`(select coalesce(sum(size - received), 0) ${active} and client = ${client})`,
    ),
    all: fits(sql`(${integer(all)} - ${heldBy(sql`''`)})`, reserved),
  };
}
