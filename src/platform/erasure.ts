import { whenSeenAgain } from './coming-back.ts';

/*
 * Everything on this device is erased in one tab (erase-device.ts). Every other page receives the message here, stops
 * writing, and reloads, so that nothing stays in its memory. A random mark is left in localStorage: a page that slept,
 * or that the browser kept for the way back, misses the message, and finds the mark when it wakes.
 */

export const ERASURE_MARK = 'erased';
/** In sessionStorage, from the page that was ended to the one that takes its place. */
const TOLD = 'erased-elsewhere';

/** The mark as this page knows it. */
let known: string | null = null;
let isSealed = false;

/** Follows what other tabs erase; called once, before this page keeps anything. */
export function watchErasure(): void {
  known = readMark();
  window.addEventListener('storage', ({ key }) => key === ERASURE_MARK && lookForErasure());
  document.addEventListener('resume', lookForErasure);
  whenSeenAgain(lookForErasure);
}

/** Ends this page where another tab has erased everything since it was opened. */
export function lookForErasure(): void {
  const mark = readMark();
  if (isSealed || mark === null || mark === known) return;
  try {
    sessionStorage.clear();
    sessionStorage.setItem(TOLD, '');
  } catch {
    // Storage is blocked: there is nothing in it.
  }
  sealStorage();
  location.replace('/');
}

/** This page erases everything: tells the others, and writes nothing any more itself. Does nothing where storage is blocked. */
export function announceErasure(): void {
  known = crypto.randomUUID();
  try {
    // All of it is to go, and where it is full there would be no room for the mark.
    localStorage.clear();
    localStorage.setItem(ERASURE_MARK, known);
  } catch {
    // Storage is blocked: no page of this site has any.
  }
  sealStorage();
}

/** Whether this page took the place of one that was ended by an erasure; asked once. */
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
 * From now on nothing of this page can write: no save, no copy on leaving, no upload, no sending. All of them handle a
 * storage that refuses. Only a reload ends it.
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
