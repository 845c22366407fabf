import 'fake-indexeddb/auto';
import { configureStore } from '@reduxjs/toolkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listSetAside } from '#features/drafts/set-aside.ts';
import {
  endRegistration,
  keepRegistration,
  openRegistration,
  replaceRegistration,
  takeOverRegistration,
} from '#features/forms/agency/keep-registration.ts';
import { newRegistration } from '#features/forms/agency/registration.ts';
import {
  registrationEvents,
  registrationSlice,
  selectRegistration,
  selectSave,
} from '#features/forms/agency/registration-slice.ts';
import {
  deleteRegistration,
  loadRegistration,
  noteRegistrationSent,
  saveRegistration,
} from '#features/forms/agency/registration-storage.ts';
import { addEntry } from '#features/submission/outbox/outbox-storage.ts';
import { openDatabase } from '#platform/database.ts';

const DAY = 86_400_000;
const makeStore = () => configureStore({ reducer: { registration: registrationSlice.reducer } });
let store: ReturnType<typeof makeStore>;
let stop: () => void;

beforeEach(async () => {
  store = makeStore();
  stop = keepRegistration(store);
});
afterEach(async () => {
  stop();
  for (const store of ['notes', 'outbox', 'documents'] as const) await (await openDatabase()).clear(store);
  localStorage.clear();
});

const current = () => selectRegistration(store.getState());
const change = (agencyName: string) => store.dispatch(registrationEvents.changed({ agencyName }));
const saved = () => vi.waitFor(() => expect(selectSave(store.getState())).toBe('saved'));

describe('a half-filled registration', () => {
  it('is on the disk once it says saved, and comes back with its Application ID', async () => {
    await openRegistration(store);
    change('Himal');
    change('Himal Partners');
    expect(selectSave(store.getState())).toBe('saving');
    await saved();
    const later = makeStore();
    await openRegistration(later);
    expect(selectRegistration(later.getState())).toEqual(current());
    expect(current()?.answers.agencyName).toBe('Himal Partners');
  });
  it('leaves nothing behind while nobody has typed', async () => {
    await openRegistration(store);
    expect(await loadRegistration(Date.now())).toBeUndefined();
  });
  it('is gone after 24 hours, with its document', async () => {
    const registration = { ...newRegistration(Date.now() - DAY - 1), revision: 3 };
    await saveRegistration(registration);
    const slot = 'agent-introduction';
    const database = await openDatabase();
    await database.put('documents', { draftId: registration.id, slot, description: {} });
    await openRegistration(store);
    expect(current()?.id).not.toBe(registration.id);
    expect(await database.getAll('documents')).toEqual([]);
  });
  it('gives way to a fresh one, whatever was being written', async () => {
    await openRegistration(store);
    const before = current();
    change('Himal');
    await replaceRegistration(store);
    expect(current()?.id).not.toBe(before?.id);
    expect(current()?.answers.agentApplicationId).not.toBe(before?.answers.agentApplicationId);
    await vi.waitFor(async () => expect(await loadRegistration(Date.now())).toBeUndefined());
  });
  it('leaves a synchronous copy of what the disk does not have yet when the page is left, and takes it up', async () => {
    await openRegistration(store);
    change('Himal');
    await saved();
    stop();
    change('Himal Partners');
    stop = keepRegistration(store);
    const before = current();
    window.dispatchEvent(new Event('pagehide'));
    expect(localStorage.getItem('registration-copy')).toContain('Himal Partners');
    // What the disk would have had if the page had been gone at once.
    await vi.waitFor(() => expect(localStorage.getItem('registration-copy')).toBeNull());
    localStorage.setItem('registration-copy', JSON.stringify({ ...before, revision: 99 }));
    expect((await loadRegistration(Date.now()))?.revision).toBe(99);
  });
  it('is not written by a tab that another one took it from', async () => {
    await openRegistration(store);
    change('Himal');
    await saved();
    store.dispatch(registrationEvents.takenOver());
    change('Himal of the first tab');
    expect(current()?.answers.agencyName).toBe('Himal');
    expect((await loadRegistration(Date.now()))?.answers.agencyName).toBe('Himal');
  });
  it('comes with what the other tab wrote when it is taken over', async () => {
    await openRegistration(store);
    change('Himal');
    await saved();
    const later = makeStore();
    await openRegistration(later);
    change('Himal Partners');
    await saved();
    await takeOverRegistration(later);
    expect(selectRegistration(later.getState())?.answers.agencyName).toBe('Himal Partners');
  });
});

