import { createSlice, type Dispatch, type PayloadAction } from '@reduxjs/toolkit';
import type { StageError } from '#domain/submission/submission.ts';
import type { ReceiptSection, SentApplication } from './sent-notes.ts';

/**
 * How far an application is: `waiting` for its uploads, `sending`, `followed` once the server has it (its stages are in
 * the api's cache), `failed` when it did not reach the server; `asked` after a reload, while the server is asked whether
 * it has what was sent before.
 */
export interface SubmissionEntry {
  readonly phase: 'waiting' | 'sending' | 'followed' | 'failed' | 'asked';
  /** What was confirmed. */
  readonly sent: SentApplication;
  readonly failure?: StageError | undefined;
  /** Whether the progress is shown. */
  readonly shown: boolean;
  /** It was confirmed again while it was being sent: the answers of the first confirmation are sent. */
  readonly confirmedAgain?: boolean;
}

/** Draft id → submission. */
export type SubmissionsState = Readonly<Record<string, SubmissionEntry>>;
export interface WithSubmissions {
  /** Absent until the slice was injected. */
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
    /** The server has it, sent by this page or by another tab. */
    accepted: (state, { payload: { draftId, sent } }: PayloadAction<{ draftId: string; sent: SentApplication }>) => {
      const { shown = false } = state[draftId] ?? {};
      return { ...state, [draftId]: { phase: 'followed', sent, shown } };
    },
    failed: (state, { payload }: PayloadAction<{ draftId: string; failure: StageError }>) =>
      changed(state, payload.draftId, { phase: 'failed', failure: payload.failure }),
    /** A reload found the note of an application that was sent; one that is under way in this page stays as it is. */
    foundAgain: (state, { payload }: PayloadAction<{ draftId: string; sent: SentApplication }>) =>
      state[payload.draftId]
        ? state
        : { ...state, [payload.draftId]: { phase: 'asked', sent: payload.sent, shown: true } },
    /** The person went back to the form; the server may still be at work. */
    hidden: (state, { payload }: PayloadAction<string>) => changed(state, payload, { shown: false }),
    /** The person opens the progress again. */
    shownAgain: (state, { payload }: PayloadAction<string>) => changed(state, payload, { shown: true }),
    /** Confirmed while it was already being sent, for example by the server's own retry. */
    confirmedAgain: (state, { payload }: PayloadAction<string>) =>
      changed(state, payload, { shown: true, confirmedAgain: true }),
    /** Nothing was sent, or all is done. */
    ended: (state, { payload }: PayloadAction<string>) => without(state, payload),
  },
});

export const submissionEvents = submissionSlice.actions;
export const selectSubmissionEntry = (state: WithSubmissions, draftId: string): SubmissionEntry | undefined =>
  state.submission?.[draftId];

/**
 * What the applicant confirmed, as the receipt shows it, by the draft's id. It is kept while the page is open, outside the
 * store: nothing in the state depends on it, and Redux DevTools show every state and keep its history.
 */
const confirmed = new Map<string, readonly ReceiptSection[]>();

/** Keeps the sections in place of an earlier confirmation's; undefined leaves those. */
export function noteSections(draftId: string, sections: readonly ReceiptSection[] | undefined): void {
  if (sections !== undefined) confirmed.set(draftId, sections);
}

/** The last confirmation was not what was sent. */
export const forgetSections = (draftId: string): void => void confirmed.delete(draftId);

/** Undefined after a reload, and for forms that show no answers on their receipts. */
export const sectionsOf = (draftId: string): readonly ReceiptSection[] | undefined => confirmed.get(draftId);

/** Nothing was sent, or everything is done: the page forgets the submission and what was confirmed. */
export function endSubmission(dispatch: Dispatch, draftId: string): void {
  confirmed.delete(draftId);
  dispatch(submissionEvents.ended(draftId));
}
