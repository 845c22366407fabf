import { combineSlices, type Reducer, type UnknownAction, type WithSlice } from '@reduxjs/toolkit';
import type { documentsSlice } from '#features/documents/documents-slice.ts';
import type { ApplicationState } from '#features/drafts/application-slice.ts';
import { draftsSlice } from '#features/drafts/drafts-slice.ts';
import type { outboxSlice } from '#features/submission/outbox/outbox-slice.ts';
import type { submissionSlice } from '#features/submission/submission-slice.ts';
import { api } from '#platform/api.ts';
import { connectionSlice } from '#platform/connection.ts';
import { updateSlice } from '#platform/service-worker.ts';
import { viewSlice } from '#platform/view-slice.ts';

/**
 * State that outlives a component, without the open draft. Slices of one view come with that view's scripts
 * (`rootReducer.inject`), so that the landing page does not wait for them. All stores share it, because it has no
 * state.
 */
export const rootReducer = combineSlices(
  viewSlice,
  connectionSlice,
  updateSlice,
  draftsSlice,
  api,
).withLazyLoadedSlices<
  WithSlice<typeof documentsSlice> & WithSlice<typeof submissionSlice> & WithSlice<typeof outboxSlice>
>();
type SharedState = ReturnType<typeof rootReducer>;
export type RootState = SharedState & { readonly application: ApplicationState };

/**
 * The reducer of one store, with the open draft's own. redux-persist's reducer has state, so no two stores may share
 * one (services.ts).
 */
export function reducerWith(
  application: Reducer<ApplicationState>,
): Reducer<RootState, UnknownAction, Partial<RootState>> {
  return (state = {}, action) => {
    const { application: draftBefore, ...before } = state;
    const shared = rootReducer(before, action);
    const draft = application(draftBefore, action);
    const same = shared === before && draft === draftBefore;
    return same && isWhole(state) ? state : { ...shared, application: draft };
  };
}

const isWhole = (state: Partial<RootState>): state is RootState => state.application !== undefined;
