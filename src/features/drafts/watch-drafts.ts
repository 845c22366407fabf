import { isAnyOf } from '@reduxjs/toolkit';
import { askForLastingStorage } from '#platform/lasting-storage.ts';
import { isOfKey } from '#platform/stored-here.ts';
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
import { findDraft, listDrafts, noteDraft, updateGiven } from './list-drafts.ts';
import { openLatestDraft } from './open-draft.ts';
import { startAutosave } from './save-draft.ts';
import { draftTabs } from './tabs.ts';
import { followBackForwardCache, showUnlessUnsaved } from './take-over.ts';

/** A form comes to the screen: its draft is opened and saved, and all drafts are looked after from now on. */
export const openForm =
  (variant: DraftVariant): DraftThunk<Promise<void>> =>
  async (dispatch) => {
    dispatch(startAutosave());
    dispatch(followDrafts());
    await dispatch(openLatestDraft(variant));
    void dispatch(watchDrafts());
  };

/**
 * Lists the drafts of this device and looks after them from now on: their storage, what other tabs do, and their 24 hours.
 * A second time it only lists them.
 */
export const watchDrafts = (): DraftThunk<Promise<void>> => async (dispatch) => {
  dispatch(followDrafts());
  await dispatch(listDrafts());
  dispatch(watchExpiry());
};

/** Before the list is read: what another tab does meanwhile would be missed. A second time it does nothing. */
const followDrafts = (): DraftThunk => (dispatch, _getState, services) => {
  if (services.watchesDrafts) return;
  services.watchesDrafts = true;
  dispatch(keepStorage());
  dispatch(followOtherTabs());
  dispatch(followGiven());
};

/** A step that is done and a document are what somebody would miss: from then on the browser is asked to keep them. */
const keepStorage = (): DraftThunk => (dispatch) => {
  dispatch(addDraftListener({ matcher: isAnyOf(stepCompleted, documentsChanged), effect: askForLastingStorage }));
};

/**
 * The list follows what other tabs do, and a draft that is only read here follows what its owner writes; what is saved
 * here and is in their lists is announced to them.
 */
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

/** Another tab has given a draft away, or taken it back: it is read here, or as it was before. */
const followGiven = (): DraftThunk => (dispatch) => {
  window.addEventListener('storage', ({ key }) => {
    if (isOfKey(key, 'handovers')) dispatch(updateGiven());
  });
};

const followSaved =
  (id: string): DraftThunk<Promise<void>> =>
  async (dispatch) => {
    // A list that is being read has the draft as it was before.
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
    const { application, view } = getState();
    dispatch(draftDeleted(id));
    if (application.draft?.id === id && isFilling(view.current))
      await dispatch(openLatestDraft(application.draft.variant));
  };
