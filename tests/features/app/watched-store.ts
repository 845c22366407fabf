import type { Action, DevToolsEnhancerOptions } from '@reduxjs/toolkit';
import { devToolsOptions } from '#app/developer-mode.tsx';
import { reducerWith } from '#app/root-reducer.ts';
import { createStore } from '#app/store.ts';
import { draftsSlice } from '#features/drafts/drafts-slice.ts';

/** An action and the state after it, as Redux DevTools show them. */
export interface Shown {
  readonly action: Action & Readonly<Record<string, unknown>>;
  readonly state: Readonly<Record<string, unknown>>;
  /** All states of the store itself, as text. */
  readonly within: string;
}

/**
 * One of the page's stores in a browser with Redux DevTools, and everything that these show. This is every action that
 * reaches a reducer and every state, through the page's sanitizers.
 */
export function watchedStore() {
  const options = devToolsOptions(false) as DevToolsEnhancerOptions;
  const store = createStore({ devTools: options });
  const history: Shown[] = [];
  const replace = store.replaceReducer;
  store.replaceReducer = (next) =>
    replace((state, action) => {
      const after = next(state, action);
      const id = history.length;
      const shown = { action: options.actionSanitizer?.(action, id), state: options.stateSanitizer?.(after, id) };
      history.push({ ...shown, within: JSON.stringify([action, after]) } as unknown as Shown);
      return after;
    });
  store.replaceReducer(reducerWith(draftsSlice.reducer));
  return { store, history };
}
