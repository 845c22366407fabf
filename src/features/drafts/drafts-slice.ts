import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Draft, DraftAnswers, DraftVariant } from '#lib/drafts/draft.ts';
import * as events from '#lib/drafts/draft-events.ts';

/** What the list shows of a draft. */
export interface DraftSummary {
  readonly id: string;
  readonly variant: DraftVariant;
  /** The student's, as typed so far. */
  readonly firstName: string;
  readonly familyName: string;
  readonly step: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

export interface DraftsState {
  readonly openId: string | null;
  readonly byId: Readonly<Record<string, DraftSummary>>;
  /** Ids of saved states that could not be read in this visit. */
  readonly setAside: readonly string[];
}

const initialState: DraftsState = { openId: null, byId: {}, setAside: [] };

const text = (answer: unknown): string => (typeof answer === 'string' ? answer : '');

function summaryOf(draft: Draft): DraftSummary {
  const { id, variant, step, changedAt, answers } = draft;
  return { id, variant, step, changedAt, firstName: text(answers.firstName), familyName: text(answers.familyName) };
}

function opened(state: DraftsState, draft: Draft): DraftsState {
  return { ...state, openId: draft.id, byId: { ...state.byId, [draft.id]: summaryOf(draft) } };
}

/** A change of the open draft as far as the list shows it. */
function followed(state: DraftsState, difference: Partial<DraftSummary>): DraftsState {
  const summary = state.openId === null ? undefined : state.byId[state.openId];
  if (summary === undefined) return state;
  return { ...state, byId: { ...state.byId, [summary.id]: { ...summary, ...difference } } };
}

function named(changes: DraftAnswers): Partial<DraftSummary> {
  return {
    ...('firstName' in changes && { firstName: text(changes.firstName) }),
    ...('familyName' in changes && { familyName: text(changes.familyName) }),
  };
}

const removed = (state: DraftsState, { payload: id }: PayloadAction<string>): DraftsState => {
  const { [id]: _gone, ...byId } = state.byId;
  return { ...state, byId, openId: state.openId === id ? null : state.openId };
};

/** The index of the drafts on this device; the drafts themselves rest in IndexedDB. */
export const draftsSlice = createSlice({
  name: 'drafts',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(events.draftsListed, (state, { payload }) => {
        const open = state.openId === null ? undefined : state.byId[state.openId];
        const listed = Object.fromEntries(payload.map((draft) => [draft.id, summaryOf(draft)]));
        return { ...state, byId: open === undefined ? listed : { ...listed, [open.id]: open } };
      })
      .addCase(events.draftCreated, (state, { payload }) => opened(state, payload))
      .addCase(events.draftRestored, (state, { payload }) => opened(state, payload))
      .addCase(events.draftParked, (state) => ({ ...state, openId: null }))
      .addCase(events.draftDeleted, removed)
      .addCase(events.draftExpired, removed)
      .addCase(events.answersChanged, (state, { payload }) =>
        followed(state, { changedAt: payload.at, ...named(payload.changes) }),
      )
      .addCase(events.documentsChanged, (state, { payload }) => followed(state, { changedAt: payload.at }))
      .addCase(events.draftKept, (state, { payload }) => followed(state, { changedAt: payload.at }))
      .addCase(events.stepOpened, (state, { payload }) => followed(state, { step: payload }))
      .addCase(events.draftSetAside, (state, { payload }) => ({ ...state, setAside: [...state.setAside, payload] }));
  },
  selectors: {
    selectDrafts: (state) => state.byId,
    selectOpenId: (state) => state.openId,
    selectSetAside: (state) => state.setAside,
  },
});

export const { selectDrafts, selectOpenId, selectSetAside } = draftsSlice.selectors;
