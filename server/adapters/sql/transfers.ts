import type { TransferLedger } from '../../ports/transfer-ledger.ts';
import type { Store } from './store.ts';

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
