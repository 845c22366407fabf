import { whenBroughtBack } from '#platform/coming-back.ts';
import { isBehind } from './application-slice.ts';
import { draftTabs } from './connect-tabs.ts';
import { type Draft, isExpired } from './draft.ts';
import { isLeftToLaterVersion, loadDraft } from './draft-database.ts';
import { draftDeletedElsewhere, draftShown, draftTakenOver, unsavedAnswersAdded } from './draft-events.ts';
import type { DraftThunk } from './draft-services.ts';
import { listDrafts } from './list-drafts.ts';
import { showDraft } from './open-draft.ts';
import { flushForms, persistor, resumeSaving } from './save-draft.ts';
import { hasAnswers, unsavedChanges } from './unsaved-answers.ts';

/**
 * Releases the draft's lock on pagehide, because a frozen page cannot answer a take-over request. When the browser shows
 * the page again, it reads the disk before it writes anything.
 */
export const followBackForwardCache = (): DraftThunk => (dispatch, getState) => {
  window.addEventListener('pagehide', () => {
    const { draft } = getState().application;
    if (draft !== null) dispatch(draftTabs()).release(draft.id);
  });
  whenBroughtBack(() => void dispatch(catchUp()));
};

const catchUp = (): DraftThunk<Promise<void>> => async (dispatch, getState, services) => {
  const { draft } = getState().application;
  if (draft !== null) {
    dispatch(persistor()).pause();
    await dispatch(catchUpWith(draft));
    dispatch(resumeSaving());
  }
  delete services.listing;
  await dispatch(listDrafts());
};

const catchUpWith =
  (left: Draft): DraftThunk<Promise<void>> =>
  async (dispatch, getState, services) => {
    const { id } = left;
    const tabs = dispatch(draftTabs());
    const isOurs = !getState().application.elsewhere && (await tabs.hold(id));
    const now = Date.now();
    // A disk that cannot be read says nothing of other tabs: the page goes on with what it has.
    const kept = await loadDraft(id, now).catch(() => 'unknown' as const);
    const isOfLater = kept === undefined && (await isLeftToLaterVersion(id).catch(() => false));
    const { draft, save, elsewhere } = getState().application;
    if (draft?.id !== id) return tabs.release(id);
    if (isOfLater) {
      // It stays on the screen, to be read, with what was typed by now; the lock keeps it where it lies.
      flushForms();
      dispatch(draftTakenOver(id));
      return;
    }
    if (kept === undefined) {
      // What is too old is removed by the watch over the 24 hours; the rest another tab has deleted, or sent.
      if (save.savedRevision === 0 || isExpired(left, now)) return;
      tabs.release(id);
      dispatch(draftDeletedElsewhere(id));
      return;
    }
    flushForms();
    const { answers, revision } = getState().application.draft ?? left;
    const before = services.lastKnown?.id === id ? services.lastKnown : undefined;
    const known = elsewhere ? draft : before;
    const hasChanged = kept !== 'unknown' && kept.revision > (known?.revision ?? 0);
    if (!isOurs && !elsewhere) dispatch(draftTakenOver(id));
    if (!hasChanged) return;
    if (!isOurs) return dispatch(showUnlessUnsaved(kept));
    // Another tab has changed it. Its documents, too, are read anew.
    dispatch(draftTakenOver(id));
    dispatch(showDraft(kept, true));
    const changes = {
      // What could not be kept as the page was left, where the other tab has left it as it was.
      ...unsavedChanges(before?.answers ?? {}, left.answers, kept.answers),
      // What somebody has typed since the page is shown again.
      ...unsavedChanges(left.answers, answers, left.answers),
    };
    if (Object.keys(changes).length > 0) dispatch(unsavedAnswersAdded(changes, revision));
  };

/** What could not be saved here stays on the screen until the owner has it. */
export const showUnlessUnsaved =
  (draft: Draft): DraftThunk =>
  (dispatch, getState) => {
    const { application } = getState();
    if (application.draft === null || !application.elsewhere || application.draft.id !== draft.id) return;
    if (!isBehind(application) || hasAnswers(draft, application.draft)) dispatch(draftShown(draft));
  };
