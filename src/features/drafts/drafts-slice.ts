import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Draft } from './draft.ts';
import * as events from './draft-events.ts';
import type { HandoverState } from './draft-notes.ts';
import { type DraftSummary, isInList, summaryOf } from './draft-summary.ts';

/**
 * How far the open draft is saved. `saved`: the disk has all of it. `saving`: a save is due. `unsaved`: the screen has
 * text that the store does not have yet. `failed`: see the reason.
 */
export type SaveState = 'saved' | 'saving' | 'unsaved' | 'failed';

export interface DraftsState {
  /** The open draft. Only this value is persisted. */
  readonly open: Draft | null;
  /** `blank`: the page shows the prerendered, empty step 1. It becomes a draft, or a saved draft replaces it. */
  readonly status: 'closed' | 'blank' | 'open';
  /** Another tab owns the open draft, so it is read-only here. */
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
  /** Whether the drafts of this device are listed. They are read once in a visit; then the list follows events. */
  readonly listed: boolean;
  /** Whether the scripts that list the drafts could not be loaded, so that nothing is known of this device. */
  readonly notListed: boolean;
  /** Whether the last reading of this device failed. */
  readonly notRead: boolean;
  /** The list, with the open draft. The other drafts themselves are in IndexedDB. */
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
  readonly handovers: Readonly<Record<string, HandoverState>>;
}

const SETTLED: DraftsState['save'] = { state: 'saved', savedAt: null, savedRevision: 0, reason: null };
const CLOSED = { open: null, status: 'closed', elsewhere: false, save: SETTLED } as const;
export const initialDrafts: DraftsState = {
  ...CLOSED,
  opening: 0,
  listed: false,
  notListed: false,
  notRead: false,
  byId: {},
  deleted: {},
  setAside: [],
  ended: 0,
  handovers: {},
};

type OpenDraft = Pick<DraftsState, 'open' | 'save' | 'elsewhere'>;

/** Whether the disk does not have all of the open draft. */
export const isBehind = ({ open, save }: OpenDraft): boolean => (open?.revision ?? 0) > save.savedRevision;

/** The same for a draft that this tab owns, and so has to save. */
export const isUnsavedHere = (state: OpenDraft): boolean => !state.elsewhere && isBehind(state);

const noted = (state: DraftsState, summary: DraftSummary): DraftsState => ({
  ...state,
  byId: { ...state.byId, [summary.id]: summary },
});

/** A draft does not know its documents, so the summary keeps the slots that the list knows. */
const summaryIn = ({ byId }: DraftsState, draft: Draft): DraftSummary => summaryOf(draft, byId[draft.id]?.slots);

const MINUTE_MS = 60_000;
const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS);

/** The list shows minutes. If nothing else changed, it stays as it is, so two hundred rows need not be rendered. */
function isListedAs(known: DraftSummary | undefined, summary: DraftSummary): boolean {
  if (known === undefined || minuteOf(known.changedAt) !== minuteOf(summary.changedAt)) return false;
  const names = Object.keys(summary) as (keyof DraftSummary)[];
  return names.every((name) => name === 'changedAt' || String(known[name]) === String(summary[name]));
}

/**
 * One change of the open draft: it counts the revision up, a save is due, and the list follows. If the person is typing,
 * the screen stays ahead of the store until the answers come.
 */
function changed(state: DraftsState, difference: Partial<Draft>): DraftsState {
  if (state.open === null || state.elsewhere) return state;
  const open: Draft = { ...state.open, ...difference, revision: state.open.revision + 1 };
  const isAhead = state.save.state === 'unsaved' && difference.answers === undefined;
  const summary = summaryIn(state, open);
  return {
    ...(isListedAs(state.byId[open.id], summary) ? state : noted(state, summary)),
    open,
    save: { ...state.save, state: isAhead ? 'unsaved' : 'saving' },
  };
}

/** The person typed something and undid it, so only an earlier change may have to be saved. */
function settled(state: DraftsState): DraftsState {
  if (state.open === null || state.save.state !== 'unsaved') return state;
  return { ...state, save: { ...state.save, state: isBehind(state) ? 'saving' : 'saved' } };
}

/**
 * The disk does not have this state of the open draft, so all of it has to be saved. Text that is being typed follows.
 */
function unsaved(state: DraftsState): DraftsState {
  if (state.open === null) return state;
  const isAhead = state.save.state === 'unsaved';
  return { ...state, open: { ...state.open }, save: { ...SETTLED, state: isAhead ? 'unsaved' : 'saving' } };
}

/** A saved draft on the screen. */
const restored = (state: DraftsState, open: Draft, elsewhere: boolean): DraftsState => ({
  ...noted(state, summaryIn(state, open)),
  open,
  status: 'open',
  elsewhere,
  opening: state.opening + 1,
  save: { ...SETTLED, savedAt: open.changedAt, savedRevision: open.revision },
});

/** Nothing is written from here any more. Changes that the disk does not have stay unsaved, with a reason. */
function takenOver(state: DraftsState): DraftsState {
  const behind = isBehind(state);
  const reason = behind ? 'This application is open in another tab.' : null;
  return { ...state, elsewhere: true, save: { ...state.save, state: behind ? 'failed' : 'saved', reason } };
}

const removed = (state: DraftsState, { payload: id }: PayloadAction<string>): DraftsState => {
  const { [id]: _gone, ...byId } = state.byId;
  return { ...state, ...(state.open?.id === id && CLOSED), byId };
};

