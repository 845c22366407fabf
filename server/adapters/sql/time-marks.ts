import type { TimeMarks } from '../../ports/time-marks.ts';
import type { Store } from './store.ts';

const SEEN = 'seen-at';
const DOUBTED = 'clock-doubted-at';
/** `npm run backup` of a single machine writes it, too (sqlite/backup.ts). */
export const BACKED_UP = 'backup-taken-at';

/** The ledger's memory of the time, among the facts that it knows of itself. */
export function createSqlTimeMarks(store: Store): TimeMarks {
  const db = store.build;
  const note = (name: string, at: Date) => {
    const value = at.toISOString();
    return db
      .insertInto('ledger_facts')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .compile();
  };
  const newest = async () => {
    const queries = [
      db.selectFrom('submissions').select('updated_at as at').orderBy('updated_at', 'desc').limit(1).compile(),
      db.selectFrom('uploads').select('created_at as at').orderBy('created_at', 'desc').limit(1).compile(),
    ];
    const rows = await Promise.all(queries.map((query) => store.rows(query)));
    return rows
      .flatMap((found) => found.map(({ at }) => at))
      .toSorted()
      .at(-1);
  };
  return {
    read: async () => {
      const rows = await store.rows(
        db.selectFrom('ledger_facts').selectAll().where('name', 'in', [SEEN, DOUBTED]).compile(),
      );
      const facts = new Map(rows.map(({ name, value }) => [name, value]));
      const seenAt = facts.get(SEEN) ?? (await newest());
      const doubtedAt = facts.get(DOUBTED);
      return { ...(seenAt === undefined ? {} : { seenAt }), ...(doubtedAt === undefined ? {} : { doubtedAt }) };
    },
    see: async (now) => {
      await store.write([note(SEEN, now)]);
    },
    doubt: async (now) => {
      const fact = { name: DOUBTED, value: now.toISOString() };
      const query = db
        .insertInto('ledger_facts')
        .values(fact)
        .onConflict((conflict) => conflict.doNothing());
      await store.write([query.compile()]);
    },
    noteBackup: async (takenAt) => {
      await store.write([note(BACKED_UP, takenAt)]);
    },
    lastBackup: async () => {
      const query = db.selectFrom('ledger_facts').select('value').where('name', '=', BACKED_UP);
      return (await store.rows(query.compile()))[0]?.value;
    },
    confirm: async (now) => {
      await store.write([note(SEEN, now), db.deleteFrom('ledger_facts').where('name', '=', DOUBTED).compile()]);
    },
  };
}
