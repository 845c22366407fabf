import * as v from 'valibot';
import { readFrom, writeTo } from '#platform/database.ts';

/*
 * Confirmed applications that nobody wants to be sent any more, and that could not be removed from this device's
 * database. They are noted in localStorage, which is another store, by their draft's id and the place in the line up to
 * which they are meant (outbox-storage.ts): a later confirmation of the same draft has a higher one. Whoever sends asks here.
 * Where localStorage takes nothing, a mark is written over the application in the line: a device that deletes nothing may
 * still write, and the mark needs less room than what it replaces.
 */

const KEY = 'withdrawn';
const notesSchema = v.record(v.string(), v.number());
const placed = v.object({ order: v.number() });

const markSchema = v.object({ id: v.string(), withdrawn: v.number() });

/** Where none of them takes anything: for as long as the page is open. */
const onThisPage = new Map<string, number>();
/** The drafts of which only this page knows that nothing is to be sent. */
const knownHereAlone = new Set<string>();

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
  const isNoted = writeNotes({ ...readNotes(), [id]: order }) || (await markWithdrawn(id, order));
  if (isNoted) knownHereAlone.delete(id);
  else knownHereAlone.add(id);
  return isNoted;
}

/** Whether another tab, or the next visit, would send what was withdrawn: only this page knows it. */
export const isKnownHereAlone = (id: string): boolean => knownHereAlone.has(id);

/** Whether the mark is on the disk. */
async function markWithdrawn(id: string, order: number): Promise<boolean> {
  const write = writeTo(['outbox'], async ({ store }) => {
    const present = v.safeParse(placed, await store.get(id));
    const mark = { id, withdrawn: order };
    if (present.success && present.output.order === order) await store.put(mark);
  });
  return write.then(
    () => true,
    () => false,
  );
}

/** Removes a mark from the line, as soon as the device deletes again; does nothing with what is no mark. Never rejects. */
export async function removeMark(stored: unknown): Promise<void> {
  const mark = v.safeParse(markSchema, stored);
  if (!mark.success) return;
  const { id } = mark.output;
  await writeTo(['outbox'], async ({ store }) => {
    if (v.is(markSchema, await store.get(id))) await store.delete(id);
  }).catch(() => {});
}

/** What waited of this draft is gone, or was confirmed anew. */
export function forgetWithdrawn(id: string): void {
  onThisPage.delete(id);
  knownHereAlone.delete(id);
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
