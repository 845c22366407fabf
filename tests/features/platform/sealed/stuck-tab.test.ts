import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newDraft } from '#features/drafts/draft.ts';
import { DATABASE, SHARED_COMPUTER } from '#platform/device-storage.ts';
import { closeChannels, everythingKept, openSealedPage, prepareSealedPages, type SealedPage } from './sealed-pages.ts';

const NOW = Date.now();
const PASSPHRASE = 'correct horse battery';
const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const DRAFT = { ...newDraft(ID, 'agent', NOW, { firstName: 'Amelia' }), revision: 1 };
/** As database.ts has it. */
const LIMIT_MS = 20_000;

let page: SealedPage;
beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
  prepareSealedPages();
  page = await openSealedPage();
  await page.saveDraft(DRAFT);
});
afterEach(async () => {
  vi.useRealTimers();
  closeChannels();
  await page.closeDatabase();
  page.dropKeys();
  vi.resetModules();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const letTimePass = async (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** The limits of the database are counted by the test; everything else takes its time. */
const holdLimits = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });

/** Another tab that does not let go of the database when it is asked to. */
async function openStuckTab() {
  const opening = indexedDB.open(DATABASE);
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const database = opening.result;
  const asked = new Promise((resolve) => database.addEventListener('versionchange', resolve));
  return { asked, release: () => database.close() };
}

const nextPage = async () => {
  await page.kill();
  return openSealedPage();
};

test('sharing changes nothing if another tab does not release the lock, nor later, when the waiting is over', async () => {
  const other = await openStuckTab();
  holdLimits();
  const sharing = expect(page.shareDevice(PASSPHRASE)).rejects.toBeInstanceOf(page.DatabaseTimeout);
  await other.asked;
  page.personalStorage.set('kept-agency', 'Mei Lin');
  await letTimePass(LIMIT_MS);
  await sharing;
  expect(page.vault.state()).toBe('plain');
  expect(localStorage.getItem(SHARED_COMPUTER)).toBeNull();
  expect(page.personalStorage.get('kept-agency')).toBe('Mei Lin');
  other.release();
  await page.saveDraft({ ...DRAFT, revision: 2 });
  page = await nextPage();
  expect((await page.loadDraft(ID, NOW))?.revision).toBe(2);
  expect(page.vault.state()).toBe('plain');
  // And with another passphrase, since the first one has sealed nothing.
  await page.shareDevice('another passphrase');
  expect(await everythingKept(page)).not.toMatch(/Amelia|Mei Lin/);
});

test('sharing continues if the disk takes long, however long another tab took to release before', async () => {
  const other = await openStuckTab();
  holdLimits();
  let isWritten = false;
  const { put } = IDBObjectStore.prototype;
  const begun = new Promise<void>((resolve) => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
      const again = () => {
        if (!isWritten) this.get('').addEventListener('success', again);
      };
      if (key === SHARED_COMPUTER) again();
      resolve();
      return key === undefined ? put.call(this, value) : put.call(this, value, key);
    });
  });
  const sharing = page.shareDevice(PASSPHRASE);
  await other.asked;
  other.release();
  await begun;
  await letTimePass(LIMIT_MS);
  isWritten = true;
  await sharing;
  expect(page.vault.state()).toBe('open');
  expect(await everythingKept(page)).not.toMatch(/Amelia/);
});

test('a computer stays shared where another tab does not let go while it is to be so no longer', async () => {
  await page.shareDevice(PASSPHRASE);
  const other = await openStuckTab();
  holdLimits();
  const unsharing = expect(page.unshareDevice(PASSPHRASE)).rejects.toBeInstanceOf(page.DatabaseTimeout);
  await other.asked;
  await letTimePass(LIMIT_MS);
  await unsharing;
  expect(page.vault.state()).toBe('open');
  other.release();
  await page.saveDraft({ ...DRAFT, revision: 2 });
  expect(await everythingKept(page)).not.toMatch(/Amelia/);
  page = await nextPage();
  expect(await page.unlock(PASSPHRASE)).toBe('open');
  expect((await page.loadDraft(ID, NOW))?.revision).toBe(2);
});
