import 'fake-indexeddb/auto';
import { locks } from 'node:worker_threads';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadDrafts, saveDraft } from '#features/drafts/draft-database.ts';
import { listSetAside } from '#features/drafts/set-aside.ts';
import { addEntry } from '#features/submission/outbox/outbox-storage.ts';
import { closeDatabase, openDatabase } from '#platform/database.ts';

/** How long a draft is kept: 24 hours. */
const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 4, 17, 4, 3);
const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const OTHER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const ANSWERS = {
  agentApplicationId: 'AGT-2026-ABC123-200000',
  formType: 'agent-application',
  agencyName: 'Himal Partners',
};
/** As the release before wrote it. */
const registration = (more: object = {}) =>
  JSON.stringify({ schema: 1, id: ID, answers: ANSWERS, revision: 3, changedAt: NOW - 1000, sent: false, ...more });
const keep = async (value: string) => void (await (await openDatabase()).put('notes', value, 'registration'));
const keepCopy = (value: string) => localStorage.setItem('registration-copy', value);
const leftInNotes = async () => (await openDatabase()).get('notes', 'registration');
const load = async (now = NOW) => (await loadDrafts(now)).drafts;

beforeEach(async () => {
  await closeDatabase();
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'locks');
});

describe("an agency's registration that the release before has saved", () => {
  test('is a draft of the agency form from the first look on, with its id, answers and 24 hours', async () => {
    await keep(registration());
    expect(await load()).toMatchObject([
      { id: ID, variant: 'agency', answers: ANSWERS, revision: 3, changedAt: NOW - 1000 },
    ]);
    expect(await leftInNotes()).toBeUndefined();
    expect(await load()).toHaveLength(1);
  });

  test('of which the copy made on leaving is newer comes back as the copy has it', async () => {
    await keep(registration());
    keepCopy(registration({ revision: 4, answers: { ...ANSWERS, agencyName: 'Himal' } }));
    expect(await load()).toMatchObject([{ id: ID, revision: 4, answers: { agencyName: 'Himal' } }]);
    expect(localStorage.getItem('registration-copy')).toBeNull();
  });

  test('of which only the copy made on leaving is left comes back from that', async () => {
    keepCopy(registration());
    expect(await load()).toMatchObject([{ id: ID, answers: ANSWERS }]);
  });

  test('and a copy of another registration are two drafts', async () => {
    await keep(registration());
    keepCopy(registration({ id: OTHER, changedAt: NOW - 500 }));
    expect((await load()).map(({ id }) => id)).toEqual([OTHER, ID]);
  });

  test('whose taking in is cut short is where it was, and comes with the next look', async () => {
    await keep(registration());
    keepCopy(registration({ revision: 4 }));
    vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementationOnce(() => {
      throw new DOMException('', 'UnknownError');
    });
    expect(await load()).toEqual([]);
    expect(await leftInNotes()).toBe(registration());
    expect(localStorage.getItem('registration-copy')).toBe(registration({ revision: 4 }));
    expect(await load()).toMatchObject([{ id: ID, revision: 4 }]);
  });

  test('whose copy has outlived the taking in does not replace what was answered since', async () => {
    await keep(registration());
    const [draft] = await load();
    if (draft) await saveDraft({ ...draft, revision: 9, answers: { ...ANSWERS, agencyName: 'Himal' } });
    keepCopy(registration());
    expect(await load()).toMatchObject([{ revision: 9, answers: { agencyName: 'Himal' } }]);
    expect(localStorage.getItem('registration-copy')).toBeNull();
  });

  test('stays where it is while a page of that release has it open in another tab', async () => {
    Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
    await keep(registration());
    await locks.request('draft:registration', async () => {
      expect(await load()).toEqual([]);
      expect(await leftInNotes()).toBe(registration());
    });
    expect(await load()).toMatchObject([{ id: ID }]);
  });

  test('that is older than 24 hours is gone with its document', async () => {
    await keep(registration({ changedAt: NOW - DAY }));
    const database = await openDatabase();
    await database.put('documents', { draftId: ID, slot: 'agent-introduction', description: {} });
    const { drafts, expired } = await loadDrafts(NOW);
    expect({ drafts, expired: expired.map(({ id }) => id) }).toEqual({ drafts: [], expired: [ID] });
    expect(await database.getAll('documents')).toEqual([]);
    expect(await leftInNotes()).toBeUndefined();
  });

  test('that waits to be sent outlives its 24 hours', async () => {
    await keep(registration({ changedAt: NOW - DAY }));
    await addEntry({ id: ID, variant: 'agency', values: ANSWERS, applicant: 'Himal Partners', documents: [] }, NOW);
    expect(await load()).toMatchObject([{ id: ID }]);
  });

  test.each([
    ['2036', Date.UTC(2036, 0, 1)],
    ['2020, when it had lost its date', Date.UTC(2020, 0, 1)],
  ])('while the clock stood in %s has 24 hours from now on', async (_when, changedAt) => {
    await keep(registration({ changedAt }));
    expect(await load()).toMatchObject([{ id: ID, changedAt: NOW }]);
  });

  test.each([
    ['another version', registration({ schema: 99 })],
    ['another shape', '{"schema":1,"id":7}'],
    ['no JSON', '{'],
  ])('and cannot be read (%s) lies apart and can be taken away', async (_what, value) => {
    await keep(value);
    expect((await loadDrafts(NOW)).unreadable).toEqual(['registration']);
    expect(await listSetAside()).toMatchObject([{ value, at: NOW }]);
    expect(await leftInNotes()).toBeUndefined();
  });
});
