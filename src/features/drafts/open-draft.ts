import { isFilling, viewOf, viewOpened } from '#platform/view-slice.ts';
import { type Draft, type DraftVariant, newDraft } from './draft.ts';
import { readCopy } from './draft-copy.ts';
import * as events from './draft-events.ts';
import { findHandover } from './draft-notes.ts';
import type { DraftsRoot, DraftThunk } from './draft-services.ts';
import { isUnsavedHere, selectDrafts, selectNotRead } from './drafts-slice.ts';
import { findDraft, isRemoved, listDrafts } from './list-drafts.ts';
import { flushForms, persistor, resumeSaving, settleDraft, whenRestored } from './save-draft.ts';
import { tellUnsaved } from './save-indicator.tsx';
import { keptAgency, startingAnswers } from './starting-answers.ts';
import { draftTabs, noteOpenDraft, openDraftOfThisTab } from './tabs.ts';

const openIn = ({ drafts }: DraftsRoot): Draft | null => drafts.open;

/**
 * Opens the latest unfinished draft of a variant, or a new one (R2.35). After a reload, it opens the draft that this
 * tab had open. Does nothing if a draft of that variant is open, or if another form was asked for in the meantime. Text
 * typed into the blank step 1 is never replaced: it becomes a new draft.
 */
export const openLatestDraft =
  (variant: DraftVariant): DraftThunk<Promise<void>> =>
  async (dispatch, getState, services) => {
    services.wantedVariant = variant;
    const isWanted = () => services.wantedVariant === variant;
    if (openIn(getState())?.variant === variant) return;
    if (openIn(getState()) !== null) {
      await dispatch(settleDraft());
      if (!isWanted()) return dispatch(resumeSaving());
      if (!dispatch(putAway())) return dispatch(backToOpenDraft());
    }
    await dispatch(restoreLatest(variant, isWanted));
    // The person may have opened another draft from the list, perhaps of another form.
    if (openIn(getState()) === null && isWanted()) dispatch(create(variant));
  };

/**
 * Shows the latest draft of a variant, if there is one. redux-persist restores the first draft of a store (REHYDRATE).
 */
const restoreLatest =
  (variant: DraftVariant, isWanted: () => boolean): DraftThunk<Promise<void>> =>
  async (dispatch, _getState, services) => {
    const isFirst = services.persistor === undefined;
    const finding = dispatch(findWanted(variant, isWanted));
    if (isFirst) dispatch(persistor(async () => editableOf(await finding)));
    const found = await finding;
    await dispatch(whenRestored());
    if (found === undefined) return;
    if (isFirst && found.isEditable) dispatch(noteShown(found.draft));
    else dispatch(showDraft(found.draft, found.isEditable));
  };

interface WantedDraft {
  readonly draft: Draft;
  /** Whether it can be changed here, because no other tab or device has it. */
  readonly isEditable: boolean;
}

const editableOf = (found: WantedDraft | undefined): Draft | undefined => (found?.isEditable ? found.draft : undefined);

/** If another device can open it, or has, it is read-only here. */
const hasNoHandover = (id: string): boolean => findHandover(id) === undefined;

/** The latest draft of a variant, unless the person has begun something else since. */
const findWanted =
  (variant: DraftVariant, isWanted: () => boolean): DraftThunk<Promise<WantedDraft | undefined>> =>
  async (dispatch, getState) => {
    await dispatch(listDrafts());
    if (typedIntoBlank(getState())) return undefined;
    const { draft, isOwned = false } = await dispatch(findLatest(variant));
    if (draft === undefined) return undefined;
    const isLate = openIn(getState()) !== null || !isWanted() || typedIntoBlank(getState());
    if (!isLate && !dispatch(isRemoved(draft.id))) return { draft, isEditable: isOwned && hasNoHandover(draft.id) };
    if (openIn(getState())?.id !== draft.id) dispatch(draftTabs()).release(draft.id);
    return undefined;
  };

/** Whether the person has typed into the empty step 1 that was prerendered. */
const typedIntoBlank = ({ drafts: { status, save } }: DraftsRoot): boolean =>
  status === 'blank' && save.state === 'unsaved';

interface FoundDraft {
  /** Absent if it is gone. */
  readonly draft?: Draft | undefined;
  /** Whether this tab owns it and may change it. */
  readonly isOwned?: boolean;
}

/**
 * Finds a draft to change, or to read if another tab owns it. Lock first, then read: otherwise another tab could write
 * between the two.
 */
const findToOpen =
  (id: string): DraftThunk<Promise<FoundDraft>> =>
  async (dispatch) => {
    const isOwned = await dispatch(draftTabs()).acquire(id);
    return { isOwned, draft: await dispatch(findDraft(id)) };
  };

const findLatest =
  (variant: DraftVariant): DraftThunk<Promise<FoundDraft>> =>
  async (dispatch, getState) => {
    const last = openDraftOfThisTab();
    const listed = Object.values(selectDrafts(getState()))
      .filter((draft) => draft.variant === variant)
      .sort((one, other) => Number(other.id === last) - Number(one.id === last) || other.changedAt - one.changedAt);
    for (const { id } of listed) {
      const found = await dispatch(findToOpen(id));
      if (found.draft !== undefined) return found;
      dispatch(draftTabs()).release(id);
    }
    return {};
  };

