import * as v from 'valibot';
import { readFrom } from '#platform/database.ts';

/*
 * Confirmed applications that nobody wants to be sent any more, and that could not be removed from this device's
 * database. They are noted in localStorage, which is another store, by their draft's id and the place in the line up to
 * which they are meant (outbox-storage.ts): a later confirmation of the same draft has a higher one. Whoever sends asks here.
 */

const KEY = 'withdrawn';
const notesSchema = v.record(v.string(), v.number());
const placed = v.object({ order: v.number() });

/** Where localStorage takes nothing either: for as long as the page is open. */
const onThisPage = new Map<string, number>();

type Placed = { readonly id: string; readonly order: number };

/** Whether this confirmation was withdrawn, and that is noted for the next visit as well. */
export const isWithdrawn = ({ id, order }: Placed): boolean => order <= (readNotes()[id] ?? Number.NEGATIVE_INFINITY);

/** Whether this page must not send this confirmation, however well that could be noted. */
export const isHeldBack = (entry: Placed): boolean =>
  isWithdrawn(entry) || entry.order <= (onThisPage.get(entry.id) ?? Number.NEGATIVE_INFINITY);

/**
 * Notes that what waits of a draft is not to be sent, since it could not be removed. Resolves to whether the next visit
 * knows that, too. Never rejects.
 */
export async function noteWithdrawn(id: string): Promise<boolean> {
  const entry: unknown = await readFrom(['outbox'], ({ store }) => store.get(id)).catch(() => ({ order: Date.now() }));
  const known = v.safeParse(placed, entry);
  if (!known.success) return true;
  const { order } = known.output;
  onThisPage.set(id, order);
  return writeNotes({ ...readNotes(), [id]: order });
}

/** What waited of this draft is gone, or was confirmed anew. */
export function forgetWithdrawn(id: string): void {
  onThisPage.delete(id);
  const { [id]: gone, ...others } = readNotes();
  if (gone !== undefined) writeNotes(others);
}

function readNotes(): Readonly<Record<string, number>> {
  try {
    const notes = v.safeParse(notesSchema, JSON.parse(localStorage.getItem(KEY) ?? '{}'));
    return notes.success ? notes.output : {};
  } catch {
    return {};
  }
}

/** Whether they were written. */
function writeNotes(notes: Readonly<Record<string, number>>): boolean {
  try {
    if (Object.keys(notes).length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(notes));
    return true;
  } catch {
    // Storage is blocked or full.
    return false;
  }
}
