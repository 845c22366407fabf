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
import { isStorageBlocked } from '#platform/device-storage.ts';
import { type Draft, isExpired, isOfLaterVersion, newerOf, readDraft, withPossibleTimes, withTimes } from './draft.ts';
import { forgetCopy, hasLaterVersionLeft, readCopies, readCopy, retimeCopy } from './draft-copy.ts';
import { bringBackReadable, setAside, setAsideIds, type Unreadable } from './quarantine.ts';

/** The disk has a newer state than the one to be written, or a state of a newer version of the page. */
export class DraftOvertaken extends Error {
  override readonly name = 'DraftOvertaken';
}

/**
 * Writes a draft and resolves once it is on the disk. Rejects with DraftOvertaken, or with the browser's own error (no
 * room, storage blocked). The cost does not depend on the number of drafts.
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

/** Whether a later version of the page has saved this draft, so that this page must not change it. */
export async function isLeftToLaterVersion(id: string): Promise<boolean> {
  return hasLaterVersionLeft(id) || isOfLaterVersion(await readFrom(['drafts'], ({ store }) => store.get(id)));
}

const errorName = (failure: unknown): string =>
  failure instanceof Error || failure instanceof DOMException ? failure.name : '';

/** Whether the browser gives this site no storage. */
export const isStorageRefused = (failure: unknown): boolean =>
  errorName(failure) === 'SecurityError' || errorName(failure) === 'InvalidStateError' || isStorageBlocked();

/** Why something could not be written, in words for the person, and what is still safe. */
export function saveFailureReason(failure: unknown): string {
  const name = errorName(failure);
  if (name === 'QuotaExceededError')
    return 'This device has no room left. Your answers stay on this page while it is open.';
  if (isStorageRefused(failure)) {
    return 'This browser does not allow saving here. Your answers stay on this page while it is open.';
  }
  return 'Saving on this device did not work. Your answers stay on this page while it is open.';
}

/** Ids of the drafts in the outbox. Nothing of them may be deleted. */
export async function listConfirmed(): Promise<ReadonlySet<string>> {
  return readFrom(['outbox'], ({ store }) => waitingIds(store));
}

export interface LoadedDrafts {
  /** The newest first. */
  readonly drafts: readonly Draft[];
  /** Draft id → the slots that have a document. */
  readonly slots: ReadonlyMap<string, readonly string[]>;
  /** Ids of drafts with unreadable states in quarantine. */
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
 * One draft. Undefined if it does not exist, has expired, or cannot be read (then it is quarantined). The cost does not
 * depend on the number of drafts.
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
 * Replaces impossible times of a draft by `now`, on the disk too, so that its 24 hours do not begin again at every
 * reading. If that cannot be written, the page continues with the replaced times.
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

/** A draft with its documents. Their bytes are Blobs, which do not fill the memory. */
export interface WholeDraft {
  readonly draft: Draft;
  readonly documents: readonly DocumentRecord[];
  /** With the bytes of its scanned pages (platform/scan-slots.ts). */
  readonly files: readonly (FileRecord & { readonly bytes: Blob })[];
}

/** A draft with everything that is stored of it; undefined if it does not exist. */
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

/** Writes a deleted draft again, with its documents and scanned pages. */
export async function putBack({ draft, documents, files }: WholeDraft): Promise<void> {
  await writeTo(['drafts', 'documents'], async (transaction) => {
    await transaction.objectStore('drafts').put(draft);
    for (const document of documents) await transaction.objectStore('documents').put(document);
  });
  for (const { bytes, ...place } of files) await putFile({ ...place, bytes: await bytes.arrayBuffer() });
}

/**
 * Deletes a draft from this device: its saved state, documents, scanned pages, copy, quarantined states and its entry
 * in the outbox. If it was sent, `finished` makes its receipt, which stays.
 */
export async function deleteDraft(id: string, finished?: Finished): Promise<void> {
  await deleteAll(id, { confirmedToo: true, now: Number.POSITIVE_INFINITY, finished });
}

/** Makes the receipt of what was sent. */
export type Finished = (sent: ApplicationParts['sent']) => ApplicationParts['sent'];

/**
 * The same for a draft that had expired at `now`. It stays if it is in the outbox, if a document was stored since then,
 * or if a later version of the page has saved it. Resolves to whether it was deleted.
 */
export async function deleteUnconfirmed(id: string, now: number): Promise<boolean> {
  return deleteAll(id, { confirmedToo: false, now });
}

const EVERYTHING = ['drafts', 'documents', 'files', 'outbox', 'quarantine'] as const;

interface DeletionRules {
  readonly confirmedToo: boolean;
  /** Nothing is deleted if a document was stored at this moment or later. */
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

/** Empties the quarantine, and deletes the documents of drafts that have nothing else left. */
export async function deleteSetAside(): Promise<void> {
  for (const id of await setAsideIds()) {
    const saved = await readFrom(['drafts'], ({ store }) => store.getAllKeys(id));
    if (saved.length === 0) await deleteDraft(id);
  }
  await writeTo(['quarantine'], ({ store }) => store.delete(IDBKeyRange.lowerBound(0)));
}
