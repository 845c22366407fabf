import { ageOf } from '#platform/age.ts';
import { waitingIds } from '#platform/application-records.ts';
import { ofDraft, readFrom, type Transaction, writeTo } from '#platform/database.ts';
import { whenSeenAgain } from '#platform/page-lifecycle.ts';
import { isPageList } from '#platform/scan-slots.ts';
import { isFilling } from '#platform/view-slice.ts';
import { DRAFT_LIFE_MS, type Draft, expiryOf, ifNobodyOwns, isExpired, newerOf, readDraft } from './draft.ts';
import { readCopies } from './draft-copy.ts';
import { deleteUnconfirmed, loadDraft } from './draft-database.ts';
import { draftExpired, draftsSetAside, draftTakenOver, draftUnsaved } from './draft-events.ts';
import { noteEnded } from './draft-notes.ts';
import type { DraftsRoot, DraftThunk } from './draft-services.ts';
import type { DraftSummary } from './draft-summary.ts';
import { noteDraft } from './list-drafts.ts';
import { showDraft } from './open-draft.ts';
import { bringBackReadable, setAsideIds } from './quarantine.ts';
import { removeDraft, replaceDraft } from './remove-draft.ts';
import { flushForms } from './save-draft.ts';
import { isOwnerAwake } from './tabs.ts';

/** A timer does not run while the device sleeps, so the page looks at the clock at least this often. */
const LOOK_EVERY_MS = 30_000;

/**
 * Deletes drafts to the second when their 24 hours are over, in any view, and other old data of this device. A second
 * call changes nothing. Returns a function that stops the watch and resolves once it has ended.
 */
export const watchExpiry = (): DraftThunk<() => Promise<void>> => (dispatch, getState, services) => {
  if (services.stopExpiry) return services.stopExpiry;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sweeping = Promise.resolve();
  const ending = new AbortController();
  const sweep = async () => {
    if (ending.signal.aborted) return;
    // If these scripts cannot be loaded now, the next sweep tries again.
    const cleanups = await services.loadCleanups().catch(() => []);
    const now = Date.now();
    await dispatch(endExpired(now));
    await Promise.allSettled(cleanups.map(async (removeOld) => removeOld(now)));
    await dispatch(endSetAside(now)).catch(() => {});
    await deleteOrphans(now).catch(() => {});
    schedule(untilNext(getState(), now));
  };
  const schedule = (pause: number) => {
    clearTimeout(timer);
    if (!ending.signal.aborted) timer = setTimeout(look, pause);
  };
  // One sweep after another: of two at once, one could write back what the other has just removed.
  const look = () => {
    clearTimeout(timer);
    // The next sweep tries again.
    sweeping = sweeping.then(sweep).catch(() => schedule(LOOK_EVERY_MS));
  };
  services.stopExpiry = () => {
    ending.abort();
    clearTimeout(timer);
    return sweeping;
  };
  whenSeenAgain(look, { signal: ending.signal });
  look();
  return services.stopExpiry;
};

/**
 * Milliseconds to the next expiry; 0 if one came during the sweep at `sweptAt`. Skips drafts that had expired before the
 * sweep; those still here are in the outbox.
 */
function untilNext({ drafts }: DraftsRoot, sweptAt: number): number {
  // The list may be a minute behind the open draft.
  const living = [...Object.values(drafts.byId), ...(drafts.open ? [drafts.open] : [])];
  const ends = living.map((draft) => expiryOf(draft)).filter((end) => end > sweptAt);
  return Math.max(0, Math.min(LOOK_EVERY_MS, ...ends.map((end) => end - Date.now())));
}

/** Ends the drafts whose 24 hours are over, including those that the list does not name. */
const endExpired =
  (now: number): DraftThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const { drafts } = getState();
    // Text that is being typed at this moment is a change, too.
    if (drafts.open !== null && isExpired(drafts.open, now)) flushForms();
    const { byId } = getState().drafts;
    const listed = Object.values(byId).filter((draft) => isExpired(draft, now));
    const unlisted = await findUnlistedExpired(byId, now).catch(() => []);
    for (const expired of [...listed, ...unlisted]) await dispatch(endIfExpired(expired, now));
  };

const endIfExpired =
  (expired: DraftSummary | Draft, now: number): DraftThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const { id } = expired;
    const living = await dispatch(findLiving(id, now));
    if (living !== undefined) return dispatch(noteDraft(living));
    if (dispatch(isTypedIntoSince(id, now))) return;
    const { open: draft, elsewhere } = getState().drafts;
    const deletion = draft?.id === id && !elsewhere ? deleteUnconfirmed(id, now) : deleteExpired(expired, now);
    // A draft that the disk does not delete leaves the list once. Later sweeps try again without a notice.
    if (!(await deletion.catch(() => id in getState().drafts.byId))) return;
    await dispatch(dispatch(isTypedIntoSince(id, now)) ? beginAnewWithTyped() : endOne(expired));
  };

const endOne =
  (draft: DraftSummary | Draft): DraftThunk<Promise<unknown>> =>
  async (dispatch, getState) => {
    noteEnded(draft);
    await dispatch((isFilling(getState().view.current) ? replaceDraft : removeDraft)(draft.id, draftExpired));
  };

/** The person typed while the disk deleted the draft. It is saved again, without its documents. */
const beginAnewWithTyped = (): DraftThunk<Promise<void>> => async (dispatch, getState) => {
  const { open: draft } = getState().drafts;
  if (draft === null) return;
  dispatch(draftTakenOver(draft.id));
  dispatch(showDraft(draft, true));
  dispatch(draftUnsaved());
};

