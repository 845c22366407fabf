import {
  addListener,
  configureStore,
  createListenerMiddleware,
  type DevToolsEnhancerOptions,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { draftsSlice } from '#features/drafts/drafts-slice.ts';
import { api } from '#platform/api.ts';
import { type RootState, reducerWith } from './root-reducer.ts';
import { createServices, type Services } from './services.ts';

/** redux-persist's actions carry functions. They are the one exception to 'everything is serialisable'. */
const PERSIST_ACTIONS = ['persist/PERSIST', 'persist/REHYDRATE', 'persist/FLUSH', 'persist/PAUSE', 'persist/REGISTER'];

export interface StoreOptions {
  readonly preloadedState?: Partial<RootState>;
  /** How Redux DevTools may read the store (developer-mode.tsx). Without it, they cannot. */
  readonly devTools?: boolean | DevToolsEnhancerOptions;
}

/** Makes a store with its services: one for the page, one for each prerendering, one for each test. */
export function createStore({ preloadedState = {}, devTools = false }: StoreOptions = {}) {
  const services = createServices((drafts) => store.replaceReducer(reducerWith(drafts)));
  const store = configureStore({
    reducer: reducerWith(draftsSlice.reducer),
    preloadedState,
    middleware: (getDefault) =>
      getDefault({ serializableCheck: { ignoredActions: PERSIST_ACTIONS }, thunk: { extraArgument: services } })
        // Before the others, because the action that adds a listener carries functions and stops here.
        .prepend(createListenerMiddleware({ extra: services }).middleware)
        .concat(api.middleware),
    devTools,
  });
  return store;
}

export type AppDispatch = ThunkDispatch<RootState, Services, UnknownAction>;
export type AppStore = ReturnType<typeof createStore>;

/** An action that adds a listener to what happens in the whole store. */
export const addAppListener = addListener.withTypes<RootState, AppDispatch, Services>();
