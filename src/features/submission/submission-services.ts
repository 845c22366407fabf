import type { Reducer, ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { DocumentServices } from '#features/documents/documents-engine.ts';
import type { DocumentsRoot } from '#features/documents/documents-slice.ts';
import type { DraftServices, DraftsRoot } from '#features/drafts/draft-services.ts';
import type { api } from '#platform/api.ts';
import type { ConnectionServices, ConnectionState } from '#platform/connection.ts';
import type { WithOutbox } from './outbox/outbox-slice.ts';
import type { WithSubmissions } from './submission-slice.ts';

export interface SubmissionRoot extends DraftsRoot, DocumentsRoot, WithSubmissions, WithOutbox {
  readonly connection: ConnectionState;
  readonly api: ReturnType<typeof api.reducer>;
}

/** The outbox of this page (outbox/outbox.ts). */
export interface Outbox {
  /** Sends the queued entries now. */
  wake(): void;
  /** Updates the queue in all tabs; `sending` is the id of the entry that is being sent. */
  refresh(sending?: string): Promise<void>;
  /** Ids of applications confirmed in this page, before their first attempt: the progress is on the screen. */
  readonly untried: Set<string>;
  /** Cancels an attempt that waits for documents; by draft id. */
  readonly attempts: Map<string, AbortController>;
  /** Cancels an application that could not be saved, until its PUT; by draft id. */
  readonly unsaved: Map<string, AbortController>;
}

/** The services that thunks of this feature need and provide. */
export interface SubmissionServices extends ConnectionServices, DraftServices, DocumentServices {
  /** Adds a slice whose scripts load late. */
  readonly inject: (slice: { readonly reducerPath: string; readonly reducer: Reducer }) => unknown;
  /** Created with the first confirmation, or if an earlier visit left applications to send. */
  outbox?: Outbox;
}

export type SubmissionThunk<Result = void> = ThunkAction<Result, SubmissionRoot, SubmissionServices, UnknownAction>;
export type SubmissionDispatch = ThunkDispatch<SubmissionRoot, SubmissionServices, UnknownAction>;
