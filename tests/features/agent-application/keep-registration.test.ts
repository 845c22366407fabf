import 'fake-indexeddb/auto';
import { configureStore } from '@reduxjs/toolkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  endRegistration,
  keepRegistration,
  openRegistration,
  replaceRegistration,
  takeOverRegistration,
} from '#features/agent-application/keep-registration.ts';
import { newRegistration } from '#features/agent-application/registration.ts';
import {
  registrationEvents,
  registrationSlice,
  selectRegistration,
  selectSave,
} from '#features/agent-application/registration-slice.ts';
import {
  deleteRegistration,
  loadRegistration,
  noteRegistrationSent,
  saveRegistration,
} from '#features/agent-application/registration-storage.ts';
import { openDatabase } from '#lib/database.ts';
import { addEntry } from '#lib/outbox/outbox-storage.ts';

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
