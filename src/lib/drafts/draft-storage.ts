import { type DocumentRecord, type FileRecord, openDatabase } from '../database.ts';
import { listConfirmed } from '../outbox/outbox-storage.ts';
import { type Draft, isExpired, newerOf, readDraft } from './draft.ts';
import { forgetCopy, readCopies, readCopy } from './draft-copy.ts';
import { bringBackReadable, setAside, setAsideIds, type Unreadable } from './set-aside.ts';

/** What is on the disk is newer than what was to be written over it, or comes from a newer version of the page. */
export class DraftOvertaken extends Error {
  override readonly name = 'DraftOvertaken';
}

/**
 * Writes a draft and resolves once it is on the disk. Rejects with DraftOvertaken, or with the browser's own error: no
 * room, storage blocked. What this costs does not depend on how many drafts there are.
 */
export async function saveDraft(draft: Draft): Promise<void> {
  const database = await openDatabase();
  const transaction = database.transaction('drafts', 'readwrite', { durability: 'strict' });
  const kept = await transaction.store.get(draft.id);
  if (kept !== undefined && revisionOf(kept) > draft.revision) throw new DraftOvertaken();
  await Promise.all([transaction.store.put(draft), transaction.done]);
}

const revisionOf = (saved: unknown): number => readDraft(saved)?.revision ?? Number.POSITIVE_INFINITY;

export interface LoadedDrafts {
  /** The newest first. */
  readonly drafts: readonly Draft[];
  /** Draft id → the slots that have a document. */
  readonly slots: ReadonlyMap<string, readonly string[]>;
  /** Ids of drafts whose time was up; they and their documents are gone. */
  readonly expired: readonly string[];
  /** Ids of saved states that cannot be read and lie apart. */
  readonly unreadable: readonly string[];
}

/**
 * Every draft of this device that can be read and whose 24 hours are not over; one that waits to be sent has more time
 * (contract §7 "24 hours"). Read once in a visit; from then on the list follows what happens. `now` in milliseconds
 * since 1970.
 */
export async function loadDrafts(now: number): Promise<LoadedDrafts> {
  const database = await openDatabase();
  for (const id of await bringBackReadable(now)) await deleteDraft(id);
  const confirmed = await listConfirmed();
  const drafts = new Map<string, Draft>();
  const broken: Unreadable[] = [];
  const take = (id: string, value: unknown, draft: Draft | undefined) => {
    const newer = newerOf(drafts.get(id), draft);
    if (newer !== undefined) drafts.set(id, newer);
    if (draft === undefined) broken.push({ id, value });
  };
  for (const saved of await database.getAll('drafts')) take(saved.id, saved, readDraft(saved));
  for (const { id, value, draft } of readCopies()) take(id, value, draft);
  for (const one of broken) await setAside(one, now);
  const over = (draft: Draft) => isExpired(draft, now) && !confirmed.has(draft.id);
  const expired = [...drafts.values()].filter(over).map(({ id }) => id);
  for (const id of expired) await deleteDraft(id);
  const living = [...drafts.values()].filter((draft) => !over(draft));
  return {
    drafts: living.sort((one, other) => other.changedAt - one.changedAt),
    slots: await slotsByDraft(),
    expired,
    unreadable: await setAsideIds(),
  };
}

/**
 * One draft; undefined when it is not there, when its time is up, or when it cannot be read (it is then set aside).
 * What this costs does not depend on how many drafts there are.
 */
export async function loadDraft(id: string, now: number): Promise<Draft | undefined> {
  const saved = await (await openDatabase()).get('drafts', id);
  const kept = readDraft(saved);
  if (saved !== undefined && kept === undefined) await setAside({ id, value: saved }, now);
  const draft = newerOf(kept, readCopy(id)?.draft);
  if (draft === undefined || !isExpired(draft, now)) return draft;
  return (await listConfirmed()).has(id) ? draft : undefined;
}

/** The slots of one draft that have a document. */
export async function slotsOf(id: string): Promise<readonly string[]> {
  const keys = await (await openDatabase()).getAllKeysFromIndex('documents', 'draftId', id);
  return keys.map(([, slot]) => slot);
}

async function slotsByDraft(): Promise<ReadonlyMap<string, readonly string[]>> {
  const slots = new Map<string, string[]>();
  for (const [draftId, slot] of await (await openDatabase()).getAllKeys('documents')) {
    slots.set(draftId, [...(slots.get(draftId) ?? []), slot]);
  }
  return slots;
}

/** A draft with its documents; the bytes of these are handles. */
export interface WholeDraft {
  readonly draft: Draft;
  readonly documents: readonly DocumentRecord[];
  readonly files: readonly FileRecord[];
}

/** A draft with all that is kept of it; undefined when it is not there. */
export async function readWhole(id: string, now: number): Promise<WholeDraft | undefined> {
  const draft = await loadDraft(id, now);
  if (draft === undefined) return undefined;
  const database = await openDatabase();
  const [documents, files] = await Promise.all([
    database.getAllFromIndex('documents', 'draftId', id),
    database.getAllFromIndex('files', 'draftId', id),
  ]);
  return { draft, documents, files };
}

/** Writes a draft with its documents: one that was just deleted comes back. */
export async function putBack({ draft, documents, files }: WholeDraft): Promise<void> {
  const database = await openDatabase();
  const transaction = database.transaction(['drafts', 'documents', 'files'], 'readwrite', { durability: 'strict' });
  await Promise.all([
    transaction.objectStore('drafts').put(draft),
    ...documents.map((document) => transaction.objectStore('documents').put(document)),
    ...files.map((file) => transaction.objectStore('files').put(file)),
    transaction.done,
  ]);
}

/**
 * Removes a draft from this device: what is saved of it, its documents, its copy, what lies apart under its id and what
 * waits of it to be sent.
 */
export async function deleteDraft(id: string): Promise<void> {
  forgetCopy(id);
  const database = await openDatabase();
  const stores = ['drafts', 'documents', 'files', 'outbox', 'quarantine'] as const;
  const transaction = database.transaction(stores, 'readwrite', { durability: 'strict' });
  const of = <Name extends (typeof stores)[number]>(name: Name) => transaction.objectStore(name);
  const [documents, files, asideKeys, aside] = await Promise.all([
    of('documents').index('draftId').getAllKeys(id),
    of('files').index('draftId').getAllKeys(id),
    of('quarantine').getAllKeys(),
    of('quarantine').getAll(),
  ]);
  await Promise.all([
    of('drafts').delete(id),
    of('outbox').delete(id),
    ...documents.map((key) => of('documents').delete(key)),
    ...files.map((key) => of('files').delete(key)),
    ...asideKeys.filter((_key, index) => aside[index]?.draftId === id).map((key) => of('quarantine').delete(key)),
    transaction.done,
  ]);
}

/** Removes everything that lies apart from this device, with the documents of drafts of which nothing else is left. */
export async function deleteSetAside(): Promise<void> {
  const database = await openDatabase();
  for (const id of await setAsideIds()) {
    if ((await database.getKey('drafts', id)) === undefined) await deleteDraft(id);
  }
  await database.clear('quarantine');
}
