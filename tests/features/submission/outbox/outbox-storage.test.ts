import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { newDraft } from '#features/drafts/draft.ts';
import { deleteDraft, deleteUnconfirmed, loadDrafts, saveDraft } from '#features/drafts/draft-database.ts';
import type { ConfirmedEntry } from '#features/submission/outbox/outbox-storage.ts';
import * as storage from '#features/submission/outbox/outbox-storage.ts';
import { closeDatabase, openDatabase } from '#platform/database.ts';

/** How long a draft is kept: 24 hours. */
const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 5, 15);
const FIRST = 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11';
const SECOND = 'b1c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d22';
const confirmed = (id: string, values: ConfirmedEntry['values'] = {}): ConfirmedEntry => ({
  id,
  variant: 'direct',
  values,
  applicant: 'Amelia Hall',
  documents: [{ slot: 'passport', label: 'Current Passport', name: 'p.pdf', size: 900 }],
});

beforeEach(async () => {
  await closeDatabase();
  globalThis.indexedDB = new IDBFactory();
});

describe('the outbox on the disk', () => {
  test('keeps the order of confirming, regardless of the clock', async () => {
    await storage.addEntry(confirmed(FIRST), NOW);
    await storage.addEntry(confirmed(SECOND), NOW - 60_000);
    expect((await storage.listEntries()).map(({ id }) => id)).toEqual([FIRST, SECOND]);
  });

  test('a draft confirmed again goes to the end of the line with its new answers', async () => {
    await storage.addEntry(confirmed(FIRST, { firstName: 'Amelia' }), NOW);
    await storage.addEntry(confirmed(SECOND), NOW);
    await storage.addEntry(confirmed(FIRST, { firstName: 'Emily' }), NOW);
    const entries = await storage.listEntries();
    expect(entries.map(({ id }) => id)).toEqual([SECOND, FIRST]);
    expect(entries[1]?.values).toEqual({ firstName: 'Emily' });
  });

  test('the end of an attempt does not remove what was confirmed since', async () => {
    const attempted = await storage.addEntry(confirmed(FIRST), NOW);
    await storage.addEntry(confirmed(FIRST, { firstName: 'Emily' }), NOW);
    await storage.removeSent(attempted);
    expect(await storage.replaceEntry({ ...attempted, failure: { code: 'X', message: 'x' } })).toBe(false);
    expect(await storage.findEntry(FIRST)).toMatchObject({ values: { firstName: 'Emily' } });
    expect(await storage.findEntry(FIRST)).not.toHaveProperty('failure');
  });

  test('nor what was withdrawn and confirmed again since, though nothing else waits', async () => {
    const attempted = await storage.addEntry(confirmed(FIRST), NOW);
    await storage.withdrawEntry(FIRST);
    await storage.addEntry(confirmed(FIRST, { firstName: 'Emily' }), NOW + 1);
    await storage.removeSent(attempted);
    expect(await storage.replaceEntry({ ...attempted, references: [] })).toBe(false);
    expect(await storage.findEntry(FIRST)).toMatchObject({ values: { firstName: 'Emily' } });
  });

  test('an entry waits for seven days, and not a moment longer', () => {
    const end = NOW + 7 * 24 * 60 * 60 * 1000;
    expect(storage.entryExpiry({ confirmedAt: NOW })).toBe(end);
    const isExpired = (now: number) => storage.isEntryExpired({ confirmedAt: NOW }, now);
    expect([isExpired(end - 1), isExpired(end)]).toEqual([false, true]);
  });

  test('an entry that was confirmed while the clock stood in 2036 counts as confirmed now, on the disk too', async () => {
    await storage.addEntry(confirmed(FIRST), Date.UTC(2036, 0, 1));
    expect((await storage.listEntries(NOW)).map(({ confirmedAt }) => confirmedAt)).toEqual([NOW]);
    expect(await (await openDatabase()).get('outbox', FIRST)).toMatchObject({ confirmedAt: NOW });
  });

  test('a change of an entry keeps the time that was corrected after the entry was read', async () => {
    const entry = await storage.addEntry(confirmed(FIRST), Date.UTC(2036, 0, 1));
    await storage.listEntries(NOW);
    expect(await storage.replaceEntry({ ...entry, references: [] })).toBe(true);
    expect(await (await openDatabase()).get('outbox', FIRST)).toMatchObject({ confirmedAt: NOW });
  });

  test('an entry that this version cannot read is left where it is, and holds up no other', async () => {
    await (await openDatabase()).put('outbox', { id: SECOND });
    await storage.addEntry(confirmed(FIRST), NOW);
    expect((await storage.listEntries()).map(({ id }) => id)).toEqual([FIRST]);
    expect(await (await openDatabase()).get('outbox', SECOND)).toEqual({ id: SECOND });
  });
});

describe('a draft that waits to be sent', () => {
  const draft = newDraft(FIRST, 'direct', NOW);

  test('is not gone after its 24 hours', async () => {
    await saveDraft(draft);
    await storage.addEntry(confirmed(FIRST), NOW);
    expect((await loadDrafts(NOW + DAY + 1)).drafts.map(({ id }) => id)).toEqual([FIRST]);
    expect(await deleteUnconfirmed(FIRST, NOW + DAY + 1)).toBe(false);
  });

  test('expires like any other once it was sent', async () => {
    await saveDraft(draft);
    await storage.removeSent(await storage.addEntry(confirmed(FIRST), NOW));
    expect((await loadDrafts(NOW + DAY + 1)).drafts).toEqual([]);
    expect(await deleteUnconfirmed(FIRST, NOW + DAY + 1)).toBe(true);
  });

  test('takes its place in the line with it when it is deleted', async () => {
    await saveDraft(draft);
    await storage.addEntry(confirmed(FIRST), NOW);
    await deleteDraft(FIRST);
    expect(await storage.listEntries()).toEqual([]);
  });

  test('a database of the version before gets its outbox, and keeps its drafts', async () => {
    const old = indexedDB.open('applications', 1);
    old.onupgradeneeded = () => {
      const database = old.result;
      database.createObjectStore('drafts', { keyPath: 'id' });
      for (const store of ['documents', 'files'])
        database.createObjectStore(store, { keyPath: ['draftId', 'slot'] }).createIndex('draftId', 'draftId');
      database.createObjectStore('quarantine', { autoIncrement: true });
      database.createObjectStore('notes');
    };
    await new Promise((done) => old.addEventListener('success', done));
    old.result.transaction('drafts', 'readwrite').objectStore('drafts').put(draft);
    old.result.close();
    await storage.addEntry(confirmed(SECOND), NOW);
    expect((await loadDrafts(NOW)).drafts.map(({ id }) => id)).toEqual([FIRST]);
  });
});