/**
 * Opens another draft in place of the open one. Only this draft is read from the disk.
 *
 * @returns false if that draft is gone; everything then stays as it is. Undefined if the open draft cannot be saved, or
 * if another draft or view was asked for since: the last press counts, however long a draft takes to be read.
 */
export const openDraft =
  (id: string): DraftThunk<Promise<boolean | undefined>> =>
  async (dispatch, getState) => {
    const isWanted = dispatch(askFor(id));
    if (openIn(getState())?.id === id) return true;
    const tabs = dispatch(draftTabs());
    const { draft: wanted, isOwned = false } = await dispatch(findToOpen(id));
    // Text that was typed during the reading is saved, too.
    if (wanted !== undefined && isWanted()) await dispatch(settleDraft());
    const there = openIn(getState())?.id === id;
    if (there || wanted === undefined || !isWanted() || dispatch(isRemoved(id))) {
      if (!there) tabs.release(id);
      if (openIn(getState()) !== null) dispatch(resumeSaving());
      return isWanted() ? there : undefined;
    }
    // In one go, so that nothing is rendered between the two.
    if (!dispatch(putAway())) return void tabs.release(id);
    dispatch(showDraft(wanted, isOwned));
    return true;
  };

/** Notes the latest request. Returns a function that says whether it is still the latest, in the same view. */
const askFor =
  (wanted: string): DraftThunk<() => boolean> =>
  (_dispatch, getState, services) => {
    const { current } = getState().view;
    services.wanted = wanted;
    return () => services.wanted === wanted && getState().view.current === current;
  };

/**
 * Puts the open draft away and starts an empty one. Resolves to false if the open one cannot be saved, or if the person
 * has asked for something else since.
 */
export const createDraft =
  (variant: DraftVariant): DraftThunk<Promise<boolean>> =>
  async (dispatch, getState) => {
    const isWanted = dispatch(askFor(`new ${variant}`));
    if (openIn(getState()) !== null) await dispatch(settleDraft());
    if (!isWanted()) {
      if (openIn(getState()) !== null) dispatch(resumeSaving());
      return false;
    }
    if (!dispatch(putAway())) return false;
    dispatch(create(variant));
    return true;
  };

/** Puts the open draft away. A draft that was never changed is deleted. */
export const parkDraft = (): DraftThunk<Promise<void>> => async (dispatch, getState) => {
  if (openIn(getState()) === null) return;
  await dispatch(settleDraft());
  dispatch(putAway());
};

/**
 * Takes the open draft off the screen. If this device does not have all of it, it stays there with a toast, and this
 * returns false.
 */
const putAway = (): DraftThunk<boolean> => (dispatch, getState) => {
  // Before the form leaves the page: later its text would go to the next draft.
  flushForms();
  const { drafts } = getState();
  const { open: draft } = drafts;
  if (draft === null) return true;
  if (isUnsavedHere(drafts)) {
    tellUnsaved(draft);
    dispatch(resumeSaving());
    return false;
  }
  dispatch(draft.revision === 0 ? events.draftDeleted(draft.id) : events.draftParked());
  dispatch(draftTabs()).release(draft.id);
  noteOpenDraft(null);
  return true;
};

/**
 * Reads this device again after a failure. An untouched form then gives way to the latest saved draft. Resolves to
 * whether the device could be read.
 */
export const readAgain = (): DraftThunk<Promise<boolean>> => async (dispatch, getState) => {
  await dispatch(listDrafts());
  if (selectNotRead(getState())) return false;
  flushForms();
  const { open: draft } = getState().drafts;
  if (draft?.revision !== 0) return true;
  const saved = Object.values(selectDrafts(getState())).filter(({ id }) => id !== draft.id);
  if (!saved.some(({ variant }) => variant === draft.variant)) return true;
  dispatch(putAway());
  if (isFilling(getState().view.current)) await dispatch(openLatestDraft(draft.variant));
  return true;
};

/** Returns to the view of the draft that could not be put away. */
const backToOpenDraft = (): DraftThunk => (dispatch, getState) => {
  const draft = openIn(getState());
  if (draft !== null && isFilling(getState().view.current)) dispatch(viewOpened(viewOf(draft.variant)));
};

/** Puts a saved draft on the screen. `isOwned`: this tab has its lock and may change it. */
export const showDraft =
  (draft: Draft, isOwned: boolean): DraftThunk =>
  (dispatch) => {
    dispatch(isOwned && hasNoHandover(draft.id) ? events.draftRestored(draft) : events.draftShown(draft));
    dispatch(noteShown(draft));
  };

const noteShown =
  (draft: Draft): DraftThunk =>
  (dispatch, getState, services) => {
    services.lastKnown = draft;
    noteOpenDraft(draft.id);
    // While this tab was opening it.
    if (dispatch(draftTabs()).wasTaken(draft.id)) dispatch(events.draftTakenOver(draft.id));
    dispatch(persistor()).persist();
    // The copy had more than the disk, so it is saved now.
    if (!getState().drafts.elsewhere && readCopy(draft.id) !== undefined) dispatch(events.draftUnsaved());
  };

const create =
  (variant: DraftVariant): DraftThunk =>
  (dispatch) => {
    const saving = dispatch(persistor());
    const answers = { ...startingAnswers(variant), ...(variant === 'agent' && keptAgency()) };
    const draft = newDraft(crypto.randomUUID(), variant, Date.now(), answers);
    dispatch(events.draftCreated(draft));
    noteOpenDraft(draft.id);
    void dispatch(draftTabs()).acquire(draft.id);
    saving.persist();
  };
