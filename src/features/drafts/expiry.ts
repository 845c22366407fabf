import type { AppStore } from '#app/store.ts';
import { loadRegistration, renewSavedRegistration } from '#features/forms/agency/registration-storage.ts';
import { beginWaitsAnew } from '#features/submission/outbox/outbox-storage.ts';
import { listSent, listUnsent, renewSent, renewUnsent } from '#features/submission/sent-notes.ts';
import { watchClock } from '#platform/age.ts';
import { isFilling } from '#platform/view-slice.ts';
import { type Draft, expiryOf, isExpired } from './draft.ts';
import { clockSet, draftExpired, draftsSetAside } from './draft-events.ts';
import { beginLivesAnew, deleteUnconfirmed, loadDraft } from './draft-storage.ts';
import { noteDraft } from './list-drafts.ts';
import { removeDraft, replaceDraft } from './open-draft.ts';
import { bringBackReadable, setAsideIds } from './set-aside.ts';

/** A timer does not run while the device sleeps: at least this often the clock itself is asked. */
const LOOK_EVERY_MS = 30_000;
const watched = new WeakMap<AppStore, () => Promise<void>>();

/**
 * Ends drafts whose 24 hours are over, to the second, in whatever view the page is left open, and removes what is older
 * than that of registrations and of notes. Where the clock was set meanwhile, no time says any more how old anything is:
 * then all of it begins anew. Watching one store twice changes nothing. Returns what stops it, and resolves once nothing
 * of it is under way.
 */
export function watchExpiry(store: AppStore): () => Promise<void> {
  const known = watched.get(store);
  if (known) return known;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looking = Promise.resolve();
  const ending = new AbortController();
  const clock = watchClock();
  const lookOnce = async () => {
    if (ending.signal.aborted) return;
    if (clock.wasSet()) await beginAnew(store, Date.now());
    const now = Date.now();
    await endExpired(store, now);
    await removeOldNotes(now);
    await endSetAside(store, now).catch(() => {});
    clearTimeout(timer);
    if (!ending.signal.aborted) timer = setTimeout(look, untilNext(store, now));
  };
  // One after another: of two at once one may write anew what the other has just removed.
  const look = () => {
    clearTimeout(timer);
    looking = looking.then(lookOnce);
  };
  const stop = () => {
    ending.abort();
    clearTimeout(timer);
    return looking;
  };
  watched.set(store, stop);
  document.addEventListener('visibilitychange', look, { signal: ending.signal });
  look();
  return stop;
}

async function beginAnew(store: AppStore, now: number): Promise<void> {
  store.dispatch(clockSet(now));
  renewSent(now);
  renewUnsent(now);
  // Where the disk gives nothing, it has nothing that could be thrown away.
  await Promise.allSettled([beginLivesAnew(now), beginWaitsAnew(now), renewSavedRegistration(now)]);
}

/** Nobody may ever open again the view that these belong to. */
async function removeOldNotes(now: number): Promise<void> {
  listSent(now);
  listUnsent(now);
  await loadRegistration(now).catch(() => undefined);
}

/**
 * Milliseconds to the next end after that of a look at `lookedAt`; 0 where it came while that look was under way. What
 * was past its end then and is still here waits to be sent.
 */
function untilNext(store: AppStore, lookedAt: number): number {
  const { drafts, application } = store.getState();
  // The list may be a minute behind the open draft.
  const living = [...Object.values(drafts.byId), ...(application.draft ? [application.draft] : [])];
  const ends = living.map((draft) => expiryOf(draft)).filter((end) => end > lookedAt);
  return Math.max(0, Math.min(LOOK_EVERY_MS, ...ends.map((end) => end - Date.now())));
}

async function endExpired(store: AppStore, now: number): Promise<void> {
  const { drafts, view } = store.getState();
  for (const { id } of Object.values(drafts.byId).filter((draft) => isExpired(draft, now))) {
    const living = await findLiving(store, id, now);
    if (living !== undefined) await noteDraft(store, living);
    else if (await deleteUnconfirmed(id).catch(() => true))
      await (isFilling(view.current) ? replaceDraft : removeDraft)(store, id, draftExpired);
  }
}

/** What lies apart has its 24 hours, too. */
async function endSetAside(store: AppStore, now: number): Promise<void> {
  const known = store.getState().drafts.setAside;
  if (known.length === 0) return;
  for (const id of await bringBackReadable(now)) await deleteUnconfirmed(id);
  const left = await setAsideIds();
  if (left.length < known.length) store.dispatch(draftsSetAside(left));
}

/** What the disk has of a draft that the list takes for old: another tab may have changed it, or it waits to be sent. */
async function findLiving(store: AppStore, id: string, now: number): Promise<Draft | undefined> {
  const { draft, elsewhere } = store.getState().application;
  if (draft?.id === id && !elsewhere && !isExpired(draft, now)) return draft;
  return loadDraft(id, now).catch(() => undefined);
}
