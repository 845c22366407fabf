import { whenSeenAgain } from '#platform/coming-back.ts';
import { isFilling } from '#platform/view-slice.ts';
import { type Draft, expiryOf, isExpired } from './draft.ts';
import { deleteExpired, deleteUnconfirmed, loadDraft } from './draft-database.ts';
import { draftExpired, draftsSetAside, draftTakenOver, draftUnsaved } from './draft-events.ts';
import type { DraftsRoot, DraftThunk } from './draft-services.ts';
import type { DraftSummary } from './draft-summary.ts';
import { noteEnded } from './ended-notes.ts';
import { noteDraft } from './list-drafts.ts';
import { showDraft } from './open-draft.ts';
import { deleteOrphans } from './orphans.ts';
import { bringBackReadable, setAsideIds } from './quarantine.ts';
import { removeDraft, replaceDraft } from './remove-draft.ts';
import { flushForms } from './save-draft.ts';
import { findUnlistedExpired } from './unlisted.ts';

/** A timer does not run while the device sleeps: at least this often the clock itself is asked. */
const LOOK_EVERY_MS = 30_000;

/**
 * Removes drafts when their 24 hours are over, to the second, whichever view is open, and other old data of this device.
 * Watching a second time changes nothing. Returns a function that stops the watch and resolves once it has ended.
 */
export const watchExpiry = (): DraftThunk<() => Promise<void>> => (dispatch, getState, services) => {
  if (services.stopExpiry) return services.stopExpiry;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looking = Promise.resolve();
  const ending = new AbortController();
  const lookOnce = async () => {
    if (ending.signal.aborted) return;
    // If their scripts cannot be loaded now, they are looked at next time.
    const cleanups = await services.loadCleanups().catch(() => []);
    const now = Date.now();
    await dispatch(endExpired(now));
    await dispatch(endUnlisted(now)).catch(() => {});
    await Promise.allSettled(cleanups.map(async (removeOld) => removeOld(now)));
    await dispatch(endSetAside(now)).catch(() => {});
    await deleteOrphans(now).catch(() => {});
    schedule(untilNext(getState(), now));
  };
  const schedule = (pause: number) => {
    clearTimeout(timer);
    if (!ending.signal.aborted) timer = setTimeout(look, pause);
  };
  // One look after another: of two at once, one could write back what the other has just removed.
  const look = () => {
    clearTimeout(timer);
    // What went wrong once is tried again at the next look.
    looking = looking.then(lookOnce).catch(() => schedule(LOOK_EVERY_MS));
  };
  services.stopExpiry = () => {
    ending.abort();
    clearTimeout(timer);
    return looking;
  };
  whenSeenAgain(look, { signal: ending.signal });
  look();
  return services.stopExpiry;
};

/**
 * Milliseconds to the next expiry; 0 if one came during the sweep at `lookedAt`. Skips drafts that had expired before the
 * sweep; those still here are in the outbox.
 */
function untilNext({ drafts, application }: DraftsRoot, lookedAt: number): number {
  // The list may be a minute behind the open draft.
  const living = [...Object.values(drafts.byId), ...(application.draft ? [application.draft] : [])];
  const ends = living.map((draft) => expiryOf(draft)).filter((end) => end > lookedAt);
  return Math.max(0, Math.min(LOOK_EVERY_MS, ...ends.map((end) => end - Date.now())));
}

const endExpired =
  (now: number): DraftThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const { application } = getState();
    // What is being typed at this moment is a change as well.
    if (application.draft !== null && isExpired(application.draft, now)) flushForms();
    const { drafts } = getState();
    for (const summary of Object.values(drafts.byId).filter((draft) => isExpired(draft, now))) {
      const { id } = summary;
      const living = await dispatch(findLiving(id, now));
      const { draft, elsewhere } = getState().application;
      const isOurs = draft?.id === id && !elsewhere;
      if (living !== undefined) await dispatch(noteDraft(living));
      else if (dispatch(isTypedIntoSince(id, now))) continue;
      else if (await (isOurs ? deleteUnconfirmed(id, now) : deleteExpired(summary, now)).catch(() => true))
        await dispatch(dispatch(isTypedIntoSince(id, now)) ? beginAnewWithTyped() : endOne(summary));
    }
  };

const endOne =
  (draft: DraftSummary): DraftThunk<Promise<unknown>> =>
  async (dispatch, getState) => {
    noteEnded(draft);
    await dispatch((isFilling(getState().view.current) ? replaceDraft : removeDraft)(draft.id, draftExpired));
  };

/** Somebody was faster than the disk: the draft is saved anew, and its documents are as gone as the disk has them. */
const beginAnewWithTyped = (): DraftThunk<Promise<void>> => async (dispatch, getState) => {
  const { draft } = getState().application;
  if (draft === null) return;
  dispatch(draftTakenOver(draft.id));
  dispatch(showDraft(draft, true));
  dispatch(draftUnsaved());
};

/** Whether somebody has begun to type into the open draft since it was looked at: then it lives on. */
const isTypedIntoSince =
  (id: string, now: number): DraftThunk<boolean> =>
  (_dispatch, getState) => {
    flushForms();
    const { draft, elsewhere } = getState().application;
    return draft?.id === id && !elsewhere && !isExpired(draft, now);
  };

/** What this device has and the list does not name ends as well. */
const endUnlisted =
  (now: number): DraftThunk<Promise<void>> =>
  async (dispatch, getState) => {
    for (const draft of await findUnlistedExpired(getState().drafts.byId, now))
      if (await deleteExpired(draft, now)) {
        noteEnded(draft);
        await dispatch(removeDraft(draft.id, draftExpired));
      }
  };

/** What lies apart has its 24 hours, too. */
const endSetAside =
  (now: number): DraftThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const known = getState().drafts.setAside;
    if (known.length === 0) return;
    for (const id of await bringBackReadable(now)) await deleteUnconfirmed(id, now);
    const left = await setAsideIds();
    if (left.length < known.length) dispatch(draftsSetAside(left));
  };

/** What the disk has of a draft that the list takes for old: another tab may have changed it, or it waits to be sent. */
const findLiving =
  (id: string, now: number): DraftThunk<Promise<Draft | undefined>> =>
  async (_dispatch, getState) => {
    const { draft, elsewhere } = getState().application;
    if (draft?.id === id && !elsewhere && !isExpired(draft, now)) return draft;
    return loadDraft(id, now).catch(() => undefined);
  };
