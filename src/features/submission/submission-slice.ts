import { createSlice, type Dispatch, type PayloadAction } from '@reduxjs/toolkit';
import type { StageError } from '#domain/submission/submission.ts';
import type { ReceiptSection, SentApplication } from './sent-records.ts';

/**
 * `waiting` for uploads; `sending`; `followed` once the server has it (its stages are in RTK Query's cache); `failed` if
 * the server did not accept it; `asked` after a reload, until the server says whether it has it.
 */
export interface SubmissionEntry {
  readonly phase: 'waiting' | 'sending' | 'followed' | 'failed' | 'asked';
  readonly sent: SentApplication;
  readonly failure?: StageError | undefined;
  /** Whether the progress is open. */
  readonly shown: boolean;
  /** Confirmed again while it was being sent: only the first answers are sent. */
  readonly confirmedAgain?: boolean;
}

/** Draft id → submission. */
export type SubmissionsState = Readonly<Record<string, SubmissionEntry>>;
export interface WithSubmissions {
  /** Absent until the slice is injected. */
  readonly submission?: SubmissionsState;
}

function changed(state: SubmissionsState, draftId: string, changes: Partial<SubmissionEntry>): SubmissionsState {
  const entry = state[draftId];
  return entry ? { ...state, [draftId]: { ...entry, ...changes } } : state;
}

function without(state: SubmissionsState, draftId: string): SubmissionsState {
  const { [draftId]: _gone, ...rest } = state;
  return rest;
}

/** Injected into the store with the scripts of the forms. */
export const submissionSlice = createSlice({
  name: 'submission',
  initialState: {} as SubmissionsState,
  reducers: {
    confirmed: (state, { payload }: PayloadAction<{ draftId: string; sent: SentApplication }>) => ({
      ...state,
      [payload.draftId]: { phase: 'waiting', sent: payload.sent, shown: true },
    }),
    documentsArrived: (state, { payload }: PayloadAction<{ draftId: string; sent: SentApplication }>) =>
      changed(state, payload.draftId, { phase: 'sending', sent: payload.sent }),
    /** The server has it, sent by this tab or another. */
    accepted: (state, { payload: { draftId, sent } }: PayloadAction<{ draftId: string; sent: SentApplication }>) => {
      const { shown = false } = state[draftId] ?? {};
      return { ...state, [draftId]: { phase: 'followed', sent, shown } };
    },
    failed: (state, { payload }: PayloadAction<{ draftId: string; failure: StageError }>) =>
      changed(state, payload.draftId, { phase: 'failed', failure: payload.failure }),
    /** A reload found a sent application. Ignored if this page is already sending it. */
    foundAgain: (state, { payload }: PayloadAction<{ draftId: string; sent: SentApplication }>) =>
      state[payload.draftId]
        ? state
        : { ...state, [payload.draftId]: { phase: 'asked', sent: payload.sent, shown: true } },
    /** The progress was closed; the server may still be processing it. */
    hidden: (state, { payload }: PayloadAction<string>) => changed(state, payload, { shown: false }),
    shownAgain: (state, { payload }: PayloadAction<string>) => changed(state, payload, { shown: true }),
    /** Confirmed while it was already being sent, for example by a retry of the server. */
    confirmedAgain: (state, { payload }: PayloadAction<string>) =>
      changed(state, payload, { shown: true, confirmedAgain: true }),
    ended: (state, { payload }: PayloadAction<string>) => without(state, payload),
  },
});

export const submissionEvents = submissionSlice.actions;
export const selectSubmissionEntry = (state: WithSubmissions, draftId: string): SubmissionEntry | undefined =>
  state.submission?.[draftId];

/**
 * The confirmed answers as the receipt shows them, by draft id. Not in the store, since Redux DevTools show every state
 * and keep its history.
 */
const confirmed = new Map<string, readonly ReceiptSection[]>();

/** Replaces the sections of an earlier confirmation, unless undefined. */
export function saveSections(draftId: string, sections: readonly ReceiptSection[] | undefined): void {
  if (sections !== undefined) confirmed.set(draftId, sections);
}

/** The answers of the last confirmation are not the ones that were sent. */
export const deleteSections = (draftId: string): void => void confirmed.delete(draftId);

/** Undefined after a reload, and for forms without answers on their receipts. */
export const sectionsOf = (draftId: string): readonly ReceiptSection[] | undefined => confirmed.get(draftId);

/** Nothing was sent, or everything is processed: deletes the submission and the confirmed answers from memory. */
export function endSubmission(dispatch: Dispatch, draftId: string): void {
  confirmed.delete(draftId);
  dispatch(submissionEvents.ended(draftId));
}
