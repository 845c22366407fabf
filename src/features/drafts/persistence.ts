import type { Reducer, Store } from '@reduxjs/toolkit';
import { type Persistor, persistReducer, persistStore } from 'redux-persist';
import type { AppStore } from '#app/store.ts';
import { type ApplicationState, applicationSlice } from './application-slice.ts';
import type { Draft } from './draft.ts';
import { forgetCopy, markWaiting } from './draft-copy.ts';
import { draftSaved, draftTakenOver, saveFailed } from './draft-events.ts';
import type { DraftServices, DraftStore, DraftThunk } from './draft-services.ts';
import { DraftOvertaken, saveDraft } from './draft-storage.ts';
import { saveFailureReason } from './save-failure.ts';

/** From a change in the store to its save. With the form's pause of 300 ms this stays well within a second. */
const THROTTLE_MS = 200;

/**
 * redux-persist for this store: it notices changes of the open draft, gathers them and writes them through our
 * engine. Its key is fixed while drafts change, so the engine takes the key from the id in the value, and whoever
 * switches drafts flushes and pauses it first (open-draft.ts).
 */
export const persistor = (): DraftThunk<Persistor> => (dispatch, getState, services) => {
  services.persistor ??= createPersistor({ dispatch, getState }, services);
  return services.persistor;
};

/** The same, for those who hold the store. */
export const persistorOf = (store: AppStore): Persistor => store.dispatch(persistor());

function createPersistor(store: DraftStore, { replaceApplication }: DraftServices): Persistor {
  const persisted = persistReducer<ApplicationState>(
    {
      key: 'application',
      // One value: redux-persist's throttle counts per key.
      whitelist: ['draft'],
      storage: engineOf(store),
      serialize: false,
      throttle: THROTTLE_MS,
      // A slow disk is not an empty one.
      timeout: 0,
      // What was saved comes back through open-draft.ts, which knows many drafts and sets unreadable ones aside;
      // redux-persist would overwrite what it cannot restore.
      getStoredState: async () => undefined,
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

/** Writes to IndexedDB and says in the store how it went; never rejects. */
function engineOf(store: DraftStore) {
  return {
    getItem: async () => undefined,
    removeItem: async () => {},
    async setItem(_key: string, { draft }: { draft?: Draft | null }) {
      // redux-persist flushes inside of the reducer, where the store may not be asked.
      await undefined;
      if (!draft || draft.revision === 0 || !isDue(store, draft)) return;
      const { id, revision } = draft;
      try {
        await saveDraft(draft);
        forgetCopy(id, revision);
        markWaiting(true);
        store.dispatch(draftSaved({ id, revision, at: Date.now() }));
      } catch (failure) {
        if (failure instanceof DraftOvertaken) store.dispatch(draftTakenOver(id));
        else store.dispatch(saveFailed({ reason: saveFailureReason(failure) }));
      }
    },
  };
}

/** A draft that was only brought back is on the disk already; one that another tab owns is not ours to write. */
function isDue(store: DraftStore, { id, revision }: Draft): boolean {
  const { draft, elsewhere, save } = store.getState().application;
  if (draft?.id !== id) return true;
  return !elsewhere && (revision > save.savedRevision || save.state === 'saving');
}
