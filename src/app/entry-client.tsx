/// <reference types="vite/client" />
import { hydrateRoot } from 'react-dom/client';
import { draftsNotListed, otherReleaseOpened } from '#features/drafts/draft-events.ts';
import { api } from '#platform/api.ts';
import { whenBroughtBack } from '#platform/coming-back.ts';
import { followConnection } from '#platform/connection.ts';
import { isReadable, vault } from '#platform/encryption/vault-state.ts';
import { wasErasedElsewhere, watchErasure } from '#platform/erasure.ts';
import { importWithRetry } from '#platform/import-with-retry.ts';
import { tolerateMovedNodes } from '#platform/moved-nodes.ts';
import { whenIdle } from '#platform/scheduling.ts';
import { registerServiceWorker } from '#platform/service-worker.ts';
import { hasDatabase, hasNotes, isShared, SHARED_COMPUTER } from '#platform/stored-here.ts';
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
  // In parallel; if it cannot be loaded, the view itself tries again and shows the error.
  if (next !== undefined) preloadView(next).catch(() => {});
  const seesAll = areDeveloperToolsOn();
  const devTools = devToolsOptions(seesAll);
  const store = createStore({ preloadedState: startingState(view), devTools });
  // Before adopting: a view that suspends while React adopts it would lose what was typed.
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
    addAppListener({ actionCreator: otherReleaseOpened, effect: ({ payload }) => giveWay(store, payload) }),
  );
  recallWhenReadable(store);
  if (wasErasedElsewhere()) void sayErased();
  whenBroughtBack(() => void bringUpToDate(store));
  if (import.meta.env.PROD) whenIdle(() => void registerServiceWorker(store.dispatch));
}

/** On a shared computer once it is unlocked. */
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

/** Where its scripts do not come it stays locked. */
async function followSharing({ dispatch }: AppStore): Promise<void> {
  const load = () => import('#features/shared-computer/follow-sharing.ts');
  const part = await importWithRetry(load).catch(() => undefined);
  if (part !== undefined) await dispatch(part.followSharing());
  else if (vault.state() === 'asking') vault.set('locked');
}

/** Drafts and the view of the last visit, where this browser has a database of ours. A first visitor loads none of it. */
async function recall(store: AppStore): Promise<void> {
  const { current } = store.getState().view;
  const touched = whetherTouched();
  const formIsOpen = current === 'student-form' || current === 'agent-student-form';
  if (!formIsOpen) endRestoring();
  // Where the browser gives no storage, nothing waits.
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
  // Only the landing page shows them at once; old data is removed in every view.
  if (store.getState().view.current === 'home') await lookAfterDrafts();
  else whenIdle(() => void lookAfterDrafts());
}

/** Without a connection its scripts may not come: what waits is sent from the next visit then. */
async function resumeSending({ dispatch }: AppStore): Promise<void> {
  const part = await importWithRetry(() => import('#features/submission/outbox/resume-outbox.ts')).catch(
    () => undefined,
  );
  if (part !== undefined) await dispatch(part.resumeOutbox());
}

/** If its scripts cannot be loaded, this page stays as it is. */
async function giveWay({ dispatch }: AppStore, release: string): Promise<void> {
  const part = await importWithRetry(() => import('./older-release.ts')).catch(() => undefined);
  if (part !== undefined) await dispatch(part.giveWayTo(release));
}

/** What goes to another device, or came from one, and was not settled when the page was closed. */
async function resumeHandovers({ dispatch }: AppStore): Promise<void> {
  const load = () => import('#features/documents/handover/resume-handovers.ts');
  const part = await importWithRetry(load).catch(() => undefined);
  if (part !== undefined) await dispatch(part.resumeHandovers());
}

/** What other tabs have confirmed, and what the server has changed, while the browser kept this page for the way back. */
async function bringUpToDate(store: AppStore): Promise<void> {
  store.dispatch(api.util.invalidateTags(['agents', 'intakes', 'classifications', 'submission']));
  if (await hasDatabase().catch(() => false)) await resumeSending(store);
}

/** In place of what this tab had open. Where the words do not come, the blank page says it. */
async function sayErased(): Promise<void> {
  const part = await importWithRetry(() => import('#components/toasts.tsx')).catch(() => undefined);
  part?.toast('Another tab erased everything on this device.', {
    id: 'erased',
    duration: Number.POSITIVE_INFINITY,
  });
}

/** Returns a function that tells whether the person has begun to use the page. Then the page must not change view. */
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
// The inline script (build/inline-script.js) loads this one. It retries, or says that this browser cannot run it.
if (container !== null)
  start(container).catch((detail: unknown) => window.dispatchEvent(new CustomEvent('notstarted', { detail })));
