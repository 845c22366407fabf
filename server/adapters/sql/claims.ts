import { type Kysely, sql } from 'kysely';
import { prepared } from './prepared.ts';
import type { Tables } from './schema.ts';
import type { WriteStep } from './store.ts';

/** An id for each upload that is named, and the draft that all of them must belong to. */
type Claim = Readonly<Record<string, string>>;

/** Queries of a submission's write that are about its documents (docs/decisions/claims-and-quotas.md). */
export function claimQueries(db: Kysely<Tables>) {
  const compiled = new Map<number, ReturnType<typeof claimOf>>();
  const claimOf = (count: number) => {
    const ids = Array.from({ length: count }, (_, i) => `id${i}`);
    const names = Object.fromEntries(['draftId', ...ids].map((name) => [name, true as const]));
    return prepared<Claim>(names, (slots) => {
      const draft = sql<boolean>`draft_id = ${slots.draftId}`;
      const named = sql<boolean>`id in (${sql.join(ids.map((name) => slots[name]))})`;
      return db.updateTable('uploads').set({ claimed: 1 }).where(draft).where(named);
    });
  };
  return {
    /** Claims uploads of a draft, every one of them or nothing; compiled once for each number of them. */
    claim: (draftId: string, ids: readonly string[]): WriteStep => {
      const claim = compiled.get(ids.length) ?? claimOf(ids.length);
      compiled.set(ids.length, claim);
      const values = Object.fromEntries(ids.map((id, i) => [`id${i}`, id]));
      return { ...claim({ draftId, ...values }), mustChange: ids.length };
    },
    /** Nothing of the draft is claimed any more. */
    release: prepared<{ draftId: string }>({ draftId: true }, ({ draftId }) =>
      db.updateTable('uploads').set({ claimed: 0 }).where('draft_id', '=', draftId).where('claimed', '=', 1),
    ),
  };
}
