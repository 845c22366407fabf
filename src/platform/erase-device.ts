import { waitingIds } from './application-records.ts';
import { closeDatabase, readAsKept } from './database.ts';
import { DATABASE } from './device-storage.ts';
import { announceErasure, ERASURE_MARK } from './erasure.ts';
import { timeLimit } from './time-limit.ts';

/** What was left when storage was read after erasing. */
export type Leftover = 'database' | 'notes' | 'session' | 'caches' | 'tabs';

/** How many of each this device keeps. */
export interface KeptCounts {
  readonly drafts: number;
  readonly documents: number;
  readonly outbox: number;
}

/** Counts the records of the database. Rejects if it cannot be read. */
export const countKept = (): Promise<KeptCounts> =>
  readAsKept(['drafts', 'documents', 'outbox'], async (transaction) => ({
    drafts: (await transaction.objectStore('drafts').getAllKeys()).length,
    documents: (await transaction.objectStore('documents').getAllKeys()).length,
    outbox: (await waitingIds(transaction.objectStore('outbox'))).size,
  }));

/** The time that other tabs have to close what they have open. */
const LIMIT_MS = 10_000;
const LOOK_EVERY_MS = 50;

/**
 * Erases everything that this site keeps on this device, tells every other tab, and then reads storage. Resolves with
 * what is left. This page cannot write after that, and must be reloaded. `releaseDrafts` releases the drafts that this tab
 * owns. Never rejects.
 */
export async function eraseDevice(releaseDrafts: () => void, limitMs = LIMIT_MS): Promise<readonly Leftover[]> {
  announceErasure();
  releaseDrafts();
  await closeDatabase().catch(() => {});
  const ending = timeLimit(limitMs);
  // A database is deleted once every tab has closed it. Running writes are deleted with it.
  await deleteDatabases(ending);
  const areTabsGone = await othersLetGo(ending);
  // A tab that received the message late may have opened the database again.
  const isDeleted = await deleteDatabases(ending);
  const left: Leftover[] = [...clearWebStorage()];
  if (await areCachesLeft().catch(() => true)) left.push('caches');
  if (await isDatabaseLeft(isDeleted).catch(() => true)) left.unshift('database');
  return areTabsGone ? left : [...left, 'tabs'];
}

/**
 * The service worker's database, with the last use of each file of the application. The worker keeps it open, so its
 * deletion would wait until the worker ends.
 */
const OF_WORKER = 'workbox-expiration';

/** Every database of the pages; undefined if the browser does not list them (Firefox before 126). */
async function databaseNames(): Promise<readonly string[] | undefined> {
  if (typeof indexedDB.databases !== 'function') return undefined;
  return (await indexedDB.databases()).flatMap(({ name = OF_WORKER }) => (name === OF_WORKER ? [] : name));
}

/** Resolves to whether all of them were deleted. */
async function deleteDatabases(ending: AbortSignal): Promise<boolean> {
  const names = (await databaseNames().catch(() => undefined)) ?? [];
  const gone = await Promise.all([...new Set([DATABASE, ...names])].map((name) => deleteOne(name, ending)));
  return gone.every(Boolean);
}

/** Resolves to whether it was deleted in time. */
function deleteOne(name: string, ending: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (ending.aborted) resolve(false);
    ending.addEventListener('abort', () => resolve(false));
    try {
      const deleting = indexedDB.deleteDatabase(name);
      deleting.addEventListener('success', () => resolve(true));
      deleting.addEventListener('error', (event) => {
        event.preventDefault();
        resolve(false);
      });
    } catch {
      resolve(false);
    }
  });
}

/** Resolves to whether no other tab has a draft open. A page that reloads releases its draft. */
async function othersLetGo(ending: AbortSignal): Promise<boolean> {
  for (;;) {
    if (!(await locksHeld()).some(({ name }) => name?.startsWith('draft:'))) return true;
    if (ending.aborted) return false;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** None if the browser has no locks, or refuses them because storage is blocked. */
async function locksHeld(): Promise<readonly LockInfo[]> {
  const { locks } = navigator;
  if (!locks) return [];
  const { held = [] } = await locks.query().catch(() => ({ held: [] }));
  return held;
}

/**
 * Clears what a tab can write at any moment, and reads it at once, because a reloaded tab notes its view there again.
 * Storage that cannot be read counts as left.
 */
function clearWebStorage(): readonly Leftover[] {
  const isLeft = (clear: () => number): boolean => {
    try {
      return clear() > 0;
    } catch {
      return true;
    }
  };
  const areNotesLeft = isLeft(() => {
    for (const key of notes()) localStorage.removeItem(key);
    return notes().length;
  });
  const isSessionLeft = isLeft(() => {
    sessionStorage.clear();
    return sessionStorage.length;
  });
  return [...(areNotesLeft ? (['notes'] as const) : []), ...(isSessionLeft ? (['session'] as const) : [])];
}

/** All but the mark that a sleeping tab reads. */
const notes = (): readonly string[] => Object.keys(localStorage).filter((key) => key !== ERASURE_MARK);

/**
 * The application itself stays, because without it the page would not open without a connection. It is the same for
 * every visitor.
 */
const isOfApplication = (cache: string): boolean => cache.includes('precache');
/**
 * Files that are the same for every visitor (build/service-worker.ts). A reloading tab may fill these caches again at
 * once.
 */
const PUBLIC_CACHES: ReadonlySet<string> = new Set(['lists', 'scans']);

async function cachesLeft(): Promise<readonly string[]> {
  if (typeof caches === 'undefined') return [];
  return (await caches.keys()).filter((name) => !isOfApplication(name));
}

/** Rejects if one of them could not be deleted. */
async function deleteCaches(): Promise<void> {
  await Promise.all((await cachesLeft()).map((name) => caches.delete(name)));
}

/**
 * Whether a database exists. If it cannot be read, it counts as left. If databases are not listed, `isDeleted` says it.
 */
async function isDatabaseLeft(isDeleted: boolean): Promise<boolean> {
  const names = await databaseNames();
  return names === undefined ? !isDeleted : names.length > 0;
}

/** Whether a cache other than the public ones is left, or one could not be removed. */
async function areCachesLeft(): Promise<boolean> {
  await deleteCaches();
  return !(await cachesLeft()).every((name) => PUBLIC_CACHES.has(name));
}
