import type { Reducer, Store } from '@reduxjs/toolkit';
import { type Persistor, persistReducer, persistStore } from 'redux-persist';
import { whenLeft } from '#platform/coming-back.ts';
import { type ApplicationState, applicationSlice, isBehind, isUnsavedHere } from './application-slice.ts';
import type { Draft } from './draft.ts';
import { forgetCopy, keepCopy, markWaiting } from './draft-copy.ts';
import { DraftOvertaken, saveDraft, saveFailureReason } from './draft-database.ts';
import * as events from './draft-events.ts';
import { addDraftListener, type DraftServices, type DraftStore, type DraftThunk } from './draft-services.ts';
import { isInList } from './draft-summary.ts';
import { isRemoved, listDrafts } from './list-drafts.ts';

/*
 * The one place that saves the open draft: after a change, every 30 seconds, when the page is left, before another draft
 * takes its place, and before another tab takes it over. redux-persist restores the draft that the page opens with, notices
 * changes, gathers, flushes and pauses; draft-database.ts and draft-copy.ts are the storage below it. open-draft.ts opens
 * every other draft, expiry.ts removes drafts after their 24 hours (docs/decisions/0003-browser-storage.md).
 */

/** From a change in the store to its save. With the form's pause of 300 ms this stays well within a second. */
const THROTTLE_MS = 200;
/** Saved at least this often (R6.2). A change is saved within a second by itself. */
const AUTOSAVE_MS = 30_000;

/** What a new store opens with: a saved draft, or nothing. */
type Restore = () => Promise<Draft | undefined>;
const nothing: Restore = async () => undefined;

/** redux-persist for this store; made when the first draft is opened, and then restores what `restore` finds. */
export const persistor =
  (restore = nothing): DraftThunk<Persistor> =>
  (dispatch, getState, services) => {
    services.persistor ??= createPersistor({ dispatch, getState }, services, restore);
    return services.persistor;
  };

/**
 * redux-persist restores once: open-draft.ts opens every other draft. draft-database.ts checks, migrates and ends drafts
 * as it reads them, so nothing is left to do for redux-persist's `migrate`.
 */
function createPersistor(store: DraftStore, { replaceApplication }: DraftServices, restore: Restore): Persistor {
  const config = {
    // Fixed while drafts change: the engine takes the key from the id in the value.
    key: 'application',
    // One value: the throttle counts per key.
    whitelist: ['draft'],
    storage: engineOf(store, restore),
    serialize: false,
    deserialize: false,
    // The slice's own case for REHYDRATE does it.
    stateReconciler: false as const,
    throttle: THROTTLE_MS,
    // No time limit: after one it would treat a slow disk as an empty one.
    timeout: 0,
  };
  const persisted = persistReducer<ApplicationState>(config, applicationSlice.reducer);
  // redux-persist keeps a note of its own (`_persist`) in the state, of which the slice's type knows nothing.
  const reducer: Reducer<ApplicationState> = (state, action) =>
    persisted(state as Parameters<typeof persisted>[0], action);
  replaceApplication(reducer);
  // Of the store it uses `dispatch` alone.
  return persistStore(store as unknown as Store);
}

/** redux-persist's storage; never rejects. It is called inside the reducer, where the store must not be used. */
function engineOf({ dispatch }: DraftStore, restore: Restore) {
  return {
    /** Nothing is written before this device was read and what is unreadable was set aside. */
    async getItem() {
      await undefined;
      await dispatch(listDrafts());
      const draft = await restore();
      return draft && { draft };
    },
    removeItem: async () => {},
    async setItem(_key: string, { draft }: { draft?: Draft | null }) {
      await undefined;
      if (draft) await dispatch(writeIfDue(draft));
    },
  };
}

/** Resolves once redux-persist has restored what there was. */
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

