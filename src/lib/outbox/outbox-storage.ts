import { openDatabase } from '../database.ts';
import { type ConfirmedEntry, isSameConfirmation, OUTBOX_SCHEMA, type OutboxEntry, readEntry } from './entry.ts';

/** Entries of this device, in the order in which they are sent. One that cannot be read is left where it is. */
export async function listEntries(): Promise<readonly OutboxEntry[]> {
  const stored = await (await openDatabase()).getAll('outbox');
  return stored.flatMap((value) => readEntry(value) ?? []).sort((one, other) => one.order - other.order);
}

export async function findEntry(id: string): Promise<OutboxEntry | undefined> {
  return readEntry(await (await openDatabase()).get('outbox', id));
}

/** Ids of the drafts that wait to be sent: nothing of them may be thrown away. */
export async function listConfirmed(): Promise<ReadonlySet<string>> {
  return new Set(await (await openDatabase()).getAllKeys('outbox'));
}

async function change() {
  const transaction = (await openDatabase()).transaction('outbox', 'readwrite', { durability: 'strict' });
  return { store: transaction.store, done: transaction.done };
}

/**
 * Puts a confirmed application at the end of the line, in place of what was confirmed of the same draft before.
 * Resolves once it is on the disk; rejects with the browser's own error when it is not.
 */
export async function addEntry(confirmed: ConfirmedEntry, now: number): Promise<OutboxEntry> {
  const { store, done } = await change();
  const others = (await store.getAll()).map((value) => readEntry(value)?.order ?? 0);
  const order = Math.max(0, ...others) + 1;
  const entry: OutboxEntry = { schema: OUTBOX_SCHEMA, ...confirmed, order, confirmedAt: now };
  await Promise.all([store.put(entry), done]);
  return entry;
}

/** Writes what became of an entry; resolves to false, and writes nothing, when it was withdrawn or confirmed anew. */
export async function replaceEntry(entry: OutboxEntry): Promise<boolean> {
  const { store, done } = await change();
  const present = isSameConfirmation(readEntry(await store.get(entry.id)), entry);
  await Promise.all([present && store.put(entry), done]);
  return present;
}

/** Takes an entry out, but not a later confirmation of the same draft. */
export async function removeEntry(entry: OutboxEntry): Promise<void> {
  const { store, done } = await change();
  const present = isSameConfirmation(readEntry(await store.get(entry.id)), entry);
  await Promise.all([present && store.delete(entry.id), done]);
}

/** Takes out whatever waits of this draft. */
export async function withdrawEntry(id: string): Promise<void> {
  const { store, done } = await change();
  await Promise.all([store.delete(id), done]);
}
