import { createSlice } from '@reduxjs/toolkit';
import type { Draft } from './draft.ts';
import * as events from './draft-events.ts';

/**
 * How far the open draft is saved. `saved`: the disk has all of it. `saving`: a save is due. `unsaved`: the screen has
 * text that the store does not have yet. `failed`: see the reason.
 */
export type SaveState = 'saved' | 'saving' | 'unsaved' | 'failed';

export interface ApplicationState {
  /** The open draft. Only this value is persisted. */
  readonly draft: Draft | null;
  /** `blank`: the page shows the prerendered, empty step 1. It becomes a draft, or a saved draft replaces it. */
  readonly status: 'closed' | 'blank' | 'open';
  /** Another tab owns the draft, so it is read-only here. */
  readonly elsewhere: boolean;
  /** Counts up when another draft comes to the screen, so that the form is built again. */
  readonly opening: number;
  readonly save: {
    readonly state: SaveState;
    /** Milliseconds since 1970; null before the first save. */
    readonly savedAt: number | null;
    readonly savedRevision: number;
    readonly reason: string | null;
  };
}

const SETTLED: ApplicationState['save'] = { state: 'saved', savedAt: null, savedRevision: 0, reason: null };
export const initialApplication: ApplicationState = {
  draft: null,
  status: 'closed',
  elsewhere: false,
  opening: 0,
  save: SETTLED,
};

/** Whether the disk does not have all of the open draft. */
export const isBehind = ({ draft, save }: ApplicationState): boolean => (draft?.revision ?? 0) > save.savedRevision;

/** The same for a draft that this tab owns, and so has to save. */
export const isUnsavedHere = (state: ApplicationState): boolean => !state.elsewhere && isBehind(state);

/**
 * One change of the open draft: it counts the revision up, and a save is due. If the person is typing, the screen stays
 * ahead of the store until the answers come.
 */
function changed(state: ApplicationState, difference: Partial<Draft>): ApplicationState {
  if (state.draft === null || state.elsewhere) return state;
  const draft: Draft = { ...state.draft, ...difference, revision: state.draft.revision + 1 };
  const isAhead = state.save.state === 'unsaved' && difference.answers === undefined;
  return { ...state, draft, save: { ...state.save, state: isAhead ? 'unsaved' : 'saving' } };
}

/** The person typed something and undid it, so only an earlier change may have to be saved. */
function settled(state: ApplicationState): ApplicationState {
  if (state.draft === null || state.save.state !== 'unsaved') return state;
  return { ...state, save: { ...state.save, state: isBehind(state) ? 'saving' : 'saved' } };
}

/**
 * The disk does not have this state of the open draft, so all of it has to be saved. Text that is being typed follows.
 */
function unsaved(state: ApplicationState): ApplicationState {
  if (state.draft === null) return state;
  const isAhead = state.save.state === 'unsaved';
  return { ...state, draft: { ...state.draft }, save: { ...SETTLED, state: isAhead ? 'unsaved' : 'saving' } };
}

/** A saved draft on the screen. */
const restored = (state: ApplicationState, draft: Draft, elsewhere: boolean): ApplicationState => ({
  draft,
  status: 'open',
  elsewhere,
  opening: state.opening + 1,
  save: { ...SETTLED, savedAt: draft.changedAt, savedRevision: draft.revision },
});

/** Nothing is written from here any more. Changes that the disk does not have stay unsaved, with a reason. */
function takenOver(state: ApplicationState): ApplicationState {
  const behind = isBehind(state);
  const reason = behind ? 'This application is open in another tab.' : null;
  return { ...state, elsewhere: true, save: { ...state.save, state: behind ? 'failed' : 'saved', reason } };
}

const closed = (state: ApplicationState): ApplicationState => ({ ...initialApplication, opening: state.opening });

const closedIfOpen = (state: ApplicationState, id: string): ApplicationState =>
  state.draft?.id === id ? closed(state) : state;

/** The open draft. Its events are in draft-events.ts, because the list of drafts follows them, too. */
export const applicationSlice = createSlice({
  name: 'application',
  initialState: initialApplication,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(events.draftCreated, (state, { payload }) => ({
        draft: payload,
        status: 'open',
        elsewhere: false,
        opening: state.status === 'blank' ? state.opening : state.opening + 1,
        save: { ...SETTLED, state: state.status === 'blank' ? state.save.state : 'saved' },
      }))
      .addCase(events.draftRestored, (state, { payload }) => (payload ? restored(state, payload.draft, false) : state))
      .addCase(events.draftUnsaved, unsaved)
      .addCase(events.draftShown, (state, { payload }) => restored(state, payload, true))
      .addCase(events.draftTakenOver, (state, { payload }) => (state.draft?.id === payload ? takenOver(state) : state))
      .addCase(events.draftParked, closed)
      .addCase(events.draftDeleted, (state, { payload }) => closedIfOpen(state, payload))
      .addCase(events.draftExpired, (state, { payload }) => closedIfOpen(state, payload))
      .addCase(events.typingStarted, (state) => ({ ...state, save: { ...state.save, state: 'unsaved' } }))
      .addCase(events.answersChanged, (state, { payload }) =>
        Object.keys(payload.changes).length === 0
          ? settled(state)
          : changed(state, { answers: { ...state.draft?.answers, ...payload.changes }, changedAt: payload.at }),
      )
      .addCase(events.unsavedAnswersAdded, (state, { payload: { changes, revision, at } }) => {
        if (state.draft === null) return state;
        const latest = { ...state.draft, revision: Math.max(state.draft.revision, revision) };
        const answers = { ...latest.answers, ...changes };
        return { ...changed({ ...state, draft: latest }, { answers, changedAt: at }), opening: state.opening + 1 };
      })
      .addCase(events.documentsChanged, (state, { payload }) =>
        state.draft?.id === payload.draftId ? changed(state, { changedAt: payload.at }) : state,
      )
      .addCase(events.draftRenamed, (state, { payload }) => changed(state, payload))
      .addCase(events.draftKept, (state, { payload }) => changed(state, { changedAt: payload.at }))
      .addCase(events.stepCompleted, (state, { payload }) => {
        const done = new Set(state.draft?.completedSteps).add(payload);
        return changed(state, { completedSteps: [...done].sort() });
      })
      .addCase(events.stepOpened, (state, { payload }) =>
        state.draft?.step === payload ? state : changed(state, { step: payload }),
      )
      .addCase(events.draftSaved, (state, { payload }) => {
        if (state.draft?.id !== payload.id) return state;
        const caughtUp = payload.revision === state.draft.revision && state.save.state !== 'unsaved';
        return {
          ...state,
          save: {
            state: caughtUp ? 'saved' : state.save.state,
            savedAt: payload.at,
            savedRevision: payload.revision,
            reason: null,
          },
        };
      })
      .addCase(events.saveFailed, (state, { payload }) => ({
        ...state,
        save: { ...state.save, state: 'failed', reason: payload.reason },
      }))
      // A new object with the same revision: redux-persist writes every new object.
      .addCase(events.saveRetried, (state) =>
        state.draft === null || state.elsewhere
          ? state
          : { ...state, draft: { ...state.draft }, save: { ...state.save, state: 'saving', reason: null } },
      );
  },
  selectors: {
    selectDraft: (state) => state.draft,
    selectElsewhere: (state) => state.elsewhere,
    selectStatus: (state) => state.status,
    selectOpening: (state) => state.opening,
    selectSave: (state) => state.save,
  },
});

export const { selectDraft, selectElsewhere, selectStatus, selectOpening, selectSave } = applicationSlice.selectors;
