import { createSlice, type UnknownAction } from '@reduxjs/toolkit';

interface UpdateState {
  /** Whether a newer version of this application lies ready on this device. */
  readonly ready: boolean;
  /** Whether this browser could not keep the application: then it does not open without a connection. */
  readonly notKept: boolean;
}

/** What this device keeps of the application itself. */
export const updateSlice = createSlice({
  name: 'update',
  initialState: { ready: false, notKept: false } as UpdateState,
  reducers: {
    ready: (state) => ({ ...state, ready: true }),
    notKept: (state) => ({ ...state, notKept: true }),
  },
  selectors: { selectReady: ({ ready }) => ready, selectNotKept: ({ notKept }) => notKept },
});

const { ready: updateReady, notKept } = updateSlice.actions;
export const { selectReady, selectNotKept } = updateSlice.selectors;

/** Written by build/service-worker.ts. */
const SCRIPT = '/service-worker.js';
/** The cache of the lists, as worker/service-worker.ts names it. */
const LISTS = 'lists';
const LIST_PATHS = ['/api/config', '/api/college', '/api/agent-list', '/api/intakes', '/api/classifications'];
/** A page may stay open for days; the browser itself looks for a new version at a load only. */
const LOOK_EVERY_MS = 60 * 60 * 1000;

let accepted = false;

/**
 * Registers the service worker, with which the application opens without a network. A new version waits and is offered
 * (app/notices.tsx). If a browser allows none, or cannot install it, the page works without it, and says so.
 */
export async function registerServiceWorker(dispatch: (event: UnknownAction) => unknown): Promise<void> {
  const workers = allowedWorkers();
  if (workers === undefined) return void dispatch(notKept());
  const first = workers.controller === null;
  followUpdates(workers);
  const registration = await workers.register(SCRIPT, { updateViaCache: 'none' }).catch(() => undefined);
  if (registration === undefined) {
    if (first) dispatch(notKept());
    return;
  }
  whenFirstFails(registration, () => void dispatch(notKept()));
  if (await hasFailedBefore(workers, registration)) dispatch(notKept());
  const offer = () => dispatch(updateReady());
  // What waits while nothing is in control was installed by this very visit, or by one that has just ended.
  if (registration.waiting && !first) offer();
  registration.addEventListener('updatefound', () => whenReplacing(registration, offer));
  setInterval(() => void registration.update().catch(() => {}), LOOK_EVERY_MS);
  if (first) await keepLists();
}

/**
 * Calls `offer` once a new worker waits to replace another. Ignores the first install: WebKit reports `waiting` even after
 * that worker took control.
 */
function whenReplacing({ active, installing }: ServiceWorkerRegistration, offer: () => void): void {
  if (active === null) return;
  installing?.addEventListener('statechange', () => {
    if (installing.state === 'installed') offer();
  });
}

/** Calls where no worker is there yet and one cannot be installed: part of the application did not come as it is. */
function whenFirstFails(registration: ServiceWorkerRegistration, call: () => void): void {
  const follow = () => {
    const { active, waiting, installing } = registration;
    if (active !== null || waiting !== null) return;
    // On a slow device it may have failed before the page hears that it was found.
    if (installing === null || installing.state === 'redundant') return call();
    installing.addEventListener('statechange', () => {
      if (installing.state === 'redundant' && registration.active === null) call();
    });
  };
  if (registration.installing !== null) follow();
  registration.addEventListener('updatefound', follow);
}

/** Whether the first worker failed before this page could hear of it: then the browser has removed the registration. */
async function hasFailedBefore(
  workers: ServiceWorkerContainer,
  { active, waiting, installing }: ServiceWorkerRegistration,
): Promise<boolean> {
  if (active !== null || waiting !== null || installing !== null) return false;
  return workers.getRegistration().then(
    (left) => left === undefined,
    () => false,
  );
}

/** Undefined where there are none, or where storage is blocked: some browsers throw when service workers are only named. */
function allowedWorkers(): ServiceWorkerContainer | undefined {
  try {
    return 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
  } catch {
    return undefined;
  }
}

/** The person wants the new version: it takes over, and this page loads it. */
export async function acceptUpdate(): Promise<void> {
  accepted = true;
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration?.waiting) registration.waiting.postMessage({ type: 'SKIP_WAITING' });
  else location.reload();
}

/**
 * The new version has taken over: the page that asked loads it at once. Another tab loads it while it is hidden; its
 * answers are kept as on any other leave.
 */
function followUpdates(workers: ServiceWorkerContainer): void {
  let controlled = workers.controller !== null;
  workers.addEventListener('controllerchange', () => {
    const replaced = controlled;
    controlled = true;
    // On the first visit it is the same version.
    if (!replaced) return;
    const load = () => {
      if (accepted || document.visibilityState === 'hidden') location.reload();
    };
    document.addEventListener('visibilitychange', load);
    load();
  });
}

/** On the first visit the lists were asked for before anybody could keep the answers, or not yet at all. */
async function keepLists(): Promise<void> {
  const cache = await caches.open(LISTS);
  const keep = async (path: string) => {
    const answer = await fetch(path);
    // The sign-in page of a Wi-Fi is no list.
    if (answer.ok && answer.headers.get('Content-Type')?.includes('json')) await cache.put(path, answer);
  };
  await Promise.allSettled(LIST_PATHS.map(keep));
}