/** The open draft, and the list of the drafts on this device. */
export const draftsSlice = createSlice({
  name: 'drafts',
  initialState: initialDrafts,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(events.draftCreated, (state, { payload }) => ({
        ...noted(state, summaryIn(state, payload)),
        open: payload,
        status: 'open',
        elsewhere: false,
        opening: state.status === 'blank' ? state.opening : state.opening + 1,
        save: { ...SETTLED, state: state.status === 'blank' ? state.save.state : 'saved' },
      }))
      .addCase(events.draftRestored, (state, { payload }) => (payload ? restored(state, payload.open, false) : state))
      .addCase(events.draftUnsaved, unsaved)
      .addCase(events.draftShown, (state, { payload }) => restored(state, payload, true))
      .addCase(events.draftTakenOver, (state, { payload }) => (state.open?.id === payload ? takenOver(state) : state))
      .addCase(events.draftParked, (state) => ({ ...state, ...CLOSED }))
      .addCase(events.draftDeleted, removed)
      .addCase(events.draftExpired, (state, action) => ({ ...removed(state, action), ended: state.ended + 1 }))
      .addCase(events.typingStarted, (state) => ({ ...state, save: { ...state.save, state: 'unsaved' } }))
      .addCase(events.answersChanged, (state, { payload }) =>
        Object.keys(payload.changes).length === 0
          ? settled(state)
          : changed(state, { answers: { ...state.open?.answers, ...payload.changes }, changedAt: payload.at }),
      )
      .addCase(events.unsavedAnswersAdded, (state, { payload: { changes, revision, at } }) => {
        if (state.open === null) return state;
        const latest = { ...state.open, revision: Math.max(state.open.revision, revision) };
        const answers = { ...latest.answers, ...changes };
        return { ...changed({ ...state, open: latest }, { answers, changedAt: at }), opening: state.opening + 1 };
      })
      .addCase(events.documentsChanged, (state, { payload: { draftId, at, slots } }) => {
        const next = state.open?.id === draftId ? changed(state, { changedAt: at }) : state;
        const summary = next.byId[draftId];
        return summary === undefined ? next : noted(next, { ...summary, changedAt: at, slots });
      })
      .addCase(events.draftRenamed, (state, { payload }) => changed(state, payload))
      .addCase(events.draftKept, (state, { payload }) => changed(state, { changedAt: payload.at }))
      .addCase(events.stepCompleted, (state, { payload }) => {
        const done = new Set(state.open?.completedSteps).add(payload);
        return changed(state, { completedSteps: [...done].sort() });
      })
      .addCase(events.stepOpened, (state, { payload }) =>
        state.open?.step === payload ? state : changed(state, { step: payload }),
      )
      .addCase(events.draftSaved, (state, { payload }) => {
        if (state.open?.id !== payload.id) return state;
        const caughtUp = payload.revision === state.open.revision && state.save.state !== 'unsaved';
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
      // A new object with the same revision: redux-persist writes every new object. An untouched draft is not written.
      .addCase(events.saveRetried, (state) =>
        state.open === null || state.elsewhere || state.open.revision === 0
          ? state
          : { ...state, open: { ...state.open }, save: { ...state.save, state: 'saving', reason: null } },
      )
      .addCase(events.draftsListed, (state, { payload }) => {
        const open = state.open === null ? undefined : state.byId[state.open.id];
        const byId = Object.fromEntries([...payload, ...(open ? [open] : [])].map((draft) => [draft.id, draft]));
        return { ...state, listed: true, notListed: false, notRead: false, byId };
      })
      .addCase(events.draftsNotListed, (state) => ({ ...state, notListed: true }))
      .addCase(events.draftsNotRead, (state) => ({ ...state, notRead: true }))
      .addCase(events.draftNoted, (state, { payload }) => noted(state, payload))
      .addCase(events.deletedAdded, (state, { payload }) => ({
        ...state,
        deleted: { ...state.deleted, [payload.id]: payload },
      }))
      .addCase(events.deletedRemoved, (state, { payload: id }) => {
        const { [id]: _back, ...deleted } = state.deleted;
        return { ...state, deleted };
      })
      .addCase(events.handoversListed, (state, { payload }) => ({ ...state, handovers: payload }))
      .addCase(events.draftsSetAside, (state, { payload }) => ({ ...state, setAside: payload }));
  },
  selectors: {
    selectDraft: (state) => state.open,
    selectOpenId: (state) => state.open?.id ?? null,
    selectElsewhere: (state) => state.elsewhere,
    selectStatus: (state) => state.status,
    selectOpening: (state) => state.opening,
    selectSave: (state) => state.save,
    selectDrafts: (state) => state.byId,
    selectDeleted: (state) => state.deleted,
    /** Whether 'Your applications' has anything to show. */
    selectAnyListed: (state) => Object.values(state.byId).some(isInList) || Object.keys(state.deleted).length > 0,
    selectNotListed: (state) => state.notListed,
    selectNotRead: (state) => state.notRead,
    selectSetAside: (state) => state.setAside,
    selectEnded: (state) => state.ended,
    selectHandovers: (state) => state.handovers,
  },
});

export const {
  selectDraft,
  selectOpenId,
  selectElsewhere,
  selectStatus,
  selectOpening,
  selectSave,
  selectDrafts,
  selectDeleted,
  selectAnyListed,
  selectNotListed,
  selectNotRead,
  selectSetAside,
  selectEnded,
  selectHandovers,
} = draftsSlice.selectors;
