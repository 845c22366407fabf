import type { RelayLedger, RelayRecord } from '../../ports/relay-ledger.ts';
import type { Tables } from './schema.ts';
import type { Store } from './store.ts';

/** The register of relays, the same queries for SQLite and PostgreSQL. */
export function createSqlRelayLedger(store: Store): RelayLedger {
  const db = store.build;
  return {
    add: async (relay) => {
      await store.write([db.insertInto('relays').values(toRow(relay)).compile()]);
    },
    find: async (id) => {
      const [row] = await store.rows(db.selectFrom('relays').select(COLUMNS).where('id', '=', id).compile());
      return row && toRecord(row);
    },
    // One statement: of two that are made at once the second finds what the first has written.
    move: (id, { from, fromUpload, to, upload, claim }) => {
      let query = db
        .updateTable('relays')
        .set({ state: to, ...(upload !== undefined && { upload_id: upload }), ...(claim !== undefined && { claim }) })
        .where('id', '=', id)
        .where('state', 'in', from);
      if (fromUpload !== undefined) query = query.where('upload_id', '=', fromUpload);
      return store.write([query.compile()]);
    },
    expired: async (before, limit) => {
      const query = db
        .selectFrom('relays')
        .select(COLUMNS)
        .where('expires_at', '<=', before.toISOString())
        .orderBy('expires_at')
        .limit(limit);
      return (await store.rows(query.compile())).map(toRecord);
    },
    forget: async (id) => {
      await store.write([db.deleteFrom('relays').where('id', '=', id).compile()]);
    },
  };
}

/** By name: a newer release may have added others. */
const COLUMNS = ['id', 'reader', 'writer', 'max_bytes', 'state', 'upload_id', 'expires_at', 'kind', 'claim'] as const;

const toRow = ({ id, kind, reader, writer, maxBytes, state, uploadId, claim, expiresAt }: RelayRecord) => ({
  id,
  reader,
  writer,
  max_bytes: maxBytes,
  state,
  upload_id: uploadId ?? null,
  expires_at: expiresAt,
  kind,
  claim: claim ?? null,
});

function toRecord(row: Tables['relays']): RelayRecord {
  const {
    id,
    kind,
    reader,
    writer,
    max_bytes: maxBytes,
    state,
    upload_id: uploadId,
    claim,
    expires_at: expiresAt,
  } = row;
  const known = { id, kind, reader, writer, maxBytes, state, expiresAt };
  return { ...known, ...(uploadId !== null && { uploadId }), ...(claim !== null && { claim }) };
}
