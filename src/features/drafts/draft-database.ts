import { type ApplicationParts, changeParts, waitingIds } from '#platform/application-records.ts';
import {
  type DocumentRecord,
  type FileRecord,
  ofDraft,
  putFile,
  readFrom,
  type Transaction,
  writeTo,
} from '#platform/database.ts';
import { isStorageBlocked } from '#platform/stored-here.ts';
import { type Draft, isExpired, isOfLaterVersion, newerOf, readDraft, withPossibleTimes, withTimes } from './draft.ts';
import { forgetCopy, hasLaterVersionLeft, readCopies, readCopy, retimeCopy } from './draft-copy.ts';
import { bringBackReadable, setAside, setAsideIds, type Unreadable } from './quarantine.ts';

/** What is on the disk is newer than what was to be written over it, or comes from a newer version of the page. */
export class DraftOvertaken extends Error {
  override readonly name = 'DraftOvertaken';
}

/**
 * Writes a draft and resolves once it is on the disk. Rejects with DraftOvertaken, or with the browser's own error: no
 * room, storage blocked. What this costs does not depend on how many drafts there are.
 */
export async function saveDraft(draft: Draft): Promise<void> {
  await writeTo(['drafts'], async ({ store }) => {
    const kept = await store.get(draft.id);
    if (kept !== undefined && revisionOf(kept) > draft.revision) throw new DraftOvertaken();
    if (hasLaterVersionLeft(draft.id)) throw new DraftOvertaken();
    await store.put(draft);
  });
}

const revisionOf = (saved: unknown): number => readDraft(saved)?.revision ?? Number.POSITIVE_INFINITY;

/** Whether what this device has of a draft was left by a later version of the page, so that it is not this one's to change. */
export async function isLeftToLaterVersion(id: string): Promise<boolean> {
  return hasLaterVersionLeft(id) || isOfLaterVersion(await readFrom(['drafts'], ({ store }) => store.get(id)));
}

const errorName = (failure: unknown): string =>
  failure instanceof Error || failure instanceof DOMException ? failure.name : '';

/** Whether the browser gives this site no storage. */
export const isStorageRefused = (failure: unknown): boolean =>
  errorName(failure) === 'SecurityError' || errorName(failure) === 'InvalidStateError' || isStorageBlocked();

/** Why something could not be written, in words for the person: what is wrong and what still holds. */
export function saveFailureReason(failure: unknown): string {
  const name = errorName(failure);
  if (name === 'QuotaExceededError')
    return 'This device has no room left. Your answers stay on this page while it is open.';
  if (isStorageRefused(failure)) {
    return 'This browser does not allow saving here. Your answers stay on this page while it is open.';
  }
  return 'Saving on this device did not work. Your answers stay on this page while it is open.';
}

/** Ids of the drafts that wait in the outbox to be sent: nothing of them may be thrown away. */
export async function listConfirmed(): Promise<ReadonlySet<string>> {
  return readFrom(['outbox'], ({ store }) => waitingIds(store));
}

export interface LoadedDrafts {
  /** The newest first. */
  readonly drafts: readonly Draft[];
  /** Draft id → the slots that have a document. */
  readonly slots: ReadonlyMap<string, readonly string[]>;
  /** Ids of saved states that cannot be read and lie apart. */
  readonly unreadable: readonly string[];
}

/**
 * Every draft of this device that can be read and whose 24 hours are not over (R6.3). A draft in the outbox has more
 * time. The drafts are read once in a visit; then the list follows events. `now` in milliseconds since 1970.
 */
export async function loadDrafts(now: number): Promise<LoadedDrafts> {
  await bringBackReadable(now);
  const confirmed = await listConfirmed();
  const drafts = new Map<string, Draft>();
  const broken: Unreadable[] = [];
  const take = (id: string, value: unknown, draft: Draft | undefined) => {
    const newer = newerOf(drafts.get(id), draft);
    if (newer !== undefined) drafts.set(id, newer);
    if (draft === undefined) broken.push({ id, value });
  };
  for (const saved of await readFrom(['drafts'], ({ store }) => store.getAll()))
    take(saved.id, saved, readDraft(saved));
  for (const { id, value, draft } of readCopies()) take(id, value, draft);
  for (const one of broken) await setAside(one, now);
  const living: Draft[] = [];
  for (const draft of drafts.values())
    if (!isExpired(draft, now) || confirmed.has(draft.id)) living.push(await withTimesRewritten(draft, now));
  return {
    drafts: living.sort((one, other) => other.changedAt - one.changedAt),
    slots: await slotsByDraft(),
    unreadable: await setAsideIds(),
  };
}

/**
 * One draft; undefined when it is not there, when its time is up, or when it cannot be read (it is then set aside).
 * What this costs does not depend on how many drafts there are.
 */
export async function loadDraft(id: string, now: number): Promise<Draft | undefined> {
  const saved = await readFrom(['drafts'], ({ store }) => store.get(id));
  const kept = readDraft(saved);
  if (saved !== undefined && kept === undefined) await setAside({ id, value: saved }, now);
  const draft = newerOf(kept, readCopy(id)?.draft);
  if (draft === undefined) return undefined;
  if (!isExpired(draft, now)) return withTimesRewritten(draft, now);
  return (await listConfirmed()).has(id) ? draft : undefined;
}

/**
 * A draft whose times cannot be has them from now on, on the disk too: its 24 hours begin now and not anew at every
 * reading. Where that cannot be written the page goes on with what it has.
 */
