import type { TransferKind, TransferState } from '#contract/transfers.ts';
import type { Store } from './store.ts';

/** A transfer as the server remembers it: nothing in it opens what it carries. */
export interface TransferRecord {
  readonly id: string;
  readonly kind: TransferKind;
  /** SHA-256, in hex, of the secret of each device. */
  readonly reader: string;
  readonly writer: string;
  /** The same of the secret by which one device has claimed a draft. */
  readonly claim: string | null;
  /** Bytes that the sealed content may have. */
  readonly maxBytes: number;
  readonly state: TransferState;
  /** The upload that holds the content, or that is receiving it. */
  readonly uploadId: string | null;
  /** ISO date-time. */
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

/** Stores transfers. */
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
const COLUMNS = [
  'id',
  'kind',
  'reader',
  'writer',
  'claim',
  'max_bytes as maxBytes',
  'state',
  'upload_id as uploadId',
  'expires_at as expiresAt',
] as const;

/** Stores transfers in the table `relays`, with the same queries on SQLite and PostgreSQL. */
export function createSqlTransferLedger(store: Store): TransferLedger {
  const db = store.build;
  return {
    add: async ({ maxBytes, uploadId, expiresAt, ...same }) => {
      const row = { ...same, max_bytes: maxBytes, upload_id: uploadId, expires_at: expiresAt };
      await store.write([db.insertInto('relays').values(row).compile()]);
    },
    find: async (id) => {
      const [found] = await store.rows(db.selectFrom('relays').select(COLUMNS).where('id', '=', id).compile());
      return found;
    },
    // One statement: of two at the same moment, the second one sees what the first one has written.
    move: (id, { from, fromUpload, to, upload, claim }) => {
      let query = db
        .updateTable('relays')
        .set({ state: to, ...(upload !== undefined && { upload_id: upload }), ...(claim !== undefined && { claim }) })
        .where('id', '=', id)
        .where('state', 'in', from);
      if (fromUpload !== undefined) query = query.where('upload_id', fromUpload === null ? 'is' : '=', fromUpload);
      return store.write([query.compile()]);
    },
    expired: async (before, limit) => {
      const query = db
        .selectFrom('relays')
        .select('id')
        .where('expires_at', '<=', before.toISOString())
        .orderBy('expires_at')
        .limit(limit);
      return (await store.rows(query.compile())).map(({ id }) => id);
    },
    remove: async (id) => {
      await store.write([db.deleteFrom('relays').where('id', '=', id).compile()]);
    },
  };
}
