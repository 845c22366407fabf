// @vitest-environment node
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newDraft } from '#features/drafts/draft.ts';
import { deleteDraft, loadDrafts, putBack, saveDraft } from '#features/drafts/draft-database.ts';
import { addEntry } from '#features/submission/outbox/outbox-storage.ts';
import { closeDatabase, DatabaseTimeout, readFrom, writeTo } from '#platform/database.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const NOW = Date.UTC(2026, 4, 17, 4, 3);
const DRAFT = { ...newDraft(ID, 'direct', NOW), revision: 1 };
const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);

beforeEach(async () => {
  unhandled.length = 0;
  process.on('unhandledRejection', note);
  await closeDatabase();
  globalThis.indexedDB = new IDBFactory();
});
afterEach(() => {
  process.off('unhandledRejection', note);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Node reports an unhandled rejection once the microtasks are through. */
const nothingUnhandled = async () => {
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).toEqual([]);
};
const quota = () => new DOMException('The disk is full', 'QuotaExceededError');

/** The browser aborts each transaction when it is about to write it, as where the quota is used up. */
function abortWrites() {
  const { put } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    const request = key === undefined ? put.call(this, value) : put.call(this, value, key);
    // What a page calls as `abort()` names no reason.
    Reflect.get(this.transaction, '_abort').call(this.transaction, 'QuotaExceededError');
    return request;
  });
}
/** The browser refuses at once. */
const refuseWrites = () =>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw quota();
  });

describe('a transaction that the browser aborts', () => {
  test.each([
    ['a draft that is saved', abortWrites, () => saveDraft(DRAFT)],
    ['a draft that is saved, refused at once', refuseWrites, () => saveDraft(DRAFT)],
    ['a confirmation', abortWrites, () => addEntry({ ...CONFIRMED }, NOW)],
    [
      'a draft that is put back, refused at once',
      refuseWrites,
      () => putBack({ draft: DRAFT, documents: [], files: [] }),
    ],
  ])('shows its failure and leaves no unhandled rejection: %s', async (_what, fail, write) => {
    fail();
    await expect(write()).rejects.toMatchObject({ name: 'QuotaExceededError' });
    await nothingUnhandled();
  });

  test('leaves nothing half written', async () => {
    const writing = writeTo(['notes'], async ({ store }) => {
      await store.put('one', 'first');
      throw new Error('the second cannot be');
    });
    await expect(writing).rejects.toThrow('the second cannot be');
    expect(await readFrom(['notes'], ({ store }) => store.getAll())).toEqual([]);
    await nothingUnhandled();
  });

  test('while it only reads shows its failure, too', async () => {
    const reading = readFrom(['notes'], async (transaction) => {
      const all = transaction.store.getAll();
      Reflect.get(transaction, 'abort').call(transaction);
      return all;
    });
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    await nothingUnhandled();
  });
});

const CONFIRMED = { id: ID, variant: 'direct', values: {}, applicant: 'Amelia Hall', documents: [] } as const;

describe('a transaction that comes to no end', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));

  /**
   * Its request is never answered, as with the one after a Blob that WebKit refuses. `asked` is waited for, since
   * `vi.waitFor` would move the clock on for as long as it takes.
   */
  function neverAnswer() {
    const asked = Promise.withResolvers<void>();
    const broken = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      asked.resolve();
      return new IDBRequest();
    });
    return { asked: asked.promise, repair: () => broken.mockRestore() };
  }

  test('counts as failed after 20 seconds, and what comes after it continues', async () => {
    await loadDrafts(NOW);
    const { asked, repair } = neverAnswer();
    const saving = saveDraft(DRAFT).then(
      () => 'saved',
      (failure: unknown) => failure,
    );
    await asked;
    await vi.advanceTimersByTimeAsync(19_000);
    expect(await Promise.race([saving, 'under way'])).toBe('under way');
    await vi.advanceTimersByTimeAsync(1000);
    expect(await saving).toBeInstanceOf(DatabaseTimeout);
    repair();
    await saveDraft(DRAFT);
    expect((await loadDrafts(NOW)).drafts).toEqual([DRAFT]);
    await deleteDraft(ID);
    await nothingUnhandled();
  });

  test('a device that slept in between has not used up the time', async () => {
    await loadDrafts(NOW);
    const { asked } = neverAnswer();
    const saving = saveDraft(DRAFT).catch((failure: unknown) => failure);
    await asked;
    // However long the device slept, a timer that was due in between fires once.
    vi.advanceTimersToNextTimer();
    expect(await Promise.race([saving, 'under way'])).toBe('under way');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await saving).toBeInstanceOf(DatabaseTimeout);
  });
});

describe('a device on which a later version of the page has raised the version of the database', () => {
  /** As that version does it: another store, all others as they are. Resolves once no page of before blocks it. */
  const raise = (version = 3) =>
    new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open('applications', version);
      opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('added'));
      opening.addEventListener('success', () => {
        opening.result.close();
        resolve();
      });
      opening.addEventListener('error', () => reject(opening.error));
    });
  const onDisk = async () => (await indexedDB.databases()).find(({ name }) => name === 'applications')?.version;

  test('a page of before, still open, keeps reading and saving, and leaves the version as it is', async () => {
    await saveDraft(DRAFT);
    await raise();
    expect((await loadDrafts(NOW)).drafts).toEqual([DRAFT]);
    const changed = { ...DRAFT, revision: 2 };
    await saveDraft(changed);
    await addEntry({ ...CONFIRMED }, NOW);
    await closeDatabase();
    expect((await loadDrafts(NOW)).drafts).toEqual([changed]);
    expect(await onDisk()).toBe(3);
    await nothingUnhandled();
  });

  test('to a million or more, which says that all records are kept otherwise, no page of before reads, saves or sets aside', async () => {
    await saveDraft(DRAFT);
    await raise(1_000_000);
    await expect(saveDraft({ ...DRAFT, revision: 2 })).rejects.toMatchObject({ name: 'VersionError' });
    await expect(loadDrafts(NOW)).rejects.toMatchObject({ name: 'VersionError' });
    const database = await openDB('applications');
    expect(await database.getAll('drafts')).toEqual([DRAFT]);
    expect(await database.count('quarantine')).toBe(0);
    database.close();
    await nothingUnhandled();
  });

  test('a database that is erased while a page of before opens it comes back with its stores', async () => {
    await saveDraft(DRAFT);
    await raise();
    const open = indexedDB.open.bind(indexedDB);
    // Between the refusal of its version and the next opening.
    vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
      if (version === undefined) indexedDB.deleteDatabase(name);
      return version === undefined ? open(name) : open(name, version);
    });
    await expect(saveDraft(DRAFT)).rejects.toMatchObject({ name: 'AbortError' });
    expect(await onDisk()).toBeUndefined();
    await saveDraft(DRAFT);
    expect((await loadDrafts(NOW)).drafts).toEqual([DRAFT]);
    await nothingUnhandled();
  });
});
