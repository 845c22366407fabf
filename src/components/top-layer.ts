import { useSyncExternalStore } from 'react';
import { createHolder } from '#platform/holder.ts';

interface Layer {
  readonly element: HTMLElement;
  /** Asks it to close; one that must stay open does nothing. */
  readonly leave: () => void;
}

/** The open modals, innermost last. Everything outside an open modal is inert. */
const layers = createHolder<readonly Layer[]>([]);

/**
 * Notes that a modal has opened. Toasts move into it, since people could not hear, read or dismiss them outside. The
 * browser's Back closes it.
 *
 * @param leave asks it to close
 * @returns what to call when it has closed
 */
export function enterTopLayer(element: HTMLElement, leave: () => void): () => void {
  const layer = { element, leave };
  layers.set([...layers.state(), layer]);
  return () => layers.set(layers.state().filter((one) => one !== layer));
}

/** The innermost open modal, or null: no modal is open, or there is no page yet (server). */
export const useTopLayer = (): HTMLElement | null =>
  useSyncExternalStore(
    layers.subscribe,
    () => layers.state().at(-1)?.element ?? null,
    () => null,
  );

/** Whether any modal is open. */
export const isModalOpen = (): boolean => layers.state().length > 0;

/** Asks the innermost open modal to close. */
export const leaveTopLayer = (): void => layers.state().at(-1)?.leave();
