import type { Reducer, Store } from '@reduxjs/toolkit';
import { type Persistor, persistReducer, persistStore } from 'redux-persist';
import { whenLeft } from '#platform/page-lifecycle.ts';
import type { Draft } from './draft.ts';
import { forgetCopy, keepCopy, markWaiting } from './draft-copy.ts';
import { DraftOvertaken, saveDraft, saveFailureReason } from './draft-database.ts';
import * as events from './draft-events.ts';
import { addDraftListener, type DraftServices, type DraftStore, type DraftThunk } from './draft-services.ts';
import { isInList } from './draft-summary.ts';
import { type DraftsState, draftsSlice, isBehind, isUnsavedHere } from './drafts-slice.ts';
import { isRemoved, listDrafts } from './list-drafts.ts';

/*
 * The one place that saves the open draft: after a change, every 30 seconds, when the page is left, before another
 * draft replaces it, and before another tab takes it over. redux-persist restores the first draft, notices changes,
 * throttles, flushes and pauses. The storage below it is draft-database.ts and draft-copy.ts. open-draft.ts opens every
 * other draft, and expiry.ts deletes drafts after their 24 hours (docs/decisions/0003-browser-storage.md).
 */

/** From a change in the store to its save. With the form's pause of 300 ms this is well within a second. */
const THROTTLE_MS = 200;
/** The longest time between two saves (R6.2). A change alone is saved within a second. */
const AUTOSAVE_MS = 30_000;

/** What a new store opens with: a saved draft, or nothing. */
type Restore = () => Promise<Draft | undefined>;
const nothing: Restore = async () => undefined;

/** redux-persist for this store. It is made when the first draft is opened, and then restores what `restore` finds. */
export const persistor =
  (restore = nothing): DraftThunk<Persistor> =>
  (dispatch, getState, services) => {
    services.persistor ??= createPersistor({ dispatch, getState }, services, restore);
    return services.persistor;
  };

/**
 * redux-persist restores once; open-draft.ts opens every other draft. draft-database.ts checks, migrates and ends
 * drafts as it reads them, so redux-persist's `migrate` has nothing to do.
 */
function createPersistor(store: DraftStore, { replaceDrafts }: DraftServices, restore: Restore): Persistor {
  const config = {
    // The same for all drafts: the engine takes the key from the id in the value.
    key: 'drafts',
    // One value, because redux-persist throttles each key separately.
    whitelist: ['open'],
    storage: engineOf(store, restore),
    serialize: false,
    deserialize: false,
    // The slice handles REHYDRATE.
    stateReconciler: false as const,
    throttle: THROTTLE_MS,
    // No timeout: after one, redux-persist would treat a slow disk as an empty one.
    timeout: 0,
  };
  const persisted = persistReducer<DraftsState>(config, draftsSlice.reducer);
  // redux-persist keeps a note (`_persist`) in the state, which the slice's type does not have.
  const reducer: Reducer<DraftsState> = (state, action) => persisted(state as Parameters<typeof persisted>[0], action);
  replaceDrafts(reducer);
  // It uses only `dispatch` of the store.
  return persistStore(store as unknown as Store);
}

/**
 * redux-persist's storage. It never rejects. redux-persist calls it inside the reducer, where the store must not be
 * used.
 */
function engineOf({ dispatch }: DraftStore, restore: Restore) {
  return {
    /** Nothing is written before this device was read and unreadable states were quarantined. */
    async getItem() {
      await undefined;
      await dispatch(listDrafts());
      const draft = await restore();
      return draft && { open: draft };
    },
    removeItem: async () => {},
    async setItem(_key: string, { open }: { open?: Draft | null }) {
      await undefined;
      if (open) await dispatch(writeIfDue(open));
    },
  };
}

