import { addListener, type Reducer, type ThunkAction, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import type { Persistor } from 'redux-persist';
import type { ApplicationState } from './application-slice.ts';
import type { DraftsState } from './drafts-slice.ts';

/** What of the state the drafts read and change. */
export interface DraftsRoot {
  readonly application: ApplicationState;
  readonly drafts: DraftsState;
}

/** What the drafts offer to every thunk and listener, and what they need from the page. */
export interface DraftServices {
  /** Exchanges the reducer of the open draft: redux-persist wraps it when the first draft is opened. */
  readonly replaceApplication: (reducer: Reducer<ApplicationState>) => void;
  /** Writes the open draft to this device; made when the first draft is opened (persistence.ts). */
  persistor?: Persistor;
}

export type DraftThunk<Result = void> = ThunkAction<Result, DraftsRoot, DraftServices, UnknownAction>;
export type DraftDispatch = ThunkDispatch<DraftsRoot, DraftServices, UnknownAction>;
/** What is left of the store where a part lives longer than a thunk. */
export interface DraftStore {
  readonly dispatch: DraftDispatch;
  readonly getState: () => DraftsRoot;
}

/** An action that adds a listener to what happens to drafts. */
export const addDraftListener = addListener.withTypes<DraftsRoot, DraftDispatch, DraftServices>();
