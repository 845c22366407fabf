import type { AppStore } from '#app/store.ts';
import type { Draft } from './draft.ts';
import * as events from './draft-events.ts';
import { type LoadedDrafts, loadDraft, loadDrafts, slotsOf } from './draft-storage.ts';
import { summaryOf } from './draft-summary.ts';
import { selectListed } from './drafts-slice.ts';
import { saveFailureReason } from './save-failure.ts';
import { setAsideIds } from './set-aside.ts';
import { unsavedOf } from './unsaved-drafts.ts';

const NOTHING: LoadedDrafts = { drafts: [], slots: new Map(), expired: [], unreadable: [] };

/**
 * Reads the drafts of this device into the index, once in a visit; from then on it follows what happens, here and in
 * other tabs. Where the browser gives nothing, the page works without.
 */
export async function listDrafts(store: AppStore): Promise<void> {
  if (selectListed(store.getState())) return;
  const { drafts, slots, expired, unreadable } = await loadDrafts(Date.now()).catch((failure: unknown) => {
    store.dispatch(events.saveFailed({ reason: saveFailureReason(failure) }));
    return NOTHING;
  });
  for (const id of expired) store.dispatch(events.draftExpired(id));
  if (unreadable.length > 0) store.dispatch(events.draftsSetAside(unreadable));
  store.dispatch(events.draftsListed(drafts.map((draft) => summaryOf(draft, slots.get(draft.id)))));
}

/** A draft by its id: from the disk, or as it was when saving it failed. Undefined when it cannot be had any more. */
export async function findDraft(store: AppStore, id: string): Promise<Draft | undefined> {
  const unsaved = unsavedOf(store).get(id);
  try {
    const saved = await loadDraft(id, Date.now());
    if (saved === undefined && unsaved === undefined) await giveUp(store, id);
    return unsaved !== undefined && unsaved.revision >= (saved?.revision ?? 0) ? unsaved : saved;
  } catch (failure) {
    store.dispatch(events.saveFailed({ reason: saveFailureReason(failure) }));
    return unsaved;
  }
}

/** The list names a draft that is gone, or cannot be read and lies apart now. */
async function giveUp(store: AppStore, id: string): Promise<void> {
  if (id in store.getState().drafts.byId) store.dispatch(events.draftDeleted(id));
  store.dispatch(events.draftsSetAside(await setAsideIds()));
}

/** Brings what the list says of a draft up to what is on the disk. */
export async function noteDraft(store: AppStore, draft: Draft): Promise<void> {
  const slots = await slotsOf(draft.id).catch(() => []);
  if (store.getState().drafts.openId !== draft.id) store.dispatch(events.draftNoted(summaryOf(draft, slots)));
}
