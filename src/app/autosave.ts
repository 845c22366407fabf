import { isExpired } from '#lib/drafts/draft.ts';
import { keepCopy } from '#lib/drafts/draft-copy.ts';
import { draftExpired, saveRetried } from '#lib/drafts/draft-events.ts';
import { listConfirmed } from '#lib/outbox/outbox-storage.ts';
import { replaceDraft } from './open-draft.ts';
import { persistorOf } from './persistence.ts';
import type { AppStore } from './store.ts';

/** Saved at least this often (specification, section 9). A change is saved within a second by itself. */
export const AUTOSAVE_MS = 30_000;

/**
 * Every 30 seconds writes what may be waiting, tries a failed save again and ends drafts whose 24 hours are over and that do
 * not wait to be sent; on leaving the page keeps a synchronous copy of what the disk does not have yet. Returns what stops it.
 */
export function startAutosave(store: AppStore): () => void {
  const timer = setInterval(() => void tick(store), AUTOSAVE_MS);
  const ending = new AbortController();
  const leave = () => secure(store);
  window.addEventListener('pagehide', leave, { signal: ending.signal });
  // On the window, so that the form has told what was typed last: it listens while the event is on its way down.
  window.addEventListener('visibilitychange', leave, { signal: ending.signal });
  return () => {
    clearInterval(timer);
    ending.abort();
  };
}

async function tick(store: AppStore): Promise<void> {
  if (store.getState().application.save.state === 'failed') store.dispatch(saveRetried());
  await persistorOf(store).flush();
  const now = Date.now();
  const confirmed = await listConfirmed().catch(() => new Set());
  const due = Object.values(store.getState().drafts.byId).filter(
    (draft) => isExpired(draft, now) && !confirmed.has(draft.id),
  );
  for (const { id } of due) await replaceDraft(store, id, draftExpired);
}

function secure(store: AppStore): void {
  const { draft, save } = store.getState().application;
  if (draft !== null && draft.revision > save.savedRevision) keepCopy(draft);
  void persistorOf(store).flush();
}
