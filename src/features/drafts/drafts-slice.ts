import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Draft } from './draft.ts';
import * as events from './draft-events.ts';
import type { GivenState } from './draft-notes.ts';
import { type DraftSummary, isInList, summarised, summaryOf } from './draft-summary.ts';

export interface DraftsState {
  /** Whether the drafts of this device are listed. They are read once in a visit; then the list follows events. */
  readonly listed: boolean;
  /** Whether the scripts that list the drafts could not be loaded, so that nothing is known of this device. */
  readonly notListed: boolean;
  /** Whether the last reading of this device failed. */
  readonly notRead: boolean;
  readonly openId: string | null;
  readonly byId: Readonly<Record<string, DraftSummary>>;
  /** Drafts that were deleted since the page was opened, and can be restored. */
  readonly deleted: Readonly<Record<string, DraftSummary>>;
  /** Drafts with unreadable saved states, which are in quarantine. */
  readonly setAside: readonly string[];
  /**
   * How many have ended while the page was open, so that the notice about them reads its notes again (draft-notes.ts).
   */
  readonly ended: number;
  /** Drafts that another device can open, or has opened, so that they are read-only here. */
  readonly given: Readonly<Record<string, GivenState>>;
}

const initialState: DraftsState = {
  listed: false,
  notListed: false,
  notRead: false,
  openId: null,
  byId: {},
  deleted: {},
  setAside: [],
  ended: 0,
  given: {},
};

const noted = (state: DraftsState, summary: DraftSummary): DraftsState => ({
  ...state,
  byId: { ...state.byId, [summary.id]: summary },
});

/** A draft does not know its documents, so the summary keeps the slots that the list knows. */
const opened = (state: DraftsState, draft: Draft): DraftsState => ({
  ...noted(state, summaryOf(draft, state.byId[draft.id]?.slots)),
  openId: draft.id,
});

/** A change of the open draft that the list shows. */
function followed(state: DraftsState, difference: Partial<DraftSummary>): DraftsState {
  const summary = state.openId === null ? undefined : state.byId[state.openId];
  return summary === undefined ? state : noted(state, { ...summary, ...difference });
}

const MINUTE_MS = 60_000;
const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS);

/** Whether this change leaves the list as it is, so that two hundred rows need not be rendered. */
function isShownAlready(state: DraftsState, { changes, at }: { changes: Draft['answers']; at: number }): boolean {
  const summary = state.openId === null ? undefined : state.byId[state.openId];
  if (summary === undefined || minuteOf(summary.changedAt) !== minuteOf(at)) return false;
  return Object.keys(summarised(changes)).length === 0;
}

const removed = (state: DraftsState, { payload: id }: PayloadAction<string>): DraftsState => {
  const { [id]: _gone, ...byId } = state.byId;
  return { ...state, byId, openId: state.openId === id ? null : state.openId };
};

/** The list of the drafts on this device. The drafts themselves are in IndexedDB. */
export const draftsSlice = createSlice({
  name: 'drafts',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(events.draftsListed, (state, { payload }) => {
        const open = state.openId === null ? undefined : state.byId[state.openId];
        const byId = Object.fromEntries(payload.map((draft) => [draft.id, draft]));
        return {
          ...state,
          listed: true,
          notListed: false,
          notRead: false,
          byId: open === undefined ? byId : { ...byId, [open.id]: open },
        };
      })
      .addCase(events.draftsNotListed, (state) => ({ ...state, notListed: true }))
      .addCase(events.draftsNotRead, (state) => ({ ...state, notRead: true }))
      .addCase(events.draftNoted, (state, { payload }) => noted(state, payload))
      .addCase(events.draftCreated, (state, { payload }) => opened(state, payload))
      .addCase(events.draftRestored, (state, { payload }) => (payload ? opened(state, payload.draft) : state))
      .addCase(events.draftShown, (state, { payload }) => opened(state, payload))
      .addCase(events.draftParked, (state) => ({ ...state, openId: null }))
      .addCase(events.draftDeleted, removed)
      .addCase(events.draftExpired, (state, action) => ({ ...removed(state, action), ended: state.ended + 1 }))
      .addCase(events.undoOffered, (state, { payload }) => ({
        ...state,
        deleted: { ...state.deleted, [payload.id]: payload },
      }))
      .addCase(events.undoWithdrawn, (state, { payload: id }) => {
        const { [id]: _back, ...deleted } = state.deleted;
        return { ...state, deleted };
      })
      .addCase(events.answersChanged, (state, { payload }) =>
        Object.keys(payload.changes).length === 0 || isShownAlready(state, payload)
          ? state
          : followed(state, { changedAt: payload.at, ...summarised(payload.changes) }),
      )
      .addCase(events.unsavedAnswersAdded, (state, { payload }) =>
        followed(state, { changedAt: payload.at, ...summarised(payload.changes) }),
      )
      .addCase(events.documentsChanged, (state, { payload: { draftId, at, slots } }) => {
        const summary = state.byId[draftId];
        return summary === undefined ? state : noted(state, { ...summary, changedAt: at, slots });
      })
      .addCase(events.draftKept, (state, { payload }) => followed(state, { changedAt: payload.at }))
      .addCase(events.draftRenamed, (state, { payload }) => followed(state, payload))
      .addCase(events.stepOpened, (state, { payload }) => followed(state, { step: payload }))
      .addCase(events.stepCompleted, (state, { payload }) => {
        const before = state.openId === null ? [] : (state.byId[state.openId]?.completedSteps ?? []);
        return before.includes(payload) ? state : followed(state, { completedSteps: [...before, payload].sort() });
      })
      .addCase(events.draftsGiven, (state, { payload }) => ({ ...state, given: payload }))
      .addCase(events.draftsSetAside, (state, { payload }) => ({ ...state, setAside: payload }));
  },
  selectors: {
    selectDrafts: (state) => state.byId,
    selectDeleted: (state) => state.deleted,
    /** Whether 'Your applications' has anything to show. */
    selectAnyListed: (state) => Object.values(state.byId).some(isInList) || Object.keys(state.deleted).length > 0,
    selectNotListed: (state) => state.notListed,
    selectNotRead: (state) => state.notRead,
    selectOpenId: (state) => state.openId,
    selectSetAside: (state) => state.setAside,
    selectEnded: (state) => state.ended,
    selectGiven: (state) => state.given,
  },
});

export const {
  selectDrafts,
  selectDeleted,
  selectAnyListed,
  selectNotListed,
  selectNotRead,
  selectOpenId,
  selectSetAside,
  selectEnded,
  selectGiven,
} = draftsSlice.selectors;
