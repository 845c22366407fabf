/// <reference types="vite/client" />
import { hydrateRoot } from 'react-dom/client';
import { draftsNotListed, otherReleaseOpened } from '#features/drafts/draft-events.ts';
import { api } from '#platform/api.ts';
import { followConnection } from '#platform/connection.ts';
import { hasDatabase, hasNotes, isShared, SHARED_COMPUTER } from '#platform/device-storage.ts';
import { isReadable, vault } from '#platform/encryption/vault-state.ts';
import { wasErasedElsewhere, watchErasure } from '#platform/erasure.ts';
import { importWithRetry } from '#platform/import-with-retry.ts';
import { tolerateMovedNodes } from '#platform/moved-nodes.ts';
import { whenBroughtBack } from '#platform/page-lifecycle.ts';
import { whenIdle } from '#platform/scheduling.ts';
import { registerServiceWorker } from '#platform/service-worker.ts';
import { startPastTyping } from '#platform/typing-past-react.ts';
import { entryOf, viewOpened } from '#platform/view-slice.ts';
import { rememberControls } from './carry-over.ts';
import { areDeveloperToolsOn, devToolsOptions } from './developer-mode.tsx';
import { failureReports } from './error-boundary.tsx';
import { askedView, beginAdopting, carryOutPress, endAdopting, endRestoring, handOver } from './first-paint.ts';
import { connectHistory } from './history.ts';
import { keepView, keptView } from './kept-view.ts';
import { Root } from './root.tsx';
import { startingState } from './starting-state.ts';
import { type AppStore, addAppListener, createStore } from './store.ts';
import { preloadView } from './views.tsx';

/** Takes over the prerendered document, then looks at what this browser remembers. */
async function start(container: HTMLElement): Promise<void> {
  watchErasure();
  if (isShared()) vault.set('asking');
  const view = beginAdopting();
  const next = askedView();
  // In parallel. If it cannot be loaded, the view itself retries and shows the error.
  if (next !== undefined) preloadView(next).catch(() => {});
  const seesAll = areDeveloperToolsOn();
  const devTools = devToolsOptions(seesAll);
  const store = createStore({ preloadedState: startingState(view), devTools });
  // Before adopting, because a view that suspends while React adopts it would lose what was typed.
  try {
    await preloadView(view);
  } catch (failure) {
    endAdopting();
    throw failure;
  }
  const carryOver = rememberControls(container);
  let isAnew = false;
  const rendered = () => {
    isAnew = carryOver();
  };
  const adopted = () => {
    connect(store, handOver(isAnew));
    carryOutPress();
  };
  tolerateMovedNodes();
  const root = <Root store={store} onRendered={rendered} onAdopted={adopted} />;
  startPastTyping(container, () => hydrateRoot(container, root, failureReports(seesAll)));
}

function connect(store: AppStore, { asked, wasHome }: ReturnType<typeof handOver>): void {
  if (asked !== undefined) store.dispatch(viewOpened(asked));
  connectHistory(store, wasHome);
  keepView(store, wasHome);
  store.dispatch(followConnection());
  store.dispatch(
    addAppListener({ actionCreator: otherReleaseOpened, effect: ({ payload }) => reloadForRelease(store, payload) }),
  );
  recallWhenReadable(store);
  if (wasErasedElsewhere()) void sayErased();
  whenBroughtBack(() => void bringUpToDate(store));
  if (import.meta.env.PROD) whenIdle(() => void registerServiceWorker(store.dispatch));
}

/** On a shared computer, runs once it is unlocked. */
function recallWhenReadable(store: AppStore): void {
  let isRecalled = false;
  const follow = () => {
    if (!isRecalled && isReadable(vault.state())) {
      isRecalled = true;
      void recall(store);
    }
    if (vault.state() !== 'plain') void followSharing(store);
  };
  vault.subscribe(follow);
  follow();
  window.addEventListener('storage', ({ key }) => key === SHARED_COMPUTER && isShared() && void followSharing(store));
}

