import sql, { empty, join, raw } from 'sql-template-tag';
import type { TransferKind, TransferState } from '#contract/transfers.ts';
import type { Store } from './store.ts';

/** The stored state of a transfer. It has no key for the content. */
export interface TransferRecord {
  readonly id: string;
  readonly kind: TransferKind;
  /** SHA-256, in hex, of the secret of each device. */
  readonly reader: string;
  readonly writer: string;
  /** The same of the secret by which one device has claimed a draft. */
  readonly claim: string | null;
  readonly maxBytes: number;
  readonly state: TransferState;
  /** The upload with the content, complete or not. */
  readonly uploadId: string | null;
  readonly expiresAt: string;
}

/** A change of a transfer, and the condition for it. */
interface TransferMove {
  readonly from: readonly TransferState[];
  /** Only while this is its upload. */
  readonly fromUpload?: string | null;
  readonly to: TransferState;
  readonly upload?: string;
  readonly claim?: string;
}

export interface TransferLedger {
  add(transfer: TransferRecord): Promise<void>;
  find(id: string): Promise<TransferRecord | undefined>;
  /** Makes the change if the condition holds; returns whether it did. Of several at once, one succeeds. */
  move(id: string, move: TransferMove): Promise<boolean>;
  /** Ids of those that expired before that moment, oldest first, `limit` at most. */
  expired(before: Date, limit: number): Promise<readonly string[]>;
  remove(id: string): Promise<void>;
}

/** By name: a newer release may have added others. */
const COLUMNS = raw(
  'id, kind, reader, writer, claim, max_bytes as "maxBytes", state, upload_id as "uploadId", expires_at as "expiresAt"',
);

/** Stores transfers in the table `relays`, with the same statements on SQLite and PostgreSQL. */
export function createSqlTransferLedger({ rows, write }: Store): TransferLedger {
  return {
    add: async ({ id, kind, reader, writer, claim, maxBytes, state, uploadId, expiresAt }) => {
      const values = [id, kind, reader, writer, claim, maxBytes, state, uploadId, expiresAt];
      await write([
        sql`insert into relays (id, kind, reader, writer, claim, max_bytes, state, upload_id, expires_at)
          values (${join(values)})`,
      ]);
    },
    find: async (id) => (await rows<TransferRecord>(sql`select ${COLUMNS} from relays where id = ${id}`))[0],
    // One statement, so that the second of two simultaneous changes sees the first one.
    move: (id, { from, fromUpload, to, upload, claim }) => {
      const changes = [
        sql`state = ${to}`,
        ...(upload === undefined ? [] : [sql`upload_id = ${upload}`]),
        ...(claim === undefined ? [] : [sql`claim = ${claim}`]),
      ];
      const ofUpload = fromUpload === null ? sql`and upload_id is null` : sql`and upload_id = ${fromUpload}`;
      return write([
        sql`update relays set ${join(changes)} where id = ${id} and state in (${join(from)})
          ${fromUpload === undefined ? empty : ofUpload}`,
      ]);
    },
    expired: async (before, limit) => {
      const query = sql`select id from relays where expires_at <= ${before.toISOString()}
        order by expires_at limit ${limit}`;
      return (await rows<{ id: string }>(query)).map(({ id }) => id);
    },
    remove: async (id) => {
      await write([sql`delete from relays where id = ${id}`]);
    },
  };
}
