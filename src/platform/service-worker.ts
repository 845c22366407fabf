import { createSlice, type UnknownAction } from '@reduxjs/toolkit';

interface UpdateState {
  /** Whether a newer version of this application is ready on this device. */
  readonly ready: boolean;
  /** Whether this browser could not keep the application. It then does not open without a connection. */
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
/** The cache of the lists. worker/service-worker.ts uses the same name. */
const LISTS = 'lists';
const LIST_PATHS = ['/api/config', '/api/college', '/api/agent-list', '/api/intakes', '/api/classifications'];
/** A page may be open for days, and the browser looks for a new version only when a page loads. */
const LOOK_EVERY_MS = 60 * 60 * 1000;

let accepted = false;

/**
 * Registers the service worker, with which the application opens without a connection. A new version waits until the
 * person accepts it (app/notices.tsx). If a browser cannot install it, the page works without it and shows that.
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
  const announce = () => dispatch(updateReady());
  // A waiting worker on a page without a controller was installed by this visit, or by one that has just ended.
  if (registration.waiting && !first) announce();
  registration.addEventListener('updatefound', () => whenReplacing(registration, announce));
  setInterval(() => void registration.update().catch(() => {}), LOOK_EVERY_MS);
  if (first) await keepLists();
}

/**
 * Calls `announce` once a new worker waits to replace another. Ignores the first install: WebKit reports `waiting` even after
 * that worker took control.
 */
function whenReplacing({ active, installing }: ServiceWorkerRegistration, announce: () => void): void {
  if (active === null) return;
  installing?.addEventListener('statechange', () => {
    if (installing.state === 'installed') announce();
  });
}

/**
 * Calls if there is no worker yet and the first one cannot be installed, because a file did not load or was changed.
 */
function whenFirstFails(registration: ServiceWorkerRegistration, call: () => void): void {
  const follow = () => {
    const { active, waiting, installing } = registration;
    if (active !== null || waiting !== null) return;
    // On a slow device it may have failed before the page hears of it.
    if (installing === null || installing.state === 'redundant') return call();
    installing.addEventListener('statechange', () => {
      if (installing.state === 'redundant' && registration.active === null) call();
    });
  };
  if (registration.installing !== null) follow();
  registration.addEventListener('updatefound', follow);
}

/** Whether the first worker failed before this page heard of it. The browser has then removed the registration. */
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

/** Undefined if there are none, or if storage is blocked: some browsers throw at the mere property. */
function allowedWorkers(): ServiceWorkerContainer | undefined {
  try {
    return 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
  } catch {
    return undefined;
  }
}

/** The person accepts the new version: it takes over, and this page reloads. */
export async function acceptUpdate(): Promise<void> {
  accepted = true;
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration?.waiting) registration.waiting.postMessage({ type: 'SKIP_WAITING' });
  else location.reload();
}

/**
 * The new version has taken over. The page that asked for it reloads at once. Another tab reloads while it is hidden,
 * and keeps its answers as at any other leave.
 */
function followUpdates(workers: ServiceWorkerContainer): void {
  let controlled = workers.controller !== null;
  workers.addEventListener('controllerchange', () => {
    const replaced = controlled;
    controlled = true;
    // On the first visit the version is the same.
    if (!replaced) return;
    const load = () => {
      if (accepted || document.visibilityState === 'hidden') location.reload();
    };
    document.addEventListener('visibilitychange', load);
    load();
  });
}

/** On the first visit the page asked for the lists before the worker could keep the answers, or has not asked yet. */
async function keepLists(): Promise<void> {
  const cache = await caches.open(LISTS);
  const keep = async (path: string) => {
    const answer = await fetch(path);
    // The sign-in page of a Wi-Fi is not a list.
    if (answer.ok && answer.headers.get('Content-Type')?.includes('json')) await cache.put(path, answer);
  };
  await Promise.allSettled(LIST_PATHS.map(keep));
}
