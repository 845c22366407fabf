import { whenBroughtBack } from '#platform/page-lifecycle.ts';
import { type Draft, type DraftAnswers, isExpired } from './draft.ts';
import { isLeftToLaterVersion, loadDraft } from './draft-database.ts';
import { draftDeletedElsewhere, draftShown, draftTakenOver, unsavedAnswersAdded } from './draft-events.ts';
import { forgetHandover } from './draft-notes.ts';
import type { DraftThunk } from './draft-services.ts';
import { isBehind } from './drafts-slice.ts';
import { findDraft, listDrafts, updateHandovers } from './list-drafts.ts';
import { showDraft } from './open-draft.ts';
import { flushForms, persistor, resumeSaving } from './save-draft.ts';
import { draftTabs } from './tabs.ts';

/*
 * A draft that two tabs had open, one after the other. The answers that only this page has are added to the state of the
 * other tab, unless that tab has changed them.
 */

/** Makes this tab the owner of the open draft, which another tab owns. */
export const takeOver = (): DraftThunk<Promise<void>> => async (dispatch, getState) => {
  const shown = getState().drafts.open;
  if (shown === null) return;
  await dispatch(draftTabs()).takeOver(shown.id);
  const latest = await dispatch(findDraft(shown.id));
  if (!dispatch(isStillRead(shown.id))) return;
  const draft = latest ?? shown;
  const unsaved = dispatch(unsavedOnScreen(draft));
  dispatch(showDraft(draft, true));
  dispatch(addUnsaved(unsaved, shown.revision));
};

/** The open draft went to another device, or can be opened there, and is changed here from now on. */
export const continueHere = (): DraftThunk<Promise<void>> => async (dispatch, getState) => {
  const shown = getState().drafts.open;
  if (shown === null) return;
  forgetHandover(shown.id);
  dispatch(updateHandovers());
  if (!(await dispatch(draftTabs()).acquire(shown.id))) return dispatch(takeOver());
  const latest = await dispatch(findDraft(shown.id));
  if (dispatch(isStillRead(shown.id))) dispatch(showDraft(latest ?? shown, true));
};

/**
 * Whether the screen still shows this draft to be read only. After a second press it does not: what was typed since then
 * must stay. If another draft is on the screen, this tab releases the lock.
 */
const isStillRead =
  (id: string): DraftThunk<boolean> =>
  (dispatch, getState) => {
    const { open: draft, elsewhere } = getState().drafts;
    if (draft?.id !== id) dispatch(draftTabs()).release(id);
    return draft?.id === id && elsewhere;
  };

/** The answers on the screen that this tab could not save before another tab had the draft. */
const unsavedOnScreen =
  (latest: Draft): DraftThunk<DraftAnswers> =>
  (_dispatch, getState, { lastKnown }) => {
    const { drafts } = getState();
    if (drafts.open === null || !isBehind(drafts)) return {};
    const known = lastKnown?.id === latest.id ? lastKnown.answers : {};
    return unsavedChanges(known, drafts.open.answers, latest.answers);
  };

/** The answers here that differ from the state both tabs began with, and that the other tab has not changed. */
function unsavedChanges(known: DraftAnswers, here: DraftAnswers, latest: DraftAnswers): DraftAnswers {
  const isUnsaved = ([name, answer]: [string, unknown]) => answer !== known[name] && latest[name] === known[name];
  return Object.fromEntries(Object.entries(here).filter(isUnsaved));
}

const addUnsaved =
  (changes: DraftAnswers, revision: number): DraftThunk =>
  (dispatch) => {
    if (Object.keys(changes).length > 0) dispatch(unsavedAnswersAdded(changes, revision));
  };

/**
 * Releases the draft's lock on pagehide, because a frozen page cannot answer a take-over request. When the browser shows
 * the page again, it reads the disk before it writes anything.
 */
export const followBackForwardCache = (): DraftThunk => (dispatch, getState) => {
  window.addEventListener('pagehide', () => {
    const { open: draft } = getState().drafts;
    if (draft !== null) dispatch(draftTabs()).release(draft.id);
  });
  whenBroughtBack(() => void dispatch(catchUp()));
};

const catchUp = (): DraftThunk<Promise<void>> => async (dispatch, getState, services) => {
  const { open: draft } = getState().drafts;
  if (draft !== null) {
    dispatch(persistor()).pause();
    await dispatch(catchUpWith(draft));
    dispatch(resumeSaving());
  }
  delete services.listing;
  await dispatch(listDrafts());
};

/** `left` is the open draft as the page was left. */
const catchUpWith =
  (left: Draft): DraftThunk<Promise<void>> =>
  async (dispatch, getState, services) => {
    const { id } = left;
    const tabs = dispatch(draftTabs());
    const isOurs = !getState().drafts.elsewhere && (await tabs.acquire(id));
    const now = Date.now();
    // If the disk cannot be read, the page continues with what it has.
    const kept = await loadDraft(id, now).catch(() => 'unknown' as const);
    const isOfLater = kept === undefined && (await isLeftToLaterVersion(id).catch(() => false));
    const { open: draft, save, elsewhere } = getState().drafts;
    if (draft?.id !== id) return tabs.release(id);
    flushForms();
    // A later version has saved it. It stays on the screen, read-only; its lock keeps it out of the quarantine.
    if (isOfLater) return void dispatch(draftTakenOver(id));
    if (kept === undefined) {
      // The sweep deletes an expired draft. If the device had any other, at least the copy that this page made on leaving,
      // another tab has deleted or sent it.
      const wasOnDevice = save.savedRevision > 0 || services.lastKnown?.id === id;
      if (!wasOnDevice || isExpired(left, now)) return;
      tabs.release(id);
      dispatch(draftDeletedElsewhere(id));
      return;
    }
    const { answers, revision } = getState().drafts.open ?? left;
    const before = services.lastKnown?.id === id ? services.lastKnown : undefined;
    const known = elsewhere ? draft : before;
    const hasChanged = kept !== 'unknown' && kept.revision > (known?.revision ?? 0);
    if (!isOurs && !elsewhere) dispatch(draftTakenOver(id));
    if (!hasChanged) return;
    if (!isOurs) return dispatch(showUnlessUnsaved(kept));
    // Another tab has changed it. Its documents are read again, too.
    dispatch(draftTakenOver(id));
    dispatch(showDraft(kept, true));
    const unsavedBefore = unsavedChanges(before?.answers ?? {}, left.answers, kept.answers);
    const typedSince = unsavedChanges(left.answers, answers, left.answers);
    dispatch(addUnsaved({ ...unsavedBefore, ...typedSince }, revision));
  };

/** Shows what the owner has saved. Text that could not be saved here stays on the screen until the owner has it. */
export const showUnlessUnsaved =
  (draft: Draft): DraftThunk =>
  (dispatch, getState) => {
    const { drafts } = getState();
    if (drafts.open === null || !drafts.elsewhere || drafts.open.id !== draft.id) return;
    if (!isBehind(drafts) || hasAnswers(draft, drafts.open)) dispatch(draftShown(draft));
  };

/** Whether one draft has all the answers of the other. */
const hasAnswers = (whole: Draft, part: Draft): boolean =>
  Object.entries(part.answers).every(([name, answer]) => whole.answers[name] === answer);
