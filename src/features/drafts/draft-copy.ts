import { personalStorage } from '#platform/personal-storage.ts';
import { type Draft, isOfLaterVersion, readDraft, withTimes } from './draft.ts';
import { isInList } from './draft-summary.ts';

/**
 * A synchronous copy of a draft in localStorage, for the moment of leaving, when nothing asynchronous is sure to
 * finish. Each draft has its own, since two tabs may leave at once. It is read at the next load, where the higher
 * revision wins, and removed as soon as IndexedDB has as much.
 */
const PREFIX = 'draft-copy:';
/** Tells the inline script of the document that an application waits to be restored (build/inline-script.js). */
const WAITS = 'draft-waits';

/**
 * Keeps the copy; does nothing where localStorage is blocked or full: the ordinary save is on its way. A copy of a later
 * state, or of a later version of the page, stays: another tab has left it, while this page stood still. Returns whether
 * this draft is what is kept.
 */
export function keepCopy(draft: Draft): boolean {
  if (hasLaterVersionLeft(draft.id)) return false;
  if ((readCopy(draft.id)?.draft?.revision ?? 0) > draft.revision) return false;
  const isKept = quietly(() => {
    personalStorage.set(PREFIX + draft.id, JSON.stringify(draft));
    return true;
  });
  if (isInList(draft)) quietly(() => localStorage.setItem(WAITS, ''));
  return isKept ?? false;
}

/** A copy as it lies there; `draft` is absent when it cannot be read. */
export interface KeptCopy {
  readonly id: string;
  readonly value: string;
  readonly draft?: Draft;
}

/** Every copy of this device. */
export function readCopies(): readonly KeptCopy[] {
  const ids = quietly(() => personalStorage.keys(PREFIX)) ?? [];
  return ids.map((key) => readCopy(key.slice(PREFIX.length))).filter((copy) => copy !== undefined);
}

/** The copy of one draft, when there is one. */
export function readCopy(id: string): KeptCopy | undefined {
  const value = quietly(() => personalStorage.get(PREFIX + id)) ?? undefined;
  if (value === undefined) return undefined;
  const draft = quietly(() => readDraft(JSON.parse(value)));
  // A copy under another draft's name is nobody's.
  return { id, value, ...(draft?.id === id && { draft }) };
}

/**
 * Whether the copy of this draft is that of a later version of the page. Nothing here can say how new it is: it counts as
 * newer than all that this page has.
 */
export function hasLaterVersionLeft(id: string): boolean {
  const { value } = readCopy(id) ?? {};
  return value !== undefined && quietly(() => isOfLaterVersion(JSON.parse(value))) === true;
}

/** Removes the copy of this draft once a revision as high is saved, or at once when none is named. */
export function forgetCopy(id: string, savedRevision = Number.POSITIVE_INFINITY): void {
  const copy = readCopy(id);
  if (copy === undefined || (copy.draft?.revision ?? 0) > savedRevision) return;
  if (savedRevision < Number.POSITIVE_INFINITY && hasLaterVersionLeft(id)) return;
  quietly(() => personalStorage.remove(PREFIX + id));
}

/** Gives the copy of a draft other times; one that cannot be read stays as it is. */
export function retimeCopy(id: string, times: Parameters<typeof withTimes>[1]): void {
  const { value, draft } = readCopy(id) ?? {};
  if (value !== undefined && draft !== undefined)
    quietly(() => personalStorage.set(PREFIX + id, JSON.stringify(withTimes(JSON.parse(value), times))));
}

/** Notes whether an application of the list waits in this browser, for the next load's first paint. */
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
