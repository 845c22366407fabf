import type { Reducer, ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { DocumentServices } from '#features/documents/documents-engine.ts';
import type { DocumentsRoot } from '#features/documents/documents-slice.ts';
import type { DraftServices, DraftsRoot } from '#features/drafts/draft-services.ts';
import type { api } from '#platform/api.ts';
import type { ConnectionServices, ConnectionState } from '#platform/connection.ts';
import type { WithOutbox } from './outbox/outbox-slice.ts';
import type { WithSubmissions } from './submission-slice.ts';

/** What of the state the submission reads. */
export interface SubmissionRoot extends DraftsRoot, DocumentsRoot, WithSubmissions, WithOutbox {
  readonly connection: ConnectionState;
  readonly api: ReturnType<typeof api.reducer>;
}

/** The outbox at work in this page (outbox/outbox.ts). */
export interface Outbox {
  /** Goes through the line now. */
  wake(): void;
  /** Shows here and in the other tabs what waits now; `sending` is the id of the entry that is being sent. */
  refresh(sending?: string): Promise<void>;
  /** Ids of what was confirmed in this page and not tried yet: the person is watching. */
  readonly fresh: Set<string>;
  /** Cancels an attempt while it waits for documents; by draft id. */
  readonly attempts: Map<string, AbortController>;
  /** Cancels what is sent directly, since this browser keeps nothing, as long as nothing has left; by draft id. */
  readonly unkept: Map<string, AbortController>;
}

/** What the submission offers to every thunk and listener, and what it needs from the page. */
export interface SubmissionServices extends ConnectionServices, DraftServices, DocumentServices {
  /** Adds a slice that comes with these scripts. */
  readonly inject: (slice: { readonly reducerPath: string; readonly reducer: Reducer }) => unknown;
  /** Made with the first confirmation, and where an earlier visit has left one. */
  outbox?: Outbox;
}

export type SubmissionThunk<Result = void> = ThunkAction<Result, SubmissionRoot, SubmissionServices, UnknownAction>;
export type SubmissionDispatch = ThunkDispatch<SubmissionRoot, SubmissionServices, UnknownAction>;
