import { type Draft, type DraftVariant, newDraft } from '#lib/drafts/draft.ts';
import { markWaiting } from '#lib/drafts/draft-copy.ts';
import * as events from '#lib/drafts/draft-events.ts';
import { deleteDraft, type LoadedDrafts, loadDrafts } from '#lib/drafts/draft-storage.ts';
import { saveFailureReason } from '#lib/drafts/save-failure.ts';
import { persistorOf } from './persistence.ts';
import { startingAnswers } from './starting-answers.ts';
import type { AppStore } from './store.ts';

const NOTHING: LoadedDrafts = { drafts: [], expired: [], unreadable: [] };

/** Reads the drafts of this device into the index. Where the browser gives nothing, the page works without. */
export async function listDrafts(store: AppStore): Promise<readonly Draft[]> {
  const { drafts, expired, unreadable } = await loadDrafts(Date.now()).catch((failure: unknown) => {
    store.dispatch(events.saveFailed({ reason: saveFailureReason(failure) }));
    return NOTHING;
  });
  for (const id of expired) store.dispatch(events.draftExpired(id));
  for (const id of unreadable) store.dispatch(events.draftSetAside(id));
  store.dispatch(events.draftsListed(drafts));
  return drafts;
}

/**
 * Brings the latest unfinished draft of a variant to the screen, or a new one (contract §7 "Drafts on screen"). Does
 * nothing while one of that variant is open. What somebody has typed into the blank step 1 meanwhile is never
 * replaced: it becomes a draft of its own.
 */
export async function openLatestDraft(store: AppStore, variant: DraftVariant): Promise<void> {
  if (store.getState().application.draft?.variant === variant) return;
  await parkDraft(store);
  const drafts = await listDrafts(store);
  const { draft, status, save } = store.getState().application;
  if (draft?.variant === variant) return;
  const typed = status === 'blank' && save.state === 'unsaved';
  const latest = typed ? undefined : drafts.find((one) => one.variant === variant);
  if (latest === undefined) create(store, variant);
  else take(store, latest);
}

/** Parks the open draft and brings another to the screen. Resolves to false when it is not there any more. */
export async function openDraft(store: AppStore, id: string): Promise<boolean> {
  if (store.getState().application.draft?.id === id) return true;
  await parkDraft(store);
  const wanted = (await listDrafts(store)).find((draft) => draft.id === id);
  if (wanted !== undefined) take(store, wanted);
  return wanted !== undefined;
}

/** Parks the open draft and starts an empty one. */
export async function createDraft(store: AppStore, variant: DraftVariant): Promise<void> {
  await parkDraft(store);
  create(store, variant);
}

/** Removes what is saved of the open draft while it is still on the screen; nothing of it is written from now on. */
export async function discardSaved(store: AppStore, id: string): Promise<void> {
  if (store.getState().application.draft?.id === id) await settle(store);
  await forgetSaved(store, id);
}

/** Removes a draft and its documents from this device: from memory, IndexedDB and localStorage. */
export async function removeDraft(store: AppStore, id: string, event = events.draftDeleted): Promise<void> {
  if (store.getState().application.draft?.id === id) await settle(store);
  store.dispatch(event(id));
  await forgetSaved(store, id);
}

/** Removes a draft whose form may stand on the screen: the latest other one of its variant, or an empty one, takes its place. */
export async function replaceDraft(store: AppStore, id: string, event = events.draftDeleted): Promise<void> {
  const { draft } = store.getState().application;
  await removeDraft(store, id, event);
  if (draft?.id === id) await openLatestDraft(store, draft.variant);
}

async function forgetSaved(store: AppStore, id: string): Promise<void> {
  await deleteDraft(id).catch((failure: unknown) => {
    store.dispatch(events.saveFailed({ reason: saveFailureReason(failure) }));
  });
  markWaiting(Object.keys(store.getState().drafts.byId).some((other) => other !== id));
}

/** Puts the open draft away; one that was never changed leaves no trace. */
export async function parkDraft(store: AppStore): Promise<void> {
  const { draft } = store.getState().application;
  if (draft === null) return;
  await settle(store);
  if (draft.revision === 0) store.dispatch(events.draftDeleted(draft.id));
  else store.dispatch(events.draftParked());
}

/** Everything written, nothing more to write: another draft may come. */
async function settle(store: AppStore): Promise<void> {
  const persistor = persistorOf(store);
  await persistor.flush();
  persistor.pause();
}

function take(store: AppStore, draft: Draft): void {
  const persistor = persistorOf(store);
  store.dispatch(events.draftRestored(draft));
  persistor.persist();
}

function create(store: AppStore, variant: DraftVariant): void {
  const persistor = persistorOf(store);
  store.dispatch(events.draftCreated(newDraft(crypto.randomUUID(), variant, Date.now(), startingAnswers(variant))));
  persistor.persist();
}
