import { type Draft, readDraft } from './draft.ts';

/**
 * One synchronous copy of the open draft in localStorage, for the moment of leaving, when nothing asynchronous is sure
 * to finish. It is read once at the next load, where the higher revision wins, and removed as soon as IndexedDB has
 * as much.
 */
const KEY = 'draft-copy';
/** Tells the inline script of the document that an application waits to be restored (build/inline-script.js). */
const WAITS = 'draft-waits';

/** Keeps the copy; does nothing where localStorage is blocked or full: the ordinary save is on its way. */
export function keepCopy(draft: Draft): void {
  quietly(() => {
    localStorage.setItem(KEY, JSON.stringify(draft));
    localStorage.setItem(WAITS, '');
  });
}

/** The copy, when there is one that can be read. */
export function readCopy(): Draft | undefined {
  return quietly(() => readDraft(JSON.parse(localStorage.getItem(KEY) ?? 'null')));
}

/** Removes the copy of this draft once a revision as high is saved, or at once when none is named. */
export function forgetCopy(id: string, savedRevision = Number.POSITIVE_INFINITY): void {
  const copy = readCopy();
  if (copy?.id !== id || copy.revision > savedRevision) return;
  quietly(() => localStorage.removeItem(KEY));
}

/** Notes whether an application waits in this browser, for the next load's first paint. */
export function markWaiting(waits: boolean): void {
  quietly(() => (waits ? localStorage.setItem(WAITS, '') : localStorage.removeItem(WAITS)));
}

function quietly<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