describe('a registration and a clock that is wrong', () => {
  afterEach(() => vi.useRealTimers());

  it.each([
    ['2036', Date.UTC(2036, 0, 1)],
    ['2020, when it had lost its date', Date.UTC(2020, 0, 1)],
  ])('saved while it stood in %s has 24 hours from now on', async (_when, at) => {
    const registration = { ...newRegistration(at), revision: 3 };
    await saveRegistration(registration);
    const now = Date.now();
    expect(await loadRegistration(now)).toMatchObject({ id: registration.id, changedAt: now });
    expect((await loadRegistration(now + DAY - 1))?.changedAt).toBe(now);
    expect(await loadRegistration(now + DAY)).toBeUndefined();
  });

  it.each([
    ['back by ten years', Date.UTC(2016, 4, 17)],
    ['forward by ten years', Date.UTC(2036, 4, 17)],
  ])('set %s while the page is open does not end it', async (_how, time) => {
    stop();
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.UTC(2026, 4, 17) });
    stop = keepRegistration(store);
    await openRegistration(store);
    change('Himal');
    await vi.waitFor(() => expect(selectSave(store.getState())).toBe('saved'));
    const before = current()?.id;
    vi.setSystemTime(time);
    store.dispatch(registrationEvents.withdrawn());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(current()).toMatchObject({ id: before, answers: { agencyName: 'Himal' } });
    expect(current()?.changedAt).toBeGreaterThanOrEqual(time);
  });

  it('that cannot be read lies apart and can be taken away, in place of staying for good', async () => {
    await (await openDatabase()).put('notes', '{"schema":99,"answers":{"agencyName":"Himal"}}', 'registration');
    expect(await loadRegistration(Date.now())).toBeUndefined();
    expect(await (await openDatabase()).get('notes', 'registration')).toBeUndefined();
    expect(await listSetAside()).toMatchObject([{ value: '{"schema":99,"answers":{"agencyName":"Himal"}}' }]);
  });
});

describe('a registration that was confirmed', () => {
  const confirmed = async (age: number) => {
    const registration = { ...newRegistration(Date.now() - age), revision: 3 };
    await saveRegistration(registration);
    const { id, answers } = registration;
    await addEntry({ id, variant: 'agency', values: answers, applicant: 'Himal', documents: [] }, Date.now());
    return registration;
  };

  it('outlives its 24 hours while it waits to be sent', async () => {
    const { id } = await confirmed(DAY + 1);
    await openRegistration(store);
    expect(current()?.id).toBe(id);
    await new Promise((done) => setTimeout(done));
    expect(current()?.id).toBe(id);
  });
  it('is known to be sent when it is opened after it was sent from another view', async () => {
    const { id } = await confirmed(0);
    await noteRegistrationSent(id);
    await openRegistration(store);
    expect(current()).toMatchObject({ id, sent: true });
  });
  it('that came to its end while nobody looked is gone, and one that has taken its place is not', async () => {
    const { id } = await confirmed(0);
    expect(await endRegistration(store, id)).toBe(true);
    expect(await loadRegistration(Date.now())).toBeUndefined();
    const other = { ...newRegistration(Date.now()), revision: 1 };
    await saveRegistration(other);
    await deleteRegistration(id);
    expect((await loadRegistration(Date.now()))?.id).toBe(other.id);
  });
});
