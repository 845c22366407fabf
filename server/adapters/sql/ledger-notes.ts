import type { LedgerNotes } from '../../ports/ledger-notes.ts';
import type { Store } from './store.ts';

/** Notes among the ledger's facts. */
export function createSqlNotes(store: Store): LedgerNotes {
  const db = store.build;
  return {
    read: async (name) => {
      const query = db.selectFrom('ledger_facts').select('value').where('name', '=', name);
      return (await store.rows(query.compile()))[0]?.value;
    },
    write: async (name, value) => {
      const query = db
        .insertInto('ledger_facts')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }));
      await store.write([query.compile()]);
    },
    remove: async (...names) => {
      await store.write([db.deleteFrom('ledger_facts').where('name', 'in', names).compile()]);
    },
  };
}
