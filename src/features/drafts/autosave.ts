import type { AppStore } from '#app/store.ts';
import { keepCopy } from './draft-copy.ts';
import { saveRetried } from './draft-events.ts';
import { persistorOf } from './persistence.ts';
import { saveHeld } from './unsaved-drafts.ts';

/** Saved at least this often (specification, section 9). A change is saved within a second by itself. */
export const AUTOSAVE_MS = 30_000;

/**
 * Every 30 seconds writes what may be waiting and tries failed saves again; on leaving the page keeps a synchronous copy
 * of what the disk does not have yet. Returns what stops it.
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
  await saveHeld(store);
}

function secure(store: AppStore): void {
  const { draft, save, elsewhere } = store.getState().application;
  if (draft !== null && !elsewhere && draft.revision > save.savedRevision) keepCopy(draft);
  void persistorOf(store).flush();
}