/** Writes a draft to IndexedDB and says in the store how it went. */
const writeIfDue =
  (draft: Draft): DraftThunk<Promise<void>> =>
  async (dispatch, getState, services) => {
    // What was still to be written of a draft that is deleted would bring it back.
    if (dispatch(isRemoved(draft.id))) return;
    if (draft.revision === 0 || !isDue(getState().application, draft)) return;
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

/** Whether this draft has to be written: a restored one is on the disk already, and another tab writes its own. */
function isDue({ draft, elsewhere, save }: ApplicationState, { id, revision }: Draft): boolean {
  if (draft?.id !== id) return true;
  return !elsewhere && (revision > save.savedRevision || save.state === 'saving');
}

/** For each form on the page, the function that stores what was typed since the last pause. */
const forms = new Set<() => void>();

/** Registers a form: `takeIn` is called before the open draft is put away. Returns the function that removes it. */
export function beforeSaving(takeIn: () => void): () => void {
  forms.add(takeIn);
  return () => void forms.delete(takeIn);
}

/** Stores what was typed in any form since its last pause. */
export function flushForms(): void {
  for (const takeIn of forms) takeIn();
}

/** Resolves once all that the store has of the open draft is written, or could not be. */
export const flushDraft = (): DraftThunk<Promise<void>> => (dispatch) => dispatch(persistor()).flush();

/** Saves the open draft with what was typed last, then pauses saving, so that another draft can take its place. */
export const settleDraft = (): DraftThunk<Promise<void>> => async (dispatch, getState) => {
  const saving = dispatch(persistor());
  flushForms();
  await saving.flush();
  saving.pause();
  // What redux-persist does not flush: what was typed since, a save that failed before, and anything as long as this
  // device is being read for the first time.
  for (let hasFailed = false; !hasFailed; hasFailed = getState().application.save.state === 'failed') {
    flushForms();
    const { application } = getState();
    if (application.draft === null || !isUnsavedHere(application)) return;
    await dispatch(writeIfDue(application.draft));
  }
};

/** Goes on with saving after `settleDraft`; what has changed meanwhile is written, too. */
export const resumeSaving = (): DraftThunk => (dispatch, getState) => {
  dispatch(persistor()).persist();
  const { application } = getState();
  // redux-persist has not noticed what changed during its pause, and would only notice the next change.
  if (application.save.state === 'saving' && isBehind(application)) dispatch(events.saveRetried());
};

/**
 * Every 30 seconds writes what is waiting and tries failed saves again; when the page is left, keeps a synchronous copy of
 * what the disk does not have yet. It goes on when the form is left, since the draft may not be saved by then; starting it
 * a second time changes nothing. Returns the function that stops it.
 */
export const startAutosave = (): DraftThunk<() => void> => (dispatch, _getState, services) => {
  if (services.stopAutosave) return services.stopAutosave;
  const timer = setInterval(() => void dispatch(saveAgain()), AUTOSAVE_MS);
  const ending = new AbortController();
  const leave = () => {
    // A form may have begun to listen after us: what it would take in must be in the copy.
    flushForms();
    dispatch(keepOnLeaving());
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
 * Firefox loses what `pagehide` writes to localStorage when another site takes the page's place: its process ends first.
 * `beforeunload` comes while the process is still needed. It is listened to only while something is not saved, since
 * Firefox keeps no page that listens to it for the way back.
 */
const keepBeforeUnload =
  (keep: () => void, signal: AbortSignal): DraftThunk =>
  (dispatch) => {
    const watch = (isSaved: boolean) =>
      isSaved ? window.removeEventListener('beforeunload', keep) : window.addEventListener('beforeunload', keep);
    signal.addEventListener('abort', () => watch(true));
    dispatch(
      addDraftListener({
        predicate: (_action, now, before) => now.application.save.state !== before.application.save.state,
        effect(_action, { getState, unsubscribe }) {
          if (signal.aborted) unsubscribe();
          else watch(getState().application.save.state === 'saved');
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
    if (getState().application.save.state === 'failed') dispatch(events.saveRetried());
    await dispatch(flushDraft());
  };

/** Keeps a synchronous copy of what the disk does not have yet, and begins to write it. */
export const keepOnLeaving = (): DraftThunk => (dispatch, getState, services) => {
  const { application } = getState();
  if (application.draft !== null && isUnsavedHere(application) && keepCopy(application.draft))
    services.lastKnown = application.draft;
  if (services.persistor) void dispatch(flushDraft());
};