async function withTimesRewritten(draft: Draft, now: number): Promise<Draft> {
  const possible = withPossibleTimes(draft, now);
  const { id, createdAt, changedAt } = possible;
  if (possible !== draft) {
    retimeCopy(id, { createdAt, changedAt });
    const rewrite = async ({ store }: Transaction<readonly ['drafts']>) => {
      const saved = await store.get(id);
      if (readDraft(saved) && saved) await store.put(withTimes(saved, { createdAt, changedAt }));
    };
    await writeTo(['drafts'], rewrite).catch(() => {});
  }
  return possible;
}

/** The slots of one draft that have a document. */
export async function slotsOf(id: string): Promise<readonly string[]> {
  const keys = await readFrom(['documents'], ({ store }) => store.getAllKeys(ofDraft(id)));
  return keys.map(([, slot]) => slot);
}

async function slotsByDraft(): Promise<ReadonlyMap<string, readonly string[]>> {
  const slots = new Map<string, string[]>();
  for (const [draftId, slot] of await readFrom(['documents'], ({ store }) => store.getAllKeys())) {
    slots.set(draftId, [...(slots.get(draftId) ?? []), slot]);
  }
  return slots;
}

/** A draft with its documents; the bytes of these are handles, so that they do not fill the memory. */
export interface WholeDraft {
  readonly draft: Draft;
  readonly documents: readonly DocumentRecord[];
  /** Those of its pages in work, too (platform/page-keys.ts). */
  readonly files: readonly (FileRecord & { readonly bytes: Blob })[];
}

/** A draft with all that is kept of it; undefined when it is not there. */
export async function readWhole(id: string, now: number): Promise<WholeDraft | undefined> {
  const draft = await loadDraft(id, now);
  if (draft === undefined) return undefined;
  const documents = await readFrom(['documents'], ({ store }) => store.getAll(ofDraft(id)));
  const files: WholeDraft['files'][number][] = [];
  // One after the other: together they may be 100 MB.
  for (const key of await readFrom(['files'], ({ store }) => store.getAllKeys(ofDraft(id)))) {
    const file = await readFrom(['files'], ({ store }) => store.get(key));
    if (file) files.push({ ...file, bytes: new Blob([file.bytes]) });
  }
  return { draft, documents, files };
}

/** Writes a draft with its documents and its pages in work: one that was just deleted comes back. */
export async function putBack({ draft, documents, files }: WholeDraft): Promise<void> {
  await writeTo(['drafts', 'documents'], async (transaction) => {
    await transaction.objectStore('drafts').put(draft);
    for (const document of documents) await transaction.objectStore('documents').put(document);
  });
  for (const { bytes, ...place } of files) await putFile({ ...place, bytes: await bytes.arrayBuffer() });
}

/**
 * Removes a draft from this device: what is saved of it, its documents, its pages in work, its copy, its quarantined
 * states and what waits of it to be sent. Where it was sent that stays, as `finished` makes a receipt of it.
 */
export async function deleteDraft(id: string, finished?: Finished): Promise<void> {
  await deleteAll(id, { confirmedToo: true, now: Number.POSITIVE_INFINITY, finished });
}

/** Makes the receipt of what was sent. */
export type Finished = (sent: ApplicationParts['sent']) => ApplicationParts['sent'];

/**
 * The same for a draft that had expired at `now`, unless it waits to be sent, a document of it was kept since then, or a
 * later version of the page has saved it. Resolves to whether it is gone.
 */
export async function deleteUnconfirmed(id: string, now: number): Promise<boolean> {
  return deleteAll(id, { confirmedToo: false, now });
}

const EVERYTHING = ['drafts', 'documents', 'files', 'outbox', 'quarantine'] as const;

interface DeletionRules {
  readonly confirmedToo: boolean;
  /** Nothing is deleted if a document was kept at this moment or later. */
  readonly now: number;
  readonly finished?: Finished | undefined;
}

async function deleteAll(id: string, { confirmedToo, now, finished }: DeletionRules): Promise<boolean> {
  const isGone = await writeTo(EVERYTHING, async (transaction) => {
    const [outbox, drafts] = [transaction.objectStore('outbox'), transaction.objectStore('drafts')];
    if (!confirmedToo && (await waitingIds(outbox)).has(id)) return false;
    if (!confirmedToo && (hasLaterVersionLeft(id) || isOfLaterVersion(await drafts.get(id)))) return false;
    const [documents, files, quarantine] = [
      transaction.objectStore('documents'),
      transaction.objectStore('files'),
      transaction.objectStore('quarantine'),
    ];
    if ((await documents.getAll(ofDraft(id))).some(({ at = 0 }) => at >= now)) return false;
    await drafts.delete(id);
    await changeParts(outbox, id, ({ sent }) => ({ sent: finished ? finished(sent) : sent }));
    await documents.delete(ofDraft(id));
    await files.delete(ofDraft(id));
    for (const key of await quarantine.getAllKeys())
      if ((await quarantine.get(key))?.draftId === id) await quarantine.delete(key);
    return true;
  });
  if (isGone) forgetCopy(id);
  return isGone;
}

/** Removes everything that lies apart from this device, with the documents of drafts of which nothing else is left. */
export async function deleteSetAside(): Promise<void> {
  for (const id of await setAsideIds()) {
    const saved = await readFrom(['drafts'], ({ store }) => store.getAllKeys(id));
    if (saved.length === 0) await deleteDraft(id);
  }
  await writeTo(['quarantine'], ({ store }) => store.delete(IDBKeyRange.lowerBound(0)));
}
