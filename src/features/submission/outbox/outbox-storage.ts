import { possibleTime } from '#platform/age.ts';
import { readFrom, type WriteTransaction, writeTo } from '#platform/database.ts';
import { type ConfirmedEntry, isSameConfirmation, OUTBOX_SCHEMA, type OutboxEntry, readEntry } from './entry.ts';

/**
 * Entries of this device, in the order in which they are sent. One that cannot be read is left where it is. One whose
 * time cannot be has it from now on, on the disk too: its seven days begin at `now`.
 */
export async function listEntries(now = Date.now()): Promise<readonly OutboxEntry[]> {
  const stored = await readFrom(['outbox'], ({ store }) => store.getAll());
  const entries = stored.flatMap((value) => readEntry(value) ?? []);
  const settled = entries.map((entry) => ({ ...entry, confirmedAt: possibleTime(entry.confirmedAt, now) }));
  // Where it cannot be written it is taken for now at each reading.
  for (const [index, entry] of settled.entries())
    if (entry.confirmedAt !== entries[index]?.confirmedAt) await replaceEntry(entry).catch(() => {});
  return settled.sort((one, other) => one.order - other.order);
}

export async function findEntry(id: string): Promise<OutboxEntry | undefined> {
  return readEntry(await readFrom(['outbox'], ({ store }) => store.get(id)));
}

/** Ids of the drafts that wait to be sent: nothing of them may be thrown away. */
export async function listConfirmed(): Promise<ReadonlySet<string>> {
  return new Set(await readFrom(['outbox'], ({ store }) => store.getAllKeys()));
}

/** Somebody is watching: what cannot be kept by then is sent from the page itself. */
const CONFIRM_LIMIT_MS = 5000;

/**
 * Puts a confirmed application at the end of the line, in place of what was confirmed of the same draft before.
 * Resolves once it is on the disk; rejects with the browser's own error when it is not.
 */
export async function addEntry(confirmed: ConfirmedEntry, now: number): Promise<OutboxEntry> {
  const add = async ({ store }: WriteTransaction<readonly ['outbox']>) => {
    const others = (await store.getAll()).map((value) => readEntry(value)?.order ?? 0);
    const order = Math.max(0, ...others) + 1;
    const entry: OutboxEntry = { schema: OUTBOX_SCHEMA, ...confirmed, order, confirmedAt: now };
    await store.put(entry);
    return entry;
  };
  return writeTo(['outbox'], add, CONFIRM_LIMIT_MS);
}

/** Writes what became of an entry; resolves to false, and writes nothing, when it was withdrawn or confirmed anew. */
export async function replaceEntry(entry: OutboxEntry): Promise<boolean> {
  return writeTo(['outbox'], async ({ store }) => {
    const isPresent = isSameConfirmation(readEntry(await store.get(entry.id)), entry);
    if (isPresent) await store.put(entry);
    return isPresent;
  });
}

/** Takes an entry out, but not a later confirmation of the same draft. */
export async function removeEntry(entry: OutboxEntry): Promise<void> {
  await writeTo(['outbox'], async ({ store }) => {
    if (isSameConfirmation(readEntry(await store.get(entry.id)), entry)) await store.delete(entry.id);
  });
}

/** Takes out whatever waits of this draft. */
export async function withdrawEntry(id: string): Promise<void> {
  await writeTo(['outbox'], ({ store }) => store.delete(id));
}

/** No time says any more since when they wait: the seven days of each begin now. */
export async function beginWaitsAnew(now: number): Promise<void> {
  await writeTo(['outbox'], async ({ store }) => {
    for (const stored of await store.getAll()) {
      const entry = readEntry(stored);
      const anew = entry && { ...entry, confirmedAt: now };
      if (anew !== undefined) await store.put(anew);
    }
  });
}
