import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Submission } from '#domain/submission/submission.ts';
import type { Registration } from './registration.ts';
import { failureOfSubmission, type RegistrationFailure } from './registration-failure.ts';

/** spec §4 "Agent application submission status". */
export type SubmitState = 'idle' | 'submitting' | 'success' | 'error';
export type SaveState = 'saved' | 'saving' | 'failed';

export interface RegistrationState {
  /** Null until this device was asked what waits. */
  readonly current: Registration | null;
  /** Another tab fills it: here nothing is written. */
  readonly elsewhere: boolean;
  /** Counts up whenever another one, or a newer state of it, comes to the form. */
  readonly opening: number;
  readonly save: SaveState;
  readonly submit: SubmitState;
  readonly failure: RegistrationFailure | null;
}
export interface WithRegistration {
  /** Absent from injecting the slice to the first event after it. */
  readonly registration?: RegistrationState;
}

const initialState: RegistrationState = {
  current: null,
  elsewhere: false,
  opening: 0,
  save: 'saved',
  submit: 'idle',
  failure: null,
};

/** The agency's application and how its submission goes. Injected with the form's scripts. */
export const registrationSlice = createSlice({
  name: 'registration',
  initialState,
  reducers: {
    /** A new one, or the one that waited. What was sent already is still under way as far as we know. */
    opened: (state, { payload }: PayloadAction<Registration>): RegistrationState => ({
      ...initialState,
      current: payload,
      opening: state.opening + 1,
      submit: payload.sent ? 'submitting' : 'idle',
    }),
    /** Another tab has it now. */
    takenOver: (state) => ({ ...state, elsewhere: true, save: 'saved' as const }),
    /** An answer or the document changed. What was said about the last attempt no longer holds. */
    changed: {
      prepare: (answers: Readonly<Record<string, string>>) => ({ payload: { answers, at: Date.now() } }),
      reducer: (state, { payload }: PayloadAction<{ answers: Readonly<Record<string, string>>; at: number }>) => {
        if (state.current === null || state.elsewhere) return state;
        const { answers, revision } = state.current;
        const current = { ...state.current, changedAt: payload.at, revision: revision + 1 };
        const retracted = state.submit === 'error' ? { submit: 'idle' as const, failure: null } : {};
        return {
          ...state,
          ...retracted,
          save: 'saving',
          current: { ...current, answers: { ...answers, ...payload.answers } },
        };
      },
    },
    /** The device's clock was set: it counts as changed at the time that it says now, and is written anew. */
    renewed: (state, { payload: changedAt }: PayloadAction<number>): RegistrationState =>
      state.current === null || state.elsewhere ? state : { ...state, current: { ...state.current, changedAt } },
    saved: (state, { payload: revision }: PayloadAction<number>) =>
      state.current?.revision === revision ? { ...state, save: 'saved' } : state,
    saveFailed: (state) => ({ ...state, save: 'failed' }),

    submitStarted: (state) => ({ ...state, submit: 'submitting', failure: null }),
    /** The server has it; from here on its events tell. */
    accepted: (state): RegistrationState =>
      state.submit === 'success' ? state : { ...changeSent(state, true), submit: 'submitting', failure: null },
    /** The server does not have it after all. */
    unknown: (state) => ({ ...changeSent(state, false), submit: 'idle' as const }),
    /** It was taken back before the server had it. */
    withdrawn: (state) => ({ ...state, submit: 'idle', failure: null }),
    /** News from the server. An error ends the attempt; that the server goes on by itself does not begin another. */
    reported: (state, { payload }: PayloadAction<Submission>): RegistrationState => {
      if (payload.id !== state.current?.id) return state;
      if (payload.status === 'processed') return { ...state, submit: 'success', failure: null };
      if (payload.status === 'processing' || state.submit !== 'submitting') return state;
      return { ...state, submit: 'error', failure: failureOfSubmission(payload) };
    },
    submitFailed: (state, { payload }: PayloadAction<RegistrationFailure>) => ({
      ...state,
      submit: 'error',
      failure: payload,
    }),
  },
});

function changeSent(state: RegistrationState, sent: boolean): RegistrationState {
  const { current } = state;
  if (current?.sent === sent) return state;
  return (current && { ...state, current: { ...current, sent, revision: current.revision + 1 } }) || state;
}

export const registrationEvents = registrationSlice.actions;

/** The part of a Redux store that keeping needs. */
export interface RegistrationStore {
  getState(): WithRegistration;
  dispatch(event: ReturnType<(typeof registrationEvents)[keyof typeof registrationEvents]>): unknown;
  subscribe(listener: () => void): () => void;
}

const stateIn = ({ registration = initialState }: WithRegistration): RegistrationState => registration;
export const selectRegistration = (state: WithRegistration) => stateIn(state).current;
export const selectElsewhere = (state: WithRegistration) => stateIn(state).elsewhere;
export const selectOpening = (state: WithRegistration) => stateIn(state).opening;
export const selectSave = (state: WithRegistration) => stateIn(state).save;
export const selectSubmit = (state: WithRegistration) => stateIn(state).submit;
export const selectFailure = (state: WithRegistration) => stateIn(state).failure;
