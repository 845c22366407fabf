import { whenBroughtBack } from '#platform/coming-back.ts';
import { type Draft, isExpired } from './draft.ts';
import { loadDraft } from './draft-database.ts';
import { draftDeletedElsewhere, draftShown, draftTakenOver } from './draft-events.ts';
import type { DraftThunk } from './draft-services.ts';
import { listDrafts } from './list-drafts.ts';
import { take } from './open-draft.ts';
import { draftTabs } from './own-draft.ts';
import { persistor } from './save-draft.ts';

/**
 * A page that is left may be kept whole by the browser and shown again an hour later. It lets go of its draft when it is
 * left, so that another tab can have it: nobody could ask a page in which nothing runs. When it is shown again it looks
 * at what the disk has by then before it writes anything.
 */
export const letGoWhileAway = (): DraftThunk => (dispatch, getState) => {
  window.addEventListener('pagehide', () => {
    const { draft } = getState().application;
    if (draft !== null) dispatch(draftTabs()).release(draft.id);
  });
  whenBroughtBack(() => void dispatch(catchUp()));
};

const catchUp = (): DraftThunk<Promise<void>> => async (dispatch, getState, services) => {
  const { draft } = getState().application;
  if (draft !== null) {
    const saving = dispatch(persistor());
    saving.pause();
    await dispatch(catchUpWith(draft));
    saving.persist();
  }
  delete services.listing;
  await dispatch(listDrafts());
};

const catchUpWith =
  ({ id }: Draft): DraftThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const tabs = dispatch(draftTabs());
    const isOurs = !getState().application.elsewhere && (await tabs.hold(id));
    const now = Date.now();
    // A disk that cannot be read says nothing of other tabs: the page goes on with what it has.
    const kept = await loadDraft(id, now).catch(() => 'unknown' as const);
    const { draft, save, elsewhere } = getState().application;
    if (draft?.id !== id) return;
    if (kept === undefined) {
      // What is too old is removed by the watch over the 24 hours; the rest another tab has deleted, or sent.
      if (save.savedRevision === 0 || isExpired(draft, now)) return;
      tabs.release(id);
      dispatch(draftDeletedElsewhere(id));
      return;
    }
    const isBehind = kept !== 'unknown' && kept.revision > draft.revision;
    if (!isOurs && !elsewhere) dispatch(draftTakenOver(id));
    if (!isBehind) return;
    // Another tab has changed it. Its documents, too, are read anew.
    if (isOurs) dispatch(draftTakenOver(id));
    dispatch(isOurs ? take(kept, true) : draftShown(kept));
  };
