import { hasDatabase, isStorageBlocked } from '#platform/device-storage.ts';
import type { Draft } from './draft.ts';
import {
  isStorageRefused,
  type LoadedDrafts,
  loadDraft,
  loadDrafts,
  saveFailureReason,
  slotsOf,
} from './draft-database.ts';
import * as events from './draft-events.ts';
import { handoverStates } from './draft-notes.ts';
import type { DraftThunk } from './draft-services.ts';
import { summaryOf } from './draft-summary.ts';
import { setAsideIds } from './quarantine.ts';

/** Pauses before an unreadable device is read again, in milliseconds. Many such failures pass. */
const READ_AGAIN_MS = [300, 1000];

/**
 * Reads the drafts of this device into the list, once in a visit. After that, the list follows events, here and in
 * other tabs. If the device cannot be read, the list stays as it is, and the next call reads again.
 */
export const listDrafts = (): DraftThunk<Promise<void>> => (dispatch, _getState, services) => {
  const list = async () => {
    const { drafts, slots, unreadable } = await loadPatiently();
    if (unreadable.length > 0) dispatch(events.draftsSetAside(unreadable));
    dispatch(updateHandovers());
    // Drafts that were sent or deleted during the reading are left out.
    const present = drafts.filter(({ id }) => !dispatch(isRemoved(id)));
    dispatch(events.draftsListed(present.map((draft) => summaryOf(draft, slots.get(draft.id)))));
  };
  services.listing ??= list().catch(async (failure: unknown) => {
    await dispatch(sayNotRead(failure));
  });
  return services.listing;
};

/** The next call of `listDrafts` reads again. If nothing was ever saved, it says only that saving will not work. */
const sayNotRead =
  (failure: unknown): DraftThunk<Promise<void>> =>
  async (dispatch, _getState, services) => {
    delete services.listing;
    const isAnySaved = !isStorageRefused(failure) && (await hasDatabase().catch(() => true));
    dispatch(isAnySaved ? events.draftsNotRead() : events.saveFailed({ reason: saveFailureReason(failure) }));
  };

async function loadPatiently(): Promise<LoadedDrafts> {
  for (const pause of READ_AGAIN_MS) {
    try {
      return await loadDrafts(Date.now());
    } catch (failure) {
      if (isStorageBlocked()) throw failure;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return loadDrafts(Date.now());
}

/** Whether a draft was deleted while it was about to be opened or listed. A restored one is in the list again. */
export const isRemoved =
  (id: string): DraftThunk<boolean> =>
  (_dispatch, getState, { removed }) =>
    removed.has(id) && !(id in getState().drafts.byId);

/** A draft by its id: from the disk, or the open one if it is newer. Undefined if it is gone. */
export const findDraft =
  (id: string): DraftThunk<Promise<Draft | undefined>> =>
  async (dispatch, getState) => {
    try {
      const saved = await loadDraft(id, Date.now());
      const { open, elsewhere } = getState().drafts;
      const unsaved = open?.id === id && !elsewhere ? open : undefined;
      if (saved !== undefined || unsaved !== undefined)
        return unsaved !== undefined && unsaved.revision >= (saved?.revision ?? 0) ? unsaved : saved;
      // The list names a draft that is gone, or that was quarantined because it cannot be read.
      if (id in getState().drafts.byId) dispatch(events.draftDeleted(id));
      dispatch(events.draftsSetAside(await setAsideIds()));
      return undefined;
    } catch (failure) {
      await dispatch(sayNotRead(failure));
      return undefined;
    }
  };

/** Updates the list with a saved draft. */
export const noteDraft =
  (draft: Draft): DraftThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const slots = await slotsOf(draft.id).catch(() => []);
    if (getState().drafts.open?.id !== draft.id) dispatch(events.draftNoted(summaryOf(draft, slots)));
  };

/** Reads from the notes of this device which drafts go to another device. */
export const updateHandovers = (): DraftThunk => (dispatch, getState) => {
  const noted = handoverStates();
  const known = getState().drafts.handovers;
  const ids = Object.keys({ ...noted, ...known });
  if (ids.some((id) => noted[id] !== known[id])) dispatch(events.handoversListed(noted));
};
