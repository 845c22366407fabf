import { combineSlices, configureStore, type WithSlice } from '@reduxjs/toolkit';
import type { documentsSlice } from '#features/documents/documents-slice.ts';
import { draftsSlice } from '#features/drafts/drafts-slice.ts';
import type { outboxSlice } from '#features/outbox/outbox-slice.ts';
import { applicationSlice } from '#features/student-application/application-slice.ts';
import type { submissionSlice } from '#features/submission/submission-slice.ts';
import { api } from '#lib/api.ts';
import { connectionSlice } from '#lib/connection-slice.ts';
import { maskPersonal } from './mask-personal.ts';
import type { updateSlice } from './update-slice.ts';
import { viewSlice } from './view-slice.ts';

/**
 * What outlives a component. Slices that only one view needs come with that view's own scripts
 * (`rootReducer.inject`), so that the landing page does not wait for them.
 */
export const rootReducer = combineSlices(
  viewSlice,
  connectionSlice,
  draftsSlice,
  applicationSlice,
  api,
).withLazyLoadedSlices<
  WithSlice<typeof documentsSlice> &
    WithSlice<typeof submissionSlice> &
    WithSlice<typeof outboxSlice> &
    WithSlice<typeof updateSlice>
>();
export type RootState = ReturnType<typeof rootReducer>;

/** redux-persist's own actions carry functions: the one exception to 'everything is serialisable'. */
const PERSIST_ACTIONS = ['persist/PERSIST', 'persist/REHYDRATE', 'persist/FLUSH', 'persist/PAUSE', 'persist/REGISTER'];

export interface StoreOptions {
  readonly preloadedState?: Partial<RootState>;
  /** Whether personal answers may be read in Redux DevTools: where the developer tools are on. */
  readonly unmasked?: boolean;
}

/** A store of its own: one for the page, one for each prerendering, one for each test. */
export function createStore({ preloadedState = {}, unmasked = false }: StoreOptions = {}) {
  return configureStore({
    reducer: rootReducer,
    preloadedState,
    middleware: (getDefault) =>
      getDefault({ serializableCheck: { ignoredActions: PERSIST_ACTIONS } }).concat(api.middleware),
    devTools: unmasked || {
      name: 'Online application form',
      actionSanitizer: (action) => maskPersonal(action),
      stateSanitizer: (state) => maskPersonal(state),
      // The sanitizers do not reach exports.
      features: { pause: true, jump: true, skip: true, export: false, import: false },
    },
  });
}

export type AppStore = ReturnType<typeof createStore>;
export type AppDispatch = AppStore['dispatch'];