/** If its scripts cannot be loaded, the computer stays locked. */
async function followSharing({ dispatch }: AppStore): Promise<void> {
  const load = () => import('#features/shared-computer/follow-sharing.ts');
  const part = await importWithRetry(load).catch(() => undefined);
  if (part !== undefined) await dispatch(part.followSharing());
  else if (vault.state() === 'asking') vault.set('locked');
}

/**
 * Restores drafts and the view of the last visit, if this browser has our database. A first visitor loads none of it.
 */
async function recall(store: AppStore): Promise<void> {
  const { current } = store.getState().view;
  const touched = whetherTouched();
  const formIsOpen = current === 'student-form' || current === 'agent-student-form';
  if (!formIsOpen) endRestoring();
  // If the browser gives no storage, there is nothing to restore.
  if (!(await hasDatabase().catch(() => false))) return;
  const kept = entryOf(current).passing ? undefined : keptView();
  const moved = store.getState().view.current !== current || touched();
  if (kept !== undefined && kept !== current && !moved) store.dispatch(viewOpened(kept));
  void resumeSending(store);
  if (hasNotes('handovers') && !entryOf(current).passing) void resumeHandovers(store);
  const lookAfterDrafts = async () => {
    const part = await importWithRetry(() => import('#features/drafts/watch-drafts.ts')).catch(() => undefined);
    await store.dispatch(part === undefined ? draftsNotListed() : part.watchDrafts());
  };
  // Only the landing page shows drafts at once. Every view deletes old data.
  if (store.getState().view.current === 'home') await lookAfterDrafts();
  else whenIdle(() => void lookAfterDrafts());
}

/** Without a connection its scripts may not load. The next visit then sends what waits. */
async function resumeSending({ dispatch }: AppStore): Promise<void> {
  const part = await importWithRetry(() => import('#features/submission/outbox/resume-outbox.ts')).catch(
    () => undefined,
  );
  if (part !== undefined) await dispatch(part.resumeOutbox());
}

/** If its scripts cannot be loaded, this page stays as it is. */
async function reloadForRelease({ dispatch }: AppStore, release: string): Promise<void> {
  const part = await importWithRetry(() => import('./older-release.ts')).catch(() => undefined);
  if (part !== undefined) await dispatch(part.reloadForRelease(release));
}

/** Continues transfers of drafts between devices that were not finished when the page was closed. */
async function resumeHandovers({ dispatch }: AppStore): Promise<void> {
  const load = () => import('#features/documents/handover/resume-handovers.ts');
  const part = await importWithRetry(load).catch(() => undefined);
  if (part !== undefined) await dispatch(part.resumeHandovers());
}

/**
 * Loads what other tabs have confirmed, and what the server has changed, while the page was in the back/forward cache.
 */
async function bringUpToDate(store: AppStore): Promise<void> {
  store.dispatch(api.util.invalidateTags(['agents', 'intakes', 'classifications', 'submission']));
  if (await hasDatabase().catch(() => false)) await resumeSending(store);
}

/** Says that another tab erased everything. If the toasts cannot be loaded, the blank page shows it. */
async function sayErased(): Promise<void> {
  const part = await importWithRetry(() => import('#components/toasts.tsx')).catch(() => undefined);
  part?.toast('Another tab erased everything on this device.', {
    id: 'erased',
    duration: Number.POSITIVE_INFINITY,
  });
}

/** Returns a function that says whether the person has begun to use the page. If so, the view must not change. */
function whetherTouched(): () => boolean {
  let touched = false;
  const ending = new AbortController();
  const note = () => {
    touched = true;
    ending.abort();
  };
  for (const event of ['pointerdown', 'keydown', 'wheel', 'touchstart']) {
    window.addEventListener(event, note, { capture: true, passive: true, signal: ending.signal });
  }
  return () => {
    ending.abort();
    return touched;
  };
}

const container = document.getElementById('root');
// The inline script (build/inline-script.js) loads this script. It retries, or says that this browser cannot run it.
if (container !== null)
  start(container).catch((detail: unknown) => window.dispatchEvent(new CustomEvent('notstarted', { detail })));
