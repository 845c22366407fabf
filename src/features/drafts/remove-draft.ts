import { toast } from '#components/toasts.tsx';
import type { Draft } from './draft.ts';
import { markWaiting } from './draft-copy.ts';
import { deleteDraft, type Finished, loadDraft } from './draft-database.ts';
import * as events from './draft-events.ts';
import type { DraftThunk } from './draft-services.ts';
import { isInList } from './draft-summary.ts';
import { isUnsavedHere } from './drafts-slice.ts';
import { noteDraft } from './list-drafts.ts';
import { openLatestDraft, showDraft } from './open-draft.ts';
import { settleDraft } from './save-draft.ts';
import { draftTabs, noteOpenDraft } from './tabs.ts';

/** Deletes the saved state of a draft that may stay on the screen. It is not written again. */
export const discardSaved =
  (id: string, finished?: Finished): DraftThunk<Promise<void>> =>
  async (dispatch, getState) => {
    if (getState().drafts.open?.id === id) await dispatch(settleDraft());
    await dispatch(forgetSaved(id, finished));
  };

/**
 * Deletes a draft and its documents from this device: from memory, IndexedDB, localStorage and other tabs. Resolves to
 * whether it was deleted. If the device could not delete it, it stays in the list, and a toast appears.
 */
export const removeDraft =
  (id: string, event = events.draftDeleted, finished?: Finished): DraftThunk<Promise<boolean>> =>
  async (dispatch, getState, { removed }) => {
    if (getState().drafts.open?.id === id) {
      await dispatch(settleDraft());
      noteOpenDraft(null);
    }
    const unsaved = dispatch(openDraftIfUnsaved(id));
    removed.add(id);
    dispatch(event(id));
    dispatch(draftTabs()).release(id);
    const isGone = await dispatch(forgetSaved(id, finished));
    if (!isGone) removed.delete(id);
    if (!isGone && event === events.draftDeleted) await dispatch(keepUndeleted(id, unsaved));
    return isGone;
  };

/** The draft on the screen, if this device does not have all of it. */
const openDraftIfUnsaved =
  (id: string): DraftThunk<Draft | undefined> =>
  (_dispatch, getState) => {
    const { drafts } = getState();
    const { open: draft } = drafts;
    return draft?.id === id && isUnsavedHere(drafts) ? draft : undefined;
  };

const NOT_DELETED =
  'We could not delete this application. If you have confirmed it, we will still send it. Make room on this device, and try again.';

/** Leaves everything as it was. The draft stays in the list, and on the screen if only this page has all of it. */
const keepUndeleted =
  (id: string, unsaved: Draft | undefined): DraftThunk<Promise<void>> =>
  async (dispatch, getState) => {
    toast.error(NOT_DELETED, { id: `not deleted ${id}` });
    const left = await loadDraft(id, Date.now()).catch(() => undefined);
    if (left !== undefined) await dispatch(noteDraft(left));
    if (unsaved === undefined || !(await dispatch(draftTabs()).acquire(id))) return;
    if (getState().drafts.open !== null) return dispatch(draftTabs()).release(id);
    dispatch(showDraft(unsaved, true));
    dispatch(events.draftUnsaved());
  };

/**
 * Deletes a draft whose form may be on the screen. The latest other draft of its variant, or an empty one, replaces it.
 * Resolves to whether it was deleted.
 */
export const replaceDraft =
  (id: string, event = events.draftDeleted): DraftThunk<Promise<boolean>> =>
  async (dispatch, getState) => {
    const { open: draft } = getState().drafts;
    const isGone = await dispatch(removeDraft(id, event));
    if (draft?.id === id) await dispatch(openLatestDraft(draft.variant));
    return isGone;
  };

/** Resolves to whether nothing of it is left on this device. */
const forgetSaved =
  (id: string, finished?: Finished): DraftThunk<Promise<boolean>> =>
  async (dispatch, getState) => {
    const isGone = await deleteDraft(id, finished).then(
      () => true,
      () => false,
    );
    if (isGone) dispatch(draftTabs()).announce({ type: 'deleted', id });
    markWaiting(Object.values(getState().drafts.byId).some((other) => (other.id !== id || !isGone) && isInList(other)));
    return isGone;
  };
