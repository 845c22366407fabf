import { isAnyOf } from '@reduxjs/toolkit';
import { isOfKey } from '#platform/device-storage.ts';
import { askForLastingStorage } from '#platform/lasting-storage.ts';
import { isFilling } from '#platform/view-slice.ts';
import type { DraftVariant } from './draft.ts';
import {
  documentsChanged,
  draftDeleted,
  draftDeletedElsewhere,
  draftSaved,
  draftSavedElsewhere,
  stepCompleted,
} from './draft-events.ts';
import { addDraftListener, type DraftThunk } from './draft-services.ts';
import { isInList } from './draft-summary.ts';
import { watchExpiry } from './expiry.ts';
import { findDraft, listDrafts, noteDraft, updateHandovers } from './list-drafts.ts';
import { openLatestDraft } from './open-draft.ts';
import { startAutosave } from './save-draft.ts';
import { draftTabs } from './tabs.ts';
import { followBackForwardCache, showUnlessUnsaved } from './take-over.ts';

/** A form comes to the screen. Its draft is opened and saved, and all drafts are watched from now on. */
export const openForm =
  (variant: DraftVariant): DraftThunk<Promise<void>> =>
  async (dispatch) => {
    dispatch(startAutosave());
    dispatch(followDrafts());
    await dispatch(openLatestDraft(variant));
    void dispatch(watchDrafts());
  };

/**
 * Lists the drafts of this device, and from now on watches their storage, other tabs and their 24 hours. A second call
 * only lists them.
 */
export const watchDrafts = (): DraftThunk<Promise<void>> => async (dispatch) => {
  dispatch(followDrafts());
  await dispatch(listDrafts());
  dispatch(watchExpiry());
};

/** Called before the list is read, so that no message of another tab is missed. A second call does nothing. */
const followDrafts = (): DraftThunk => (dispatch, _getState, services) => {
  if (services.watchesDrafts) return;
  services.watchesDrafts = true;
  dispatch(keepStorage());
  dispatch(followOtherTabs());
  dispatch(followHandovers());
};

/** After a completed step or a document, the person has something to lose, so the browser is asked to keep it. */
const keepStorage = (): DraftThunk => (dispatch) => {
  dispatch(addDraftListener({ matcher: isAnyOf(stepCompleted, documentsChanged), effect: askForLastingStorage }));
};

/** The list follows other tabs, and a read-only draft follows its owner. Saves here are announced to them. */
const followOtherTabs = (): DraftThunk => (dispatch, getState) => {
  dispatch(followBackForwardCache());
  const tabs = dispatch(draftTabs());
  const announceSaved = (id: string) => {
    const summary = getState().drafts.byId[id];
    if (summary !== undefined && isInList(summary)) tabs.announce({ type: 'saved', id });
  };
  dispatch(addDraftListener({ actionCreator: draftSaved, effect: ({ payload }) => announceSaved(payload.id) }));
  dispatch(
    addDraftListener({ actionCreator: draftSavedElsewhere, effect: ({ payload }) => dispatch(followSaved(payload)) }),
  );
  dispatch(
    addDraftListener({
      actionCreator: draftDeletedElsewhere,
      effect: ({ payload }) => dispatch(followDeleted(payload)),
    }),
  );
};

/** Another tab has sent a draft to another device, or taken it back. */
const followHandovers = (): DraftThunk => (dispatch) => {
  window.addEventListener('storage', ({ key }) => {
    if (isOfKey(key, 'handovers')) dispatch(updateHandovers());
  });
};

const followSaved =
  (id: string): DraftThunk<Promise<void>> =>
  async (dispatch) => {
    // A list that is being read still has the earlier state of the draft.
    await dispatch(listDrafts());
    const draft = await dispatch(findDraft(id));
    if (draft === undefined) return;
    await dispatch(noteDraft(draft));
    dispatch(showUnlessUnsaved(draft));
  };

const followDeleted =
  (id: string): DraftThunk<Promise<void>> =>
  async (dispatch, getState) => {
    await dispatch(listDrafts());
    const { drafts, view } = getState();
    dispatch(draftDeleted(id));
    if (drafts.open?.id === id && isFilling(view.current)) await dispatch(openLatestDraft(drafts.open.variant));
  };
