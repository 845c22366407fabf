import { combineSlices, type Reducer, type UnknownAction, type WithSlice } from '@reduxjs/toolkit';
import type { documentsSlice } from '#features/documents/documents-slice.ts';
import type { DraftsState } from '#features/drafts/drafts-slice.ts';
import type { outboxSlice } from '#features/submission/outbox/outbox-slice.ts';
import type { submissionSlice } from '#features/submission/submission-slice.ts';
import { api } from '#platform/api.ts';
import { connectionSlice } from '#platform/connection.ts';
import { updateSlice } from '#platform/service-worker.ts';
import { viewSlice } from '#platform/view-slice.ts';

/**
 * State that outlives a component, without the drafts. Slices of one view come with that view's scripts
 * (`rootReducer.inject`), so that the landing page does not wait for them. All stores share it, because it has no
 * state.
 */
export const rootReducer = combineSlices(viewSlice, connectionSlice, updateSlice, api).withLazyLoadedSlices<
  WithSlice<typeof documentsSlice> & WithSlice<typeof submissionSlice> & WithSlice<typeof outboxSlice>
>();
type SharedState = ReturnType<typeof rootReducer>;
export type RootState = SharedState & { readonly drafts: DraftsState };

/**
 * The reducer of one store, with the drafts' own. redux-persist's reducer has state, so no two stores may share one
 * (services.ts).
 */
export function reducerWith(reduceDrafts: Reducer<DraftsState>): Reducer<RootState, UnknownAction, Partial<RootState>> {
  return (state = {}, action) => {
    const { drafts: draftsBefore, ...before } = state;
    const shared = rootReducer(before, action);
    const drafts = reduceDrafts(draftsBefore, action);
    const same = shared === before && drafts === draftsBefore;
    return same && isWhole(state) ? state : { ...shared, drafts };
  };
}

const isWhole = (state: Partial<RootState>): state is RootState => state.drafts !== undefined;
