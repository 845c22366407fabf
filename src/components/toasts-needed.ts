let needed = false;
const waiting = new Set<() => void>();

/** Something on the page may raise a toast from now on: whoever imports `toast.ts` says so. */
export function needToasts(): void {
  needed = true;
  for (const tell of waiting) tell();
}

/** Whether anything that may raise a toast has been loaded, for `useSyncExternalStore`. */
export const areToastsNeeded = (): boolean => needed;

/** Tells when that changes; the answer ends it. */
export function watchToastsNeeded(tell: () => void): () => void {
  waiting.add(tell);
  return () => waiting.delete(tell);
}
