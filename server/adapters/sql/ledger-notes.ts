import sql, { join } from 'sql-template-tag';
import type { LedgerNotes } from '../../ports/ledger-notes.ts';
import type { Run, Store } from './store.ts';

export async function readFact(run: Run, name: string): Promise<string | undefined> {
  const [row] = await run<{ value: string }>(sql`select value from ledger_facts where name = ${name}`);
  return row?.value;
}

/** Sets a fact unless it is set. Returns the stored one: of several simultaneous calls, the first one decides. */
export async function setFactOnce(run: Run, name: string, value: string): Promise<string> {
  await run(sql`insert into ledger_facts (name, value) values (${name}, ${value}) on conflict do nothing`);
  return (await readFact(run, name)) ?? value;
}

export function createSqlNotes(store: Store): LedgerNotes {
  return {
    read: (name) => readFact(store.rows, name),
    write: async (name, value) => {
      const insert = sql`insert into ledger_facts (name, value) values (${name}, ${value})
        on conflict (name) do update set value = excluded.value`;
      await store.write([insert]);
    },
    remove: async (...names) => {
      await store.write([sql`delete from ledger_facts where name in (${join(names)})`]);
    },
  };
}