/** Resolves once redux-persist has restored the first draft, if there is one. */
export const whenRestored = (): DraftThunk<Promise<void>> => (dispatch) => {
  const saving = dispatch(persistor());
  return new Promise((resolve) => {
    const look = () => {
      if (!saving.getState().bootstrapped) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = saving.subscribe(look);
    look();
  });
};

/** Writes a draft to IndexedDB and dispatches the outcome. */
const writeIfDue =
  (draft: Draft): DraftThunk<Promise<void>> =>
  async (dispatch, getState, services) => {
    // A pending write must not restore a deleted draft.
    if (dispatch(isRemoved(draft.id))) return;
    if (draft.revision === 0 || !isDue(getState().drafts, draft)) return;
    const { id, revision } = draft;
    try {
      await saveDraft(draft);
      services.lastKnown = draft;
      forgetCopy(id, revision);
      if (isInList(draft)) markWaiting(true);
      dispatch(events.draftSaved({ id, revision, at: Date.now() }));
    } catch (failure) {
      if (failure instanceof DraftOvertaken) dispatch(events.draftTakenOver(id));
      else dispatch(events.saveFailed({ reason: saveFailureReason(failure) }));
    }
  };

/**
 * Whether this draft has to be written. A restored draft is on the disk already, and another tab writes its own draft.
 */
function isDue({ open: draft, elsewhere, save }: DraftsState, { id, revision }: Draft): boolean {
  if (draft?.id !== id) return true;
  return !elsewhere && (revision > save.savedRevision || save.state === 'saving');
}

/** For each form on the page, the function that stores text typed since the last pause. */
const forms = new Set<() => void>();

/** Registers a form. `takeIn` is called before the open draft is put away. Returns a function that removes it. */
export function beforeSaving(takeIn: () => void): () => void {
  forms.add(takeIn);
  return () => void forms.delete(takeIn);
}

/** Stores text typed in any form since its last pause. */
export function flushForms(): void {
  for (const takeIn of forms) takeIn();
}

/** Resolves once the open draft is written as the store has it, or could not be written. */
export const flushDraft = (): DraftThunk<Promise<void>> => (dispatch) => dispatch(persistor()).flush();

/** Saves the open draft with the text typed last, then pauses saving, so that another draft can replace it. */
export const settleDraft = (): DraftThunk<Promise<void>> => async (dispatch, getState) => {
  const saving = dispatch(persistor());
  flushForms();
  await saving.flush();
  saving.pause();
  // redux-persist does not flush text typed since, a failed save, and anything before the first reading of this device
  // has ended.
  for (let hasFailed = false; !hasFailed; hasFailed = getState().drafts.save.state === 'failed') {
    flushForms();
    const { drafts } = getState();
    if (drafts.open === null || !isUnsavedHere(drafts)) return;
    await dispatch(writeIfDue(drafts.open));
  }
};

/** Resumes saving after `settleDraft`. Changes made in between are saved, too. */
export const resumeSaving = (): DraftThunk => (dispatch, getState) => {
  dispatch(persistor()).persist();
  const { drafts } = getState();
  // redux-persist has missed the changes during its pause, and would notice only the next change.
  if (drafts.save.state === 'saving' && isBehind(drafts)) dispatch(events.saveRetried());
};

/**
 * Every 30 seconds, writes what is waiting and retries failed saves. When the page is left, keeps a synchronous copy of
 * changes that the disk does not have. This continues after the form is left, because the draft may not be saved yet. A
 * second call changes nothing. Returns a function that stops it.
 */
export const startAutosave = (): DraftThunk<() => void> => (dispatch, _getState, services) => {
  if (services.stopAutosave) return services.stopAutosave;
  const timer = setInterval(() => void dispatch(saveAgain()), AUTOSAVE_MS);
  const ending = new AbortController();
  const leave = () => {
    // A form may have begun to listen later than this. Its text must be in the copy, too.
    flushForms();
    dispatch(copyUnsaved());
  };
  whenLeft(leave, { signal: ending.signal });
  dispatch(keepBeforeUnload(leave, ending.signal));
  services.stopAutosave = () => {
    clearInterval(timer);
    ending.abort();
    delete services.stopAutosave;
  };
  return services.stopAutosave;
};

/**
 * When another site replaces the page, Firefox loses what `pagehide` writes to localStorage, because its process ends
 * first. At `beforeunload` the process still runs. The page listens to it only while something is unsaved, because
 * Firefox keeps such a page out of the back/forward cache.
 */
const keepBeforeUnload =
  (keep: () => void, signal: AbortSignal): DraftThunk =>
  (dispatch) => {
    const watch = (isSaved: boolean) =>
      isSaved ? window.removeEventListener('beforeunload', keep) : window.addEventListener('beforeunload', keep);
    signal.addEventListener('abort', () => watch(true));
    dispatch(
      addDraftListener({
        predicate: (_action, now, before) => now.drafts.save.state !== before.drafts.save.state,
        effect(_action, { getState, unsubscribe }) {
          if (signal.aborted) unsubscribe();
          else watch(getState().drafts.save.state === 'saved');
        },
      }),
    );
  };

const saveAgain =
  (): DraftThunk<Promise<void>> =>
  async (dispatch, getState, { listing }) => {
    // The device could not be read before.
    if (listing === undefined) await dispatch(listDrafts());
    // A password manager or a script may have set a value without an event.
    flushForms();
    if (getState().drafts.save.state === 'failed') dispatch(events.saveRetried());
    await dispatch(flushDraft());
  };

/** Keeps a synchronous copy of changes that the disk does not have, and begins to write them. */
export const copyUnsaved = (): DraftThunk => (dispatch, getState, services) => {
  const { drafts } = getState();
  if (drafts.open !== null && isUnsavedHere(drafts) && keepCopy(drafts.open)) services.lastKnown = drafts.open;
  if (services.persistor) void dispatch(flushDraft());
};
