import { addListener, removeListener } from '@reduxjs/toolkit';
import type { DocumentsRoot, DocumentsStore } from './documents-slice.ts';

/** Resolves with what `select` finds in the state, now or after a later event. Rejects with the signal's reason. */
export function waitForState<Found>(
  store: DocumentsStore,
  select: (state: DocumentsRoot) => Found | undefined,
  signal?: AbortSignal,
): Promise<Found> {
  return new Promise((resolve, reject) => {
    const end = () => {
      const found = select(store.getState());
      if (signal?.aborted) reject(signal.reason);
      else if (found === undefined) return;
      else resolve(found);
      store.dispatch(removeListener(listening));
      signal?.removeEventListener('abort', end);
    };
    const listening = { predicate: () => select(store.getState()) !== undefined, effect: end };
    store.dispatch(addListener(listening));
    signal?.addEventListener('abort', end);
    end();
  });
}
