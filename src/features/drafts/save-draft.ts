import type { Reducer, Store } from '@reduxjs/toolkit';
import { type Persistor, persistReducer, persistStore } from 'redux-persist';
import { type ApplicationState, applicationSlice, isBehind } from './application-slice.ts';
import type { Draft } from './draft.ts';
import { forgetCopy, keepCopy, markWaiting } from './draft-copy.ts';
import { DraftOvertaken, saveDraft, saveFailureReason } from './draft-database.ts';
import * as events from './draft-events.ts';
import type { DraftServices, DraftStore, DraftThunk } from './draft-services.ts';
import { listDrafts } from './list-drafts.ts';
import { createDraftTabs, type DraftTabs } from './tabs.ts';

/*
 * The one place that saves the open draft: after a change, every 30 seconds, on leaving the page, before another draft
 * comes, before another tab takes it. redux-persist notices the change, gathers, flushes and pauses; draft-database.ts
 * and draft-copy.ts write and read. What was saved comes back by open-draft.ts, migrated by draft.ts, and ends by
 * expiry.ts (docs/decisions/saved-state.md).
 */

/** From a change in the store to its save. With the form's pause of 300 ms this stays well within a second. */
const THROTTLE_MS = 200;
/** Saved at least this often (specification, section 9). A change is saved within a second by itself. */
export const AUTOSAVE_MS = 30_000;

/** redux-persist for this store; made when the first draft is opened. */
export const persistor = (): DraftThunk<Persistor> => (dispatch, getState, services) => {
  services.persistor ??= createPersistor({ dispatch, getState }, services);
  return services.persistor;
};

function createPersistor(store: DraftStore, { replaceApplication }: DraftServices): Persistor {
  const persisted = persistReducer<ApplicationState>(
    {
      // Fixed while drafts change: the engine takes the key from the id in the value.
      key: 'application',
      // One value: the throttle counts per key.
      whitelist: ['draft'],
      storage: engineOf(store),
      serialize: false,
      throttle: THROTTLE_MS,
      // A slow disk is not an empty one.
      timeout: 0,
      /**
       * Nothing is written before this device was read and what is unreadable was set aside, since redux-persist would
       * overwrite what it cannot restore. It restores one value once; open-draft.ts restores whichever draft is asked
       * for, so there is nothing to merge.
       */
      async getStoredState() {
        // redux-persist asks inside of the reducer, where the store may not be used.
        await undefined;
        await store.dispatch(listDrafts());
        return undefined;
      },
    },
    applicationSlice.reducer,
  );
  // redux-persist keeps a note of its own in the state, which is no business of the slice.
  const reducer: Reducer<ApplicationState> = (state, action) =>
    persisted(state as Parameters<typeof persisted>[0], action);
  replaceApplication(reducer);
  // Of the store it uses `dispatch` alone.
  return persistStore(store as unknown as Store);
}

/** redux-persist's storage: writes to IndexedDB and says in the store how it went; never rejects. */
function engineOf({ dispatch, getState }: DraftStore) {
  return {
    getItem: async () => undefined,
    removeItem: async () => {},
    async setItem(_key: string, { draft }: { draft?: Draft | null }) {
      // redux-persist flushes inside of the reducer, where the store may not be asked.
      await undefined;
      if (!draft || draft.revision === 0 || !isDue(getState().application, draft)) return;
      const { id, revision } = draft;
      try {
        await saveDraft(draft);
        forgetCopy(id, revision);
        markWaiting(true);
        dispatch(events.draftSaved({ id, revision, at: Date.now() }));
      } catch (failure) {
        if (failure instanceof DraftOvertaken) dispatch(events.draftTakenOver(id));
        else dispatch(events.saveFailed({ reason: saveFailureReason(failure) }));
      }
    },
  };
}

/** A draft that was only brought back is on the disk already; one that another tab owns is not ours to write. */
function isDue({ draft, elsewhere, save }: ApplicationState, { id, revision }: Draft): boolean {
  if (draft?.id !== id) return true;
  return !elsewhere && (revision > save.savedRevision || save.state === 'saving');
}

/** What takes in what was typed since the last pause, of each form on the page. */
const forms = new Set<() => void>();

/** Has this called whenever the open draft is about to be saved for good. Returns what ends that. */
export function beforeSaving(takeIn: () => void): () => void {
  forms.add(takeIn);
  return () => void forms.delete(takeIn);
}

export function takeInForms(): void {
  for (const takeIn of forms) takeIn();
}

/** Resolves once all that the store has of the open draft is written, or could not be. */
export const flushDraft = (): DraftThunk<Promise<void>> => (dispatch) => dispatch(persistor()).flush();

/** The same with what was typed last, and nothing more is written: another draft may come. */
export const settleDraft = (): DraftThunk<Promise<void>> => async (dispatch) => {
  const saving = dispatch(persistor());
  takeInForms();
  await saving.flush();
  saving.pause();
};

/** Holds the open draft when the disk does not have it, before it is put away. */
export const holdIfUnsaved =
  (): DraftThunk =>
  (_dispatch, getState, { held }) => {
    const { application } = getState();
    if (application.draft === null || application.elsewhere || !isBehind(application)) return;
    keepCopy(application.draft);
    held.set(application.draft.id, application.draft);
  };

/**
 * Every 30 seconds writes what may be waiting and tries failed saves again; on leaving the page keeps a synchronous copy
 * of what the disk does not have yet. Returns what stops it.
 */
export const startAutosave = (): DraftThunk<() => void> => (dispatch) => {
  const timer = setInterval(() => void dispatch(saveAgain()), AUTOSAVE_MS);
  const ending = new AbortController();
  const leave = () => dispatch(keepOnLeaving());
  window.addEventListener('pagehide', leave, { signal: ending.signal });
  // On the window, so that the form has told what was typed last: it listens while the event is on its way down.
  window.addEventListener('visibilitychange', leave, { signal: ending.signal });
  return () => {
    clearInterval(timer);
    ending.abort();
  };
};

const saveAgain =
  (): DraftThunk<Promise<void>> =>
  async (dispatch, getState, { held }) => {
    if (getState().application.save.state === 'failed') dispatch(events.saveRetried());
    await dispatch(flushDraft());
    for (const [id, draft] of held) {
      const isSaved = await saveDraft(draft).then(
        () => true,
        () => false,
      );
      if (isSaved && held.get(id) === draft) held.delete(id);
    }
  };

const keepOnLeaving = (): DraftThunk => (dispatch, getState) => {
  const { application } = getState();
  if (application.draft !== null && !application.elsewhere && isBehind(application)) keepCopy(application.draft);
  void dispatch(flushDraft());
};

/** What this page has with the other tabs of this browser; made when the first draft is opened. */
export const draftTabs = (): DraftThunk<DraftTabs> => (dispatch, getState, services) => {
  services.tabs ??= createDraftTabs({
    async onWanted(id) {
      if (getState().application.draft?.id !== id) return;
      await dispatch(settleDraft());
      dispatch(events.draftTakenOver(id));
    },
    onLost: (id) => dispatch(events.draftTakenOver(id)),
    onNews: ({ type, id }) =>
      dispatch(type === 'saved' ? events.draftSavedElsewhere(id) : events.draftDeletedElsewhere(id)),
  });
  return services.tabs;
};
