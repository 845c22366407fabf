import type { Draft } from './draft.ts';
import { type LoadedDrafts, loadDraft, loadDrafts, saveFailureReason, slotsOf } from './draft-database.ts';
import * as events from './draft-events.ts';
import type { DraftThunk } from './draft-services.ts';
import { summaryOf } from './draft-summary.ts';
import { setAsideIds } from './set-aside.ts';

const NOTHING: LoadedDrafts = { drafts: [], slots: new Map(), expired: [], unreadable: [] };

/**
 * Reads the drafts of this device into the index, once in a visit; from then on it follows what happens, here and in
 * other tabs. Where the browser gives nothing, the page works without.
 */
export const listDrafts = (): DraftThunk<Promise<void>> => (dispatch, _getState, services) => {
  const list = async () => {
    const { drafts, slots, expired, unreadable } = await loadDrafts(Date.now()).catch((failure: unknown) => {
      dispatch(events.saveFailed({ reason: saveFailureReason(failure) }));
      return NOTHING;
    });
    for (const id of expired) dispatch(events.draftExpired(id));
    if (unreadable.length > 0) dispatch(events.draftsSetAside(unreadable));
    dispatch(events.draftsListed(drafts.map((draft) => summaryOf(draft, slots.get(draft.id)))));
  };
  services.listing ??= list();
  return services.listing;
};

/** A draft by its id: from the disk, or as it was when saving it failed. Undefined when it cannot be had any more. */
export const findDraft =
  (id: string): DraftThunk<Promise<Draft | undefined>> =>
  async (dispatch, getState, { held }) => {
    const unsaved = held.get(id);
    try {
      const saved = await loadDraft(id, Date.now());
      if (saved !== undefined || unsaved !== undefined)
        return unsaved !== undefined && unsaved.revision >= (saved?.revision ?? 0) ? unsaved : saved;
      // The list names a draft that is gone, or cannot be read and lies apart now.
      if (id in getState().drafts.byId) dispatch(events.draftDeleted(id));
      dispatch(events.draftsSetAside(await setAsideIds()));
      return undefined;
    } catch (failure) {
      dispatch(events.saveFailed({ reason: saveFailureReason(failure) }));
      return unsaved;
    }
  };

/** Brings what the list says of a draft up to what is on the disk. */
export const noteDraft =
  (draft: Draft): DraftThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const slots = await slotsOf(draft.id).catch(() => []);
    if (getState().drafts.openId !== draft.id) dispatch(events.draftNoted(summaryOf(draft, slots)));
  };
