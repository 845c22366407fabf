import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type AppStore, createStore } from '#app/store.ts';
import { duplicateDraft, renameDraft } from '#features/drafts/arrange-drafts.ts';
import { answersChanged } from '#features/drafts/draft-events.ts';
import { loadDraft } from '#features/drafts/draft-storage.ts';
import { createDraft, openDraft, openLatestDraft } from '#features/drafts/open-draft.ts';
import { persistorOf } from '#features/drafts/persistence.ts';
import { closeDatabase } from '#platform/database.ts';

let store: AppStore;
const openId = () => store.getState().application.draft?.id ?? '';
const saved = (id: string) => loadDraft(id, Date.now());

beforeEach(async () => {
  await closeDatabase();
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
  sessionStorage.clear();
  store = createStore();
  await openLatestDraft(store, 'agent');
  store.dispatch(
    answersChanged({
      ...{ selectedAgent: 'Harbour Bridge|China', agentEmail: 'mei@harbour.example', streetName: 'Bund Road' },
      ...{ firstName: 'Wei', passportNumber: 'E1234567', mobilePhone: '0400000000', dateOfBirth: '1999-05-17' },
    }),
  );
  await persistorOf(store).flush();
});

describe('duplicating a draft', () => {
  test("takes over the agent's details and the address, and nothing of who the student is", async () => {
    const copy = await duplicateDraft(store, openId());
    expect(copy?.answers).toEqual({
      formType: 'student-application',
      howDidYouHearAboutUs: 'Agent',
      selectedAgent: 'Harbour Bridge|China',
      agentEmail: 'mei@harbour.example',
      streetName: 'Bund Road',
    });
    expect(await saved(copy?.id ?? '')).toEqual(copy);
    expect(Object.keys(store.getState().drafts.byId)).toHaveLength(2);
  });
});

describe('renaming a draft', () => {
  test('the open one: saved like any change, without another 24 hours', async () => {
    const { changedAt } = store.getState().application.draft ?? {};
    expect(await renameDraft(store, openId(), 'cousin')).toBe(true);
    await persistorOf(store).flush();
    expect(await saved(openId())).toMatchObject({ label: 'cousin', changedAt });
  });

  test('one that rests', async () => {
    const id = openId();
    await createDraft(store, 'agent');
    expect(await renameDraft(store, id, 'cousin')).toBe(true);
    expect(store.getState().drafts.byId[id]?.label).toBe('cousin');
    await openDraft(store, id);
    expect(store.getState().application.draft).toMatchObject({ label: 'cousin', answers: { firstName: 'Wei' } });
  });
});

describe('a draft that could not be saved', () => {
  test('is held by the page when another is opened, and comes back with what was typed', async () => {
    const id = openId();
    const working = globalThis.indexedDB;
    await closeDatabase();
    vi.stubGlobal('indexedDB', {
      open() {
        throw new DOMException('no room', 'QuotaExceededError');
      },
    });
    store.dispatch(answersChanged({ familyName: 'Zhang' }));
    await createDraft(store, 'agent');
    vi.stubGlobal('indexedDB', working);
    await openDraft(store, id);
    expect(store.getState().application.draft?.answers.familyName).toBe('Zhang');
    await persistorOf(store).flush();
    expect((await saved(id))?.answers.familyName).toBe('Zhang');
  });
});
