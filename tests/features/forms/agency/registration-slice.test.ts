import { configureStore } from '@reduxjs/toolkit';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StageError, Submission } from '#domain/submission/submission.ts';
import { newRegistration } from '#features/forms/agency/registration.ts';
import {
  registrationEvents,
  registrationSlice,
  selectFailure,
  selectRegistration,
  selectSubmit,
} from '#features/forms/agency/registration-slice.ts';

const registration = newRegistration(Date.UTC(2026, 2, 2));
const makeStore = () => configureStore({ reducer: { registration: registrationSlice.reducer } });
let store: ReturnType<typeof makeStore>;

beforeEach(() => {
  store = makeStore();
  store.dispatch(registrationEvents.opened(registration));
});

const news = (status: Submission['status'], error?: StageError): Submission => ({
  id: registration.id,
  kind: 'agent',
  status,
  stages: [{ name: 'power-automate', state: error ? 'error' : 'in-progress', ...(error && { error }) }],
});
const REASON = { code: 'POWER_AUTOMATE_ERROR', message: 'Agent application submission failed: The list is closed' };
const submit = () => selectSubmit(store.getState());
const report = (...told: Parameters<typeof news>) => store.dispatch(registrationEvents.reported(news(...told)));

describe('the submission status of a registration', () => {
  it('is idle, submitting, success', () => {
    expect(submit()).toBe('idle');
    store.dispatch(registrationEvents.submitStarted());
    report('processing');
    expect(submit()).toBe('submitting');
    report('processed');
    expect(submit()).toBe('success');
  });
  it("is error with the stage's message when the flow refuses", () => {
    store.dispatch(registrationEvents.submitStarted());
    report('error', REASON);
    expect(submit()).toBe('error');
    expect(selectFailure(store.getState())).toEqual({ message: REASON.message });
  });
  it('stays error while the server goes on trying by itself, and is success when that succeeds', () => {
    store.dispatch(registrationEvents.submitStarted());
    report('error', REASON);
    report('processing');
    expect(submit()).toBe('error');
    report('processed');
    expect(submit()).toBe('success');
  });
  it('is idle again after a changed answer', () => {
    store.dispatch(registrationEvents.submitStarted());
    report('error', REASON);
    store.dispatch(registrationEvents.changed({ agencyName: 'Himal' }));
    expect(submit()).toBe('idle');
    expect(selectFailure(store.getState())).toBeNull();
  });
  it('is submitting after a reload of what was sent, and idle when the server does not know it', () => {
    store.dispatch(registrationEvents.opened({ ...registration, sent: true }));
    expect(submit()).toBe('submitting');
    store.dispatch(registrationEvents.unknown());
    expect(submit()).toBe('idle');
    expect(selectRegistration(store.getState())?.sent).toBe(false);
  });
  it('is idle again when it was withdrawn, and submitting again when the outbox has brought it to the server', () => {
    store.dispatch(registrationEvents.submitStarted());
    store.dispatch(registrationEvents.submitFailed({ message: 'Network error occurred.' }));
    store.dispatch(registrationEvents.withdrawn());
    expect(submit()).toBe('idle');
    store.dispatch(registrationEvents.submitFailed({ message: 'Network error occurred.' }));
    store.dispatch(registrationEvents.accepted());
    expect(submit()).toBe('submitting');
    expect(selectFailure(store.getState())).toBeNull();
    report('processed');
    store.dispatch(registrationEvents.accepted());
    expect(submit()).toBe('success');
  });
  it('does not listen to news of another registration', () => {
    store.dispatch(registrationEvents.submitStarted());
    store.dispatch(registrationEvents.reported({ ...news('processed'), id: 'another' }));
    expect(submit()).toBe('submitting');
  });
});

describe('a registration that is filled', () => {
  it('counts its changes and starts its 24 hours anew', () => {
    store.dispatch(registrationEvents.changed({ agencyName: 'Himal' }));
    const changed = selectRegistration(store.getState());
    expect(changed?.answers.agencyName).toBe('Himal');
    expect(changed?.revision).toBe(1);
    expect(changed?.changedAt).toBeGreaterThan(registration.changedAt);
  });
});
