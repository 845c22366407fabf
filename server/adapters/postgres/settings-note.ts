import type pg from 'pg';
import { throwUnavailable } from './connections.ts';

const FACT = 'settings';

/** What a node notes of the settings that decide what becomes of an application: unreadable, in `digest`. */
export interface SettingsNote {
  /** Whether the node that started last on this database has other settings. */
  differ(): Promise<boolean>;
}

/** Notes this node's settings in the place of those of the node that started before; the answer says whether they differed. */
export async function noteSettings(
  pool: Pick<pg.Pool, 'query'>,
  digest: string,
): Promise<SettingsNote & { readonly differed: boolean }> {
  const read = async () => {
    const found = pool.query<{ value: string }>('select value from ledger_facts where name = $1', [FACT]);
    return (await found.catch(throwUnavailable)).rows[0]?.value;
  };
  const before = await read();
  const note = `insert into ledger_facts (name, value) values ($1, $2)
    on conflict (name) do update set value = excluded.value`;
  await pool.query(note, [FACT, digest]);
  return {
    differed: before !== undefined && before !== digest,
    differ: async () => ((await read()) ?? digest) !== digest,
  };
}
