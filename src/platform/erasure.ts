import { whenSeenAgain } from './page-lifecycle.ts';

/*
 * One tab erases everything on this device (erase-device.ts). Every other page receives the message here, stops
 * writing, and reloads, so that nothing stays in its memory. A random mark stays in localStorage. A page that slept, or
 * that was in the back/forward cache, misses the message and finds the mark.
 */

export const ERASURE_MARK = 'erased';
/** In sessionStorage, for the page that replaces the ended one. */
const TOLD = 'erased-elsewhere';

/** The mark as this page knows it. */
let known: string | null = null;
let isSealed = false;

/** Follows erasures by other tabs. Called once, before this page keeps anything. */
export function watchErasure(): void {
  known = readMark();
  window.addEventListener('storage', ({ key }) => key === ERASURE_MARK && lookForErasure());
  document.addEventListener('resume', lookForErasure);
  whenSeenAgain(lookForErasure);
}

/** Ends this page if another tab has erased everything since it was opened. */
export function lookForErasure(): void {
  const mark = readMark();
  if (isSealed || mark === null || mark === known) return;
  try {
    sessionStorage.clear();
    sessionStorage.setItem(TOLD, '');
  } catch {
    // Storage is blocked, so it is empty.
  }
  sealStorage();
  location.replace('/');
}

/**
 * This page erases everything: it tells the others and writes nothing from now on. Does nothing if storage is blocked.
 */
export function announceErasure(): void {
  known = crypto.randomUUID();
  try {
    // Everything is to be deleted, and a full storage would have no room for the mark.
    localStorage.clear();
    localStorage.setItem(ERASURE_MARK, known);
  } catch {
    // Storage is blocked for every page of this site.
  }
  sealStorage();
}

/** Whether this page replaced one that an erasure ended. Asked once. */
export function wasErasedElsewhere(): boolean {
  try {
    const told = sessionStorage.getItem(TOLD) !== null;
    sessionStorage.removeItem(TOLD);
    return told;
  } catch {
    return false;
  }
}

/**
 * From now on this page cannot write: no save, no copy on leaving, no upload, no sending. All of them handle a storage
 * that refuses. Only a reload ends this state.
 */
function sealStorage(): void {
  isSealed = true;
  const refuse = (): never => {
    throw new DOMException('Everything on this device was erased.', 'InvalidStateError');
  };
  Storage.prototype.setItem = refuse;
  Object.assign(IDBFactory.prototype, { open: refuse });
  Object.assign(IDBObjectStore.prototype, { put: refuse, add: refuse });
}

function readMark(): string | null {
  try {
    return localStorage.getItem(ERASURE_MARK);
  } catch {
    return null;
  }
}
