import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** A fact of the ledger while it is opened. Afterwards `LedgerNotes` reads and writes them. */
export async function readFact(db: Kysely<Tables>, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('ledger_facts').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Sets a fact that is not known yet. Returns the one that stands: the first of several that start at once decides. */
export async function setFactOnce(db: Kysely<Tables>, name: string, value: string): Promise<string> {
  const known = await readFact(db, name);
  if (known !== undefined) return known;
  const insert = db.insertInto('ledger_facts').values({ name, value });
  await insert.onConflict((conflict) => conflict.doNothing()).execute();
  return (await readFact(db, name)) ?? value;
}
