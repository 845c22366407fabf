import { openDatabase } from '../database.ts';
import { type Draft, isExpired, newerOf, readDraft } from './draft.ts';
import { forgetCopy, readCopy } from './draft-copy.ts';

/**
 * Writes a draft and resolves once it is on the disk. Rejects with the browser's own error when it is not: no room,
 * storage blocked.
 */
export async function saveDraft(draft: Draft): Promise<void> {
  const database = await openDatabase();
  const transaction = database.transaction('drafts', 'readwrite', { durability: 'strict' });
  await Promise.all([transaction.store.put(draft), transaction.done]);
}

export interface LoadedDrafts {
  /** The newest first. */
  readonly drafts: readonly Draft[];
  /** Ids of drafts whose time was up; they and their documents are gone. */
  readonly expired: readonly string[];
  /** Ids of saved states that could not be read and were set aside. */
  readonly unreadable: readonly string[];
}

/** Every draft of this device that can be read and whose 24 hours are not over. `now` in milliseconds since 1970. */
export async function loadDrafts(now: number): Promise<LoadedDrafts> {
  const database = await openDatabase();
  const drafts: Draft[] = [];
  const expired: string[] = [];
  const unreadable: string[] = [];
  for (const { id, states } of await savedStates(database)) {
    const draft = states.map(readDraft).reduce(newerOf, undefined);
    if (draft === undefined) unreadable.push(id);
    else if (isExpired(draft, now)) expired.push(id);
    else drafts.push(draft);
  }
  for (const id of unreadable) await setAside(id, now);
  for (const id of expired) await deleteDraft(id);
  return { drafts: drafts.sort((one, other) => other.changedAt - one.changedAt), expired, unreadable };
}

/** What is saved of each draft: in IndexedDB, and as the copy that was made on leaving. */
async function savedStates(database: Awaited<ReturnType<typeof openDatabase>>) {
  const saved: { id: string; states: unknown[] }[] = (await database.getAll('drafts')).map((value) => ({
    id: value.id,
    states: [value],
  }));
  const copy = readCopy();
  const same = saved.find(({ id }) => id === copy?.id);
  if (same !== undefined) same.states.push(copy);
  else if (copy !== undefined) saved.push({ id: copy.id, states: [copy] });
  return saved;
}

/** Removes a draft with its documents from this device. */
export async function deleteDraft(id: string): Promise<void> {
  forgetCopy(id);
  const database = await openDatabase();
  const transaction = database.transaction(['drafts', 'documents', 'files'], 'readwrite', { durability: 'strict' });
  const keys = await transaction.objectStore('documents').index('draftId').getAllKeys(id);
  await Promise.all([
    transaction.objectStore('drafts').delete(id),
    ...keys.flatMap((key) => [
      transaction.objectStore('documents').delete(key),
      transaction.objectStore('files').delete(key),
    ]),
    transaction.done,
  ]);
}

/** Moves an unreadable state, word for word, to where nothing overwrites it. */
async function setAside(draftId: string, at: number): Promise<void> {
  const database = await openDatabase();
  const transaction = database.transaction(['drafts', 'quarantine'], 'readwrite', { durability: 'strict' });
  const value = await transaction.objectStore('drafts').get(draftId);
  await Promise.all([
    transaction.objectStore('quarantine').add({ draftId, value, at }),
    transaction.objectStore('drafts').delete(draftId),
    transaction.done,
  ]);
}

/** What was set aside and may be downloaded, the newest last. */
export async function listSetAside() {
  return (await openDatabase()).getAll('quarantine');
}