/** Whether the person has typed into the open draft since `now`. It then has another 24 hours. */
const isTypedIntoSince =
  (id: string, now: number): DraftThunk<boolean> =>
  (_dispatch, getState) => {
    flushForms();
    const { open: draft, elsewhere } = getState().drafts;
    return draft?.id === id && !elsewhere && !isExpired(draft, now);
  };

/** Quarantined states live 24 hours, too. */
const endSetAside =
  (now: number): DraftThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const known = getState().drafts.setAside;
    if (known.length === 0) return;
    await bringBackReadable(now);
    const left = await setAsideIds();
    if (left.length < known.length) dispatch(draftsSetAside(left));
  };

/** The draft itself, if it has not expired: another tab has changed it, or it is in the outbox. */
const findLiving =
  (id: string, now: number): DraftThunk<Promise<Draft | undefined>> =>
  async (_dispatch, getState) => {
    const { open: draft, elsewhere } = getState().drafts;
    if (draft?.id === id && !elsewhere && !isExpired(draft, now)) return draft;
    return loadDraft(id, now).catch(() => undefined);
  };

/**
 * Expired drafts of this device that the list does not name: they were too old to be listed. A later version of the page
 * may have written those that cannot be read, so they are left out. Rejects if the disk cannot be read.
 */
async function findUnlistedExpired(listed: Readonly<Record<string, unknown>>, now: number): Promise<readonly Draft[]> {
  const copies = new Map(readCopies().map(({ id, draft }) => [id, draft]));
  return readFrom(['drafts'], async ({ store }) => {
    const ids = new Set([...(await store.getAllKeys()), ...copies.keys()]);
    const found: Draft[] = [];
    for (const id of ids) {
      if (id in listed) continue;
      const draft = newerOf(readDraft(await store.get(id)), copies.get(id));
      if (draft !== undefined && isExpired(draft, now)) found.push(draft);
    }
    return found;
  });
}

/** An owner that has not removed its expired draft after this time may be a tab that the browser has stopped. */
const STOPPED_AFTER_MS = 60 * 60 * 1000;

/**
 * Deletes an expired draft that is not open here. If another tab has it open, that tab deletes it: it knows what was typed
 * since the last save. A tab that has stopped deletes nothing, so this one does it after an hour.
 */
async function deleteExpired({ id, changedAt }: Pick<Draft, 'id' | 'changedAt'>, now: number): Promise<boolean> {
  let isGone: boolean | undefined;
  await ifNobodyOwns(id, async () => {
    isGone = await deleteUnconfirmed(id, now);
  });
  if (isGone !== undefined) return isGone;
  if (ageOf(changedAt, now) < DRAFT_LIFE_MS + STOPPED_AFTER_MS || (await isOwnerAwake(id))) return false;
  return deleteUnconfirmed(id, now);
}

const STORES = ['drafts', 'documents', 'files', 'outbox', 'quarantine'] as const;

/**
 * Deletes documents whose draft was never saved. Waits 24 hours, because without Web Locks we cannot tell whether another
 * tab still has the draft open. A document without a date gets `now`, in milliseconds since 1970.
 */
export async function deleteOrphans(now: number): Promise<void> {
  const ids = await findOrphans();
  for (const id of ids) await ifNobodyOwns(id, () => deleteIfOld(id, now));
}

/** Ids under which only documents or scanned pages are left. */
async function findOrphans(): Promise<ReadonlySet<string>> {
  return readFrom(STORES, async (transaction) => {
    const owners = new Set((await transaction.objectStore('documents').getAllKeys()).map(([draftId]) => draftId));
    for (const [draftId, slot] of await transaction.objectStore('files').getAllKeys())
      if (isPageList(slot)) owners.add(draftId);
    if (owners.size === 0) return owners;
    for (const id of await transaction.objectStore('drafts').getAllKeys()) owners.delete(id);
    for (const id of await waitingIds(transaction.objectStore('outbox'))) owners.delete(id);
    for (const { draftId } of await transaction.objectStore('quarantine').getAll()) owners.delete(draftId);
    for (const { id } of readCopies()) owners.delete(id);
    return owners;
  });
}

/** Looks again: the draft may have been saved in the meantime. */
async function deleteIfOld(id: string, now: number): Promise<void> {
  await writeTo(STORES, async (transaction) => {
    if (await isSavedIn(transaction, id)) return;
    const [documents, files] = [transaction.objectStore('documents'), transaction.objectStore('files')];
    const records = await documents.getAll(ofDraft(id));
    for (const record of records) if (record.at === undefined) await documents.put({ ...record, at: now });
    const pages = await pageListsIn(transaction, id);
    if ([...records, ...pages].some(({ at = now }) => ageOf(at, now) < DRAFT_LIFE_MS)) return;
    await documents.delete(ofDraft(id));
    await files.delete(ofDraft(id));
  });
}

async function isSavedIn(transaction: Transaction<typeof STORES>, id: string): Promise<boolean> {
  const saved = await transaction.objectStore('drafts').getAllKeys(id);
  return saved.length > 0 || (await waitingIds(transaction.objectStore('outbox'))).has(id);
}

async function pageListsIn(transaction: Transaction<typeof STORES>, id: string) {
  const files = transaction.objectStore('files');
  const keys = (await files.getAllKeys(ofDraft(id))).filter(([, slot]) => isPageList(slot));
  return (await Promise.all(keys.map((key) => files.get(key)))).flatMap((list) => list ?? []);
}
