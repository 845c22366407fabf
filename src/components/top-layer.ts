import { useSyncExternalStore } from 'react';

/**
 * The open modals, innermost last. What stands outside an open modal is inert, so toasts move into it:
 * otherwise nobody could hear, read or dismiss them.
 */
let open: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function set(next: readonly HTMLElement[]) {
  open = next;
  for (const listener of listeners) listener();
}

/** Tells that a modal has opened. Returns what to call when it closes. */
export function enterTopLayer(element: HTMLElement): () => void {
  set([...open, element]);
  return () => set(open.filter((one) => one !== element));
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The innermost open modal, or null: no modal is open, or there is no page yet (server). */
export const useTopLayer = (): HTMLElement | null =>
  useSyncExternalStore(
    subscribe,
    () => open.at(-1) ?? null,
    () => null,
  );
