import type { AppStore } from '#app/store.ts';
import { tellForms } from '#features/forms/kit/form-listener.ts';
import { type Draft, type DraftVariant, newDraft } from './draft.ts';
import { markWaiting, readCopy } from './draft-copy.ts';
import * as events from './draft-events.ts';
import { deleteDraft } from './draft-storage.ts';
import { selectDrafts } from './drafts-slice.ts';
import { findDraft, listDrafts } from './list-drafts.ts';
import { noteOpenDraft, openDraftOfThisTab } from './open-here.ts';
import { persistorOf } from './persistence.ts';
import { saveFailureReason } from './save-failure.ts';
import { startingAnswers } from './starting-answers.ts';
import { tabsOf } from './tabs.ts';
import { holdIfUnsaved, unsavedOf } from './unsaved-drafts.ts';

const openOf = (store: AppStore): Draft | null => store.getState().application.draft;

/**
 * Brings the latest unfinished draft of a variant to the screen, or a new one (contract §7 "Drafts on screen"); after a
 * reload the one that this tab had open. Does nothing while one of that variant is open. What somebody has typed into
 * the blank step 1 meanwhile is never replaced: it becomes a draft of its own.
 */
export async function openLatestDraft(store: AppStore, variant: DraftVariant): Promise<void> {
  if (openOf(store)?.variant === variant) return;
  // redux-persist needs a moment before it hears of changes.
  persistorOf(store);
  await parkDraft(store);
  await listDrafts(store);
  const latest = typedIntoBlank(store) ? undefined : await findLatest(store, variant);
  const owned = latest !== undefined && (await tabsOf(store).hold(latest.id));
  const late = openOf(store)?.variant === variant;
  if (latest !== undefined && !late && !typedIntoBlank(store)) return take(store, latest, owned);
  if (latest !== undefined && openOf(store)?.id !== latest.id) tabsOf(store).release(latest.id);
  if (!late) create(store, variant);
}

/** Something was typed into the empty step 1 that was prerendered. */
function typedIntoBlank(store: AppStore): boolean {
  const { status, save } = store.getState().application;
  return status === 'blank' && save.state === 'unsaved';
}

async function findLatest(store: AppStore, variant: DraftVariant): Promise<Draft | undefined> {
  const last = openDraftOfThisTab();
  const listed = Object.values(selectDrafts(store.getState()))
    .filter((draft) => draft.variant === variant)
    .sort((one, other) => Number(other.id === last) - Number(one.id === last) || other.changedAt - one.changedAt);
  for (const { id } of listed) {
    const draft = await findDraft(store, id);
    if (draft !== undefined) return draft;
  }
  return undefined;
}

/** Who presses twice gets what was asked for last, however long the first takes to be read. */
const asked = new WeakMap<AppStore, string>();

/**
 * Brings another draft to the screen in place of the open one: one read from the disk, however many drafts there are.
 * Resolves to false, and leaves everything as it is, when that draft is not there any more, or another one was asked for
 * meanwhile.
 */
export async function openDraft(store: AppStore, id: string): Promise<boolean> {
  asked.set(store, id);
  if (openOf(store)?.id === id) return true;
  const [wanted, owned] = await Promise.all([findDraft(store, id), tabsOf(store).hold(id)]);
  // What was typed into the open one while the other was being read is written, too.
  if (wanted !== undefined && asked.get(store) === id) await settle(store);
  const there = openOf(store)?.id === id;
  if (there || wanted === undefined || asked.get(store) !== id) {
    if (!there) tabsOf(store).release(id);
    if (openOf(store) !== null) persistorOf(store).persist();
    return there;
  }
  // In one go, so that nothing is rendered between the two.
  putAway(store);
  take(store, wanted, owned);
  return true;
}

/** Parks the open draft and starts an empty one. */
export async function createDraft(store: AppStore, variant: DraftVariant): Promise<void> {
  asked.delete(store);
  await parkDraft(store);
  create(store, variant);
}

/** Makes this tab the owner of the open draft, which another tab has: with all that was written there. */
export async function takeOver(store: AppStore): Promise<void> {
  const shown = openOf(store);
  if (shown === null) return;
  await tabsOf(store).takeOver(shown.id);
  const latest = await findDraft(store, shown.id);
  if (openOf(store)?.id === shown.id) take(store, latest ?? shown, true);
}

/** Removes what is saved of the open draft while it is still on the screen; nothing of it is written from now on. */
export async function discardSaved(store: AppStore, id: string): Promise<void> {
  if (openOf(store)?.id === id) await settle(store);
  await forgetSaved(store, id);
}

/** Removes a draft and its documents from this device: from memory, IndexedDB, localStorage and other tabs. */
export async function removeDraft(store: AppStore, id: string, event = events.draftDeleted): Promise<void> {
  if (openOf(store)?.id === id) {
    await settle(store);
    noteOpenDraft(null);
  }
  store.dispatch(event(id));
  tabsOf(store).release(id);
  await forgetSaved(store, id);
}

/** Removes a draft whose form may stand on the screen: the latest other one of its variant, or an empty one, takes its place. */
export async function replaceDraft(store: AppStore, id: string, event = events.draftDeleted): Promise<void> {
  const draft = openOf(store);
  await removeDraft(store, id, event);
  if (draft?.id === id) await openLatestDraft(store, draft.variant);
}

async function forgetSaved(store: AppStore, id: string): Promise<void> {
  unsavedOf(store).delete(id);
  await deleteDraft(id).catch((failure: unknown) => {
    store.dispatch(events.saveFailed({ reason: saveFailureReason(failure) }));
  });
  tabsOf(store).tell({ type: 'deleted', id });
  markWaiting(Object.keys(store.getState().drafts.byId).some((other) => other !== id));
}

/** Puts the open draft away; one that was never changed leaves no trace. */
export async function parkDraft(store: AppStore): Promise<void> {
  if (openOf(store) === null) return;
  await settle(store);
  putAway(store);
}

function putAway(store: AppStore): void {
  // A form that is taken off the page tells what it still has, and by then another draft would be the open one.
  tellForms();
  const draft = openOf(store);
  if (draft === null) return;
  holdIfUnsaved(store);
  if (draft.revision === 0) store.dispatch(events.draftDeleted(draft.id));
  else store.dispatch(events.draftParked());
  tabsOf(store).release(draft.id);
  noteOpenDraft(null);
}

/** Everything written, nothing more to write: another draft may come. */
async function settle(store: AppStore): Promise<void> {
  const persistor = persistorOf(store);
  tellForms();
  await persistor.flush();
  persistor.pause();
}

function take(store: AppStore, draft: Draft, owned: boolean): void {
  const persistor = persistorOf(store);
  store.dispatch(owned ? events.draftRestored(draft) : events.draftShown(draft));
  noteOpenDraft(draft.id);
  persistor.persist();
  // It was not on the disk, or less of it: it is written now.
  const behind = unsavedOf(store).delete(draft.id) || readCopy(draft.id) !== undefined;
  if (owned && behind) store.dispatch(events.saveRetried());
}

function create(store: AppStore, variant: DraftVariant): void {
  const persistor = persistorOf(store);
  const draft = newDraft(crypto.randomUUID(), variant, Date.now(), startingAnswers(variant));
  store.dispatch(events.draftCreated(draft));
  noteOpenDraft(draft.id);
  void tabsOf(store).hold(draft.id);
  persistor.persist();
}
