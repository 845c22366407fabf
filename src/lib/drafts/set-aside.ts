import { openDatabase, type SetAside } from '../database.ts';
import { DRAFT_LIFE_MS, isExpired, readDraft } from './draft.ts';
import { forgetCopy, readCopy } from './draft-copy.ts';

/** A saved state that this version of the page cannot read, under the id where it lies. */
export interface Unreadable {
  readonly id: string;
  /** As it was saved; the copy made on leaving as its text. */
  readonly value: unknown;
}

/** Moves an unreadable state, word for word, to where nothing overwrites it. */
export async function setAside({ id, value }: Unreadable, at: number): Promise<void> {
  const database = await openDatabase();
  const transaction = database.transaction(['drafts', 'quarantine'], 'readwrite', { durability: 'strict' });
  const drafts = transaction.objectStore('drafts');
  const fromCopy = value === readCopy(id)?.value;
  await Promise.all([
    transaction.objectStore('quarantine').add({ draftId: id, value, at }),
    fromCopy ? undefined : drafts.delete(id),
    transaction.done,
  ]);
  if (fromCopy) forgetCopy(id);
}

/** What lies apart and may be downloaded, the newest last. */
export async function listSetAside(): Promise<readonly SetAside[]> {
  return (await openDatabase()).getAll('quarantine');
}

/** The drafts of which something lies apart. */
export async function setAsideIds(): Promise<readonly string[]> {
  return [...new Set((await listSetAside()).map(({ draftId }) => draftId))];
}

/**
 * What an older version of the page could not read this one may: it takes its place again, unless the draft is there
 * by now. Resolves with the ids of what has lain apart for 24 hours: its time is up like any other draft's.
 */
export async function bringBackReadable(now: number): Promise<readonly string[]> {
  const database = await openDatabase();
  const transaction = database.transaction(['drafts', 'quarantine'], 'readwrite', { durability: 'strict' });
  const drafts = transaction.objectStore('drafts');
  const quarantine = transaction.objectStore('quarantine');
  const [keys, values] = await Promise.all([quarantine.getAllKeys(), quarantine.getAll()]);
  const over: string[] = [];
  for (const [index, key] of keys.entries()) {
    const { draftId = '', value, at = 0 }: Partial<SetAside> = values[index] ?? {};
    const taken = (await drafts.getKey(draftId)) !== undefined;
    const draft = readDraft(value);
    const back = draft?.id === draftId && !isExpired(draft, now) && !taken;
    if (back) await drafts.put(draft);
    const old = at + DRAFT_LIFE_MS <= now;
    if (back || old) await quarantine.delete(key);
    if (old && !back && !taken) over.push(draftId);
  }
  await transaction.done;
  return over;
}
