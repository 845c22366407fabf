import { personalStorage } from '#platform/personal-storage.ts';
import { type Draft, isOfLaterVersion, readDraft, withTimes } from './draft.ts';
import { isInList } from './draft-summary.ts';

/**
 * A synchronous copy of a draft in localStorage, made when the page is left, because nothing asynchronous is sure to
 * finish then. Each draft has its own copy, because two tabs may be left at once. The next load reads it, and the
 * higher revision wins. It is deleted once IndexedDB has the same revision.
 */
const PREFIX = 'draft-copy:';
/** Tells the inline script of the document that an application can be restored (build/inline-script.js). */
const WAITS = 'draft-waits';

/**
 * Keeps the copy. Does nothing if localStorage is blocked or full: the ordinary save is running. A newer copy, or one
 * of a later version of the page, stays: another tab made it. Returns whether this draft was kept.
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

/** A stored copy. `draft` is absent if it cannot be read. */
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

/** The copy of one draft, if there is one. */
export function readCopy(id: string): KeptCopy | undefined {
  const value = quietly(() => personalStorage.get(PREFIX + id)) ?? undefined;
  if (value === undefined) return undefined;
  const draft = quietly(() => readDraft(JSON.parse(value)));
  // A copy under the name of another draft is ignored.
  return { id, value, ...(draft?.id === id && { draft }) };
}

/**
 * Whether a later version of the page made the copy of this draft. This page cannot read its revision, so it counts as
 * newer than everything here.
 */
export function hasLaterVersionLeft(id: string): boolean {
  const { value } = readCopy(id) ?? {};
  return value !== undefined && quietly(() => isOfLaterVersion(JSON.parse(value))) === true;
}

/** Deletes the copy of this draft if the saved revision is as high. Without a revision, it is deleted at once. */
export function forgetCopy(id: string, savedRevision = Number.POSITIVE_INFINITY): void {
  const copy = readCopy(id);
  if (copy === undefined || (copy.draft?.revision ?? 0) > savedRevision) return;
  if (savedRevision < Number.POSITIVE_INFINITY && hasLaterVersionLeft(id)) return;
  quietly(() => personalStorage.remove(PREFIX + id));
}

/** Changes the times of a copy. A copy that cannot be read stays as it is. */
export function retimeCopy(id: string, times: Parameters<typeof withTimes>[1]): void {
  const { value, draft } = readCopy(id) ?? {};
  if (value !== undefined && draft !== undefined)
    quietly(() => personalStorage.set(PREFIX + id, JSON.stringify(withTimes(JSON.parse(value), times))));
}

/** Notes for the next load's first paint whether this browser has an application of the list. */
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
