import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newDraft } from '#features/drafts/draft.ts';
import { SHARED_COMPUTER } from '#platform/device-storage.ts';
import { closeChannels, everythingKept, openSealedPage, prepareSealedPages, type SealedPage } from './sealed-pages.ts';

const NOW = Date.now();
const PASSPHRASE = 'correct horse battery';
const idOf = (number: number) => `0f8fad5b-d9cb-469f-a165-${String(number).padStart(12, '0')}`;
const draftOf = (number: number, revision = 1) => ({
  ...newDraft(idOf(number), 'agent', NOW, { firstName: `Amelia${number}` }),
  revision,
});
const PERSONAL = /Amelia|rose\.pdf|visible bytes|Mei Lin/;

let page: SealedPage;
beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
  prepareSealedPages();
  page = await openSealedPage();
});
afterEach(async () => {
  closeChannels();
  await page.closeDatabase();
  page.dropKeys();
  vi.resetModules();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const DOCUMENT = { name: 'rose.pdf', type: 'application/pdf', size: 5, attachment: 'a' };

/** So many drafts, the first with a document, a value that is set aside, a copy made on leaving, and a kept agency. */
async function fill(count = 3): Promise<void> {
  for (let number = 1; number <= count; number += 1) await page.saveDraft(draftOf(number));
  await page.documentFiles.put(idOf(1), 'passport', DOCUMENT, new Blob(['%PDF visible bytes']));
  await page.writeTo(['quarantine', 'notes'], async (transaction) => {
    await transaction.objectStore('quarantine').put({ draftId: idOf(9), value: 'of Amelia', at: NOW });
    await transaction.objectStore('notes').put('Amelia arrives', 'handover:1');
  });
  localStorage.setItem('kept-agency', '{"agentName":"Mei Lin"}');
  localStorage.setItem(`draft-copy:${idOf(1)}`, JSON.stringify(draftOf(1, 2)));
}

/** The next page of this device, after this one was killed. */
async function nextPage(): Promise<SealedPage> {
  await page.kill();
  return openSealedPage();
}
const unlocked = async (next: SealedPage, passphrase = PASSPHRASE) => {
  expect(await next.unlock(passphrase)).toBe('open');
  await vi.waitFor(() => expect(next.vault.state()).toBe('open'));
};

describe('a computer that is shared', () => {
  test('has nothing readable in its database and localStorage, and everything once it is unlocked', async () => {
    await fill();
    expect(await everythingKept(page)).toMatch(PERSONAL);
    const told: string[] = [];
    await page.shareDevice(PASSPHRASE, (done, all) => told.push(`${done} of ${all}`));
    expect(page.vault.state()).toBe('open');
    expect(told.at(-1)).toMatch(/^(\d+) of \1$/);
    expect(await everythingKept(page)).not.toMatch(PERSONAL);
    page = await nextPage();
    await expect(page.loadDrafts(NOW)).rejects.toBeInstanceOf(page.DeviceLocked);
    await expect(page.saveDraft(draftOf(1, 3))).rejects.toBeInstanceOf(page.DeviceLocked);
    expect(() => page.personalStorage.get('kept-agency')).toThrow('This computer is locked.');
    expect(page.vault.state()).toBe('locked');
    expect(await page.unlock('another passphrase')).toBe('wrong');
    await unlocked(page);
    expect((await page.loadDrafts(NOW)).drafts.map(({ answers }) => answers.firstName).sort()).toEqual([
      'Amelia1',
      'Amelia2',
      'Amelia3',
    ]);
    expect((await page.loadDraft(idOf(1), NOW))?.revision).toBe(2);
    expect(await (await page.documentFiles.bytesOf(idOf(1), 'passport', 'a'))?.text()).toBe('%PDF visible bytes');
    expect(await page.documentFiles.list(idOf(1))).toMatchObject([{ description: DOCUMENT, kept: true }]);
    expect(page.personalStorage.get('kept-agency')).toBe('{"agentName":"Mei Lin"}');
    expect(await page.readFrom(['notes'], ({ store }) => store.get('handover:1'))).toBe('Amelia arrives');
  });

  test('stays open on a page that was locked already when another tab was locked, and is looked at after that', async () => {
    const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
    await page.shareDevice(PASSPHRASE);
    page = await nextPage();
    await expect(page.loadDrafts(NOW)).rejects.toBeInstanceOf(page.DeviceLocked);
    // As another tab leaves it; this one has no keys to give up.
    localStorage.setItem('locked', '7d0d9c9e-6a3c-4f43-9b8f-1a2d5f0c7e11');
    await unlocked(page);
    window.dispatchEvent(new Event('focus'));
    expect(page.vault.state()).toBe('open');
    // And is locked where one is from now on.
    localStorage.setItem('locked', '0b8f2c64-3b3f-4c55-9a0e-5f1d2b7a9c22');
    window.dispatchEvent(new Event('focus'));
    expect(page.vault.state()).toBe('locked');
    expect(replace).toHaveBeenCalledWith('/');
  });

  test('seals what is written from then on', async () => {
    await page.shareDevice(PASSPHRASE);
    await fill();
    page.personalStorage.set('kept-agency', '{"agentName":"Mei Lin"}');
    page.personalStorage.set(`draft-copy:${idOf(1)}`, JSON.stringify(draftOf(1, 2)));
    expect(await everythingKept(page)).not.toMatch(PERSONAL);
    const apart = await page.readFrom(['quarantine'], ({ store }) => store.getAll());
    expect(apart).toEqual([{ draftId: idOf(9), value: 'of Amelia', at: NOW }]);
  });

  test('is as it was once it is no longer shared, and only by its passphrase', async () => {
    await fill();
    const before = await page.readFrom(['drafts'], ({ store }) => store.getAll());
    await page.shareDevice(PASSPHRASE);
    expect(await page.unshareDevice('another passphrase')).toBe('wrong');
    expect(await page.unshareDevice(PASSPHRASE)).toBe('plain');
    page = await nextPage();
    expect(page.vault.state()).toBe('plain');
    expect(await page.readFrom(['drafts'], ({ store }) => store.getAll())).toEqual(before);
    expect(localStorage.getItem('kept-agency')).toBe('{"agentName":"Mei Lin"}');
    expect(localStorage.getItem(SHARED_COMPUTER)).toBeNull();
    expect(Object.keys(localStorage).filter((key) => key.startsWith('sealed:'))).toEqual([]);
    // And may be shared again.
    await page.shareDevice('another passphrase');
    expect(await everythingKept(page)).not.toMatch(PERSONAL);
  });

  test('opens by the new passphrase alone once it was changed, by one of them where that was cut short', async () => {
    await fill();
    await page.shareDevice(PASSPHRASE);
    expect(await page.changePassphrase('another passphrase', 'x')).toBe('wrong');
    const before = localStorage.getItem(SHARED_COMPUTER) ?? '';
    expect(await page.changePassphrase(PASSPHRASE, 'the new passphrase')).toBe('changed');
    page = await nextPage();
    expect(await page.unlock(PASSPHRASE)).toBe('wrong');
    await unlocked(page, 'the new passphrase');
    // Killed between the two places.
    localStorage.setItem(SHARED_COMPUTER, before);
    page = await nextPage();
    await unlocked(page, PASSPHRASE);
    page = await nextPage();
    await unlocked(page, PASSPHRASE);
    expect((await page.loadDrafts(NOW)).drafts).toHaveLength(3);
  });

  test('keeps a transaction whole however long its records take to be sealed and opened', async () => {
    await fill();
    await page.shareDevice(PASSPHRASE);
    for (const name of ['encrypt', 'decrypt'] as const) {
      const work = crypto.subtle[name];
      vi.spyOn(crypto.subtle, name).mockImplementation(async (...given: Parameters<typeof work>) => {
        const done = await work.apply(crypto.subtle, given);
        await new Promise((resolve) => setTimeout(resolve, 20));
        return done;
      });
    }
    const failing = page.writeTo(['drafts', 'notes'], async (transaction) => {
      await transaction.objectStore('drafts').put(draftOf(1, 8));
      await transaction.objectStore('notes').put('Amelia again', 'handover:1');
      throw new Error('the third cannot be');
    });
    await expect(failing).rejects.toThrow('the third cannot be');
    expect((await page.loadDrafts(NOW)).drafts).toHaveLength(3);
    expect(await page.readFrom(['notes'], ({ store }) => store.get('handover:1'))).toBe('Amelia arrives');
    await page.saveDraft(draftOf(1, 9));
    expect((await page.loadDraft(idOf(1), NOW))?.revision).toBe(9);
  });

  test('seals bytes before the transaction that writes them', async () => {
    await page.shareDevice(PASSPHRASE);
    const waited = vi.spyOn(IDBObjectStore.prototype, 'getKey');
    const bytes = new TextEncoder().encode('visible bytes').buffer;
    const item = { id: 'p', name: 'rose.jpg', width: 1, height: 1, turns: 0 } as const;
    await page.documentFiles.put(idOf(1), 'passport', DOCUMENT, new Blob([bytes]));
    await page.keptPages.put(idOf(1), 'resume', [item], [{ id: item.id, bytes }]);
    const files = [{ draftId: idOf(2), slot: 'passport', bytes: new Blob([bytes]) }];
    await page.putBack({ draft: draftOf(2), documents: [], files });
    expect(waited.mock.contexts.map((store) => Object(store).name)).not.toContain('files');
    expect(await everythingKept(page)).not.toMatch(PERSONAL);
    expect(await page.keptPages.list(idOf(1), 'resume')).toEqual([item]);
    expect(await page.keptPages.bytesOf(idOf(1), 'resume', item.id)).toEqual(bytes);
  });

  test('puts no record in the place of another', async () => {
    await fill();
    await page.shareDevice(PASSPHRASE);
    await page.writeAsKept(['drafts'], async ({ store }) => {
      const one = await store.get(idOf(1));
      await store.put({ ...Object(one), id: idOf(2) });
    });
    await expect(page.loadDraft(idOf(2), NOW)).rejects.toMatchObject({ name: 'OperationError' });
  });
});

describe('a marker that is lost in one of its two places', () => {
  test('in localStorage: the next page has it again, and is reloaded if it is locked from the first', async () => {
    await fill();
    await page.shareDevice(PASSPHRASE);
    localStorage.removeItem(SHARED_COMPUTER);
    page = await nextPage();
    const left = vi.spyOn(location, 'replace').mockReturnValue();
    await expect(page.loadDrafts(NOW)).rejects.toBeInstanceOf(page.DeviceLocked);
    expect(page.vault.state()).toBe('locked');
    expect(localStorage.getItem(SHARED_COMPUTER)).not.toBeNull();
    expect(left).toHaveBeenCalledExactlyOnceWith('/');
    page = await nextPage();
    page.vault.set('asking');
    await page.askForKeys();
    await expect(page.loadDrafts(NOW)).rejects.toBeInstanceOf(page.DeviceLocked);
    expect(left).toHaveBeenCalledOnce();
    await unlocked(page);
    expect((await page.loadDrafts(NOW)).drafts).toHaveLength(3);
  });

  test('in localStorage, which takes it no more: the page is locked, and not reloaded for ever', async () => {
    await fill();
    await page.shareDevice(PASSPHRASE);
    localStorage.removeItem(SHARED_COMPUTER);
    page = await nextPage();
    const left = vi.spyOn(location, 'replace').mockReturnValue();
    const setItem = () => {
      throw new DOMException('The disk is full', 'QuotaExceededError');
    };
    vi.stubGlobal('localStorage', { getItem: () => null, setItem });
    await expect(page.loadDrafts(NOW)).rejects.toBeInstanceOf(page.DeviceLocked);
    expect(page.vault.state()).toBe('locked');
    expect(left).not.toHaveBeenCalled();
  });

  test('with the whole database: it opens, and what is written is sealed', async () => {
    await fill();
    await page.shareDevice(PASSPHRASE);
    page = await nextPage();
    globalThis.indexedDB = new IDBFactory();
    await unlocked(page);
    expect(page.personalStorage.get('kept-agency')).toBe('{"agentName":"Mei Lin"}');
    await page.saveDraft(draftOf(4));
    expect(await everythingKept(page)).not.toMatch(PERSONAL);
  });
});

describe('what is cut short', () => {
  /** The disk takes nothing any more from the so-manieth write on, until `repair`. */
  function failFrom(first: number) {
    const { put } = IDBObjectStore.prototype;
    let writes = 0;
    const broken = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      value,
      key,
    ) {
      writes += 1;
      if (writes >= first) throw new DOMException('The disk is full', 'QuotaExceededError');
      return key === undefined ? put.call(this, value) : put.call(this, value, key);
    });
    return () => broken.mockRestore();
  }

  test('encryption continues at the next unlocking, and nothing is lost', async () => {
    await fill(25);
    const repair = failFrom(15);
    await expect(page.shareDevice(PASSPHRASE)).rejects.toMatchObject({ name: 'QuotaExceededError' });
    expect(page.vault.state()).toBe('sealing');
    // Nor does the page stand behind how far it is.
    expect(page.conversion.state()).toBeUndefined();
    repair();
    expect(await everythingKept(page)).toMatch(PERSONAL);
    page = await nextPage();
    await unlocked(page);
    expect((await page.loadDrafts(NOW)).drafts).toHaveLength(25);
    expect(await everythingKept(page)).not.toMatch(PERSONAL);
  });

  test('decryption continues at the next unlocking, and what is written in between stays', async () => {
    await fill(25);
    await page.shareDevice(PASSPHRASE);
    const repair = failFrom(15);
    await expect(page.unshareDevice(PASSPHRASE)).rejects.toMatchObject({ name: 'QuotaExceededError' });
    repair();
    await page.saveDraft(draftOf(25, 7));
    page = await nextPage();
    expect(await page.unlock(PASSPHRASE)).toBe('open');
    await vi.waitFor(() => expect(page.vault.state()).toBe('plain'));
    page = await nextPage();
    const { drafts } = await page.loadDrafts(NOW);
    expect(drafts).toHaveLength(25);
    expect(drafts.find(({ id }) => id === idOf(25))?.revision).toBe(7);
  });

  test('decryption is undone by encrypting again, and what is written then is encrypted', async () => {
    await fill(25);
    await page.shareDevice(PASSPHRASE);
    const repair = failFrom(15);
    await expect(page.unshareDevice(PASSPHRASE)).rejects.toMatchObject({ name: 'QuotaExceededError' });
    repair();
    await page.shareDevice(PASSPHRASE);
    await page.saveDraft(draftOf(26));
    expect(await everythingKept(page)).not.toMatch(PERSONAL);
    page = await nextPage();
    await unlocked(page);
    expect((await page.loadDrafts(NOW)).drafts).toHaveLength(26);
  });

  test.each(['InvalidStateError', 'QuotaExceededError'])(
    'sharing changes nothing where localStorage says %s',
    async (name) => {
      await fill();
      const refuse = () => {
        throw new DOMException('no', name);
      };
      const kept = localStorage;
      vi.stubGlobal('localStorage', { getItem: (key: string) => kept.getItem(key), setItem: refuse });
      await expect(page.shareDevice(PASSPHRASE)).rejects.toMatchObject({ name });
      vi.stubGlobal('localStorage', kept);
      page = await nextPage();
      expect(page.vault.state()).toBe('plain');
      expect((await page.loadDrafts(NOW)).drafts).toHaveLength(3);
    },
  );

  test('sharing changes nothing where the database cannot be raised', async () => {
    await fill();
    const open = indexedDB.open.bind(indexedDB);
    vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
      if ((version ?? 0) >= 1000) throw new DOMException('no', 'UnknownError');
      return version === undefined ? open(name) : open(name, version);
    });
    await expect(page.shareDevice(PASSPHRASE)).rejects.toMatchObject({ name: 'UnknownError' });
    expect(page.vault.state()).toBe('plain');
    expect(localStorage.getItem(SHARED_COMPUTER)).toBeNull();
    expect((await page.loadDrafts(NOW)).drafts).toHaveLength(3);
  });
});

describe('two pages of a shared computer', () => {
  test('while one encrypts, the other keeps saving, gets the keys, and all of it is encrypted', async () => {
    await fill(30);
    const other = await openSealedPage();
    await other.loadDrafts(NOW);
    let isShared = false;
    const saving = (async () => {
      let revision = 1;
      while (!isShared) {
        revision += 1;
        for (const number of [1, 15, 30, 31]) await other.saveDraft(draftOf(number, revision));
      }
      return revision;
    })();
    await page.shareDevice(PASSPHRASE);
    isShared = true;
    const revision = await saving;
    await vi.waitFor(() => expect(other.vault.state()).toBe('open'));
    expect(revision).toBeGreaterThan(2);
    expect(await everythingKept(page)).not.toMatch(PERSONAL);
    for (const number of [1, 15, 30, 31]) expect((await page.loadDraft(idOf(number), NOW))?.revision).toBe(revision);
    await other.kill();
  });

  test('while one decrypts, the other keeps saving, and all of it is readable', async () => {
    await fill(30);
    await page.shareDevice(PASSPHRASE);
    const other = await openSealedPage();
    await other.askForKeys();
    expect(other.vault.state()).toBe('open');
    let isOver = false;
    const saving = (async () => {
      let revision = 1;
      while (!isOver) {
        revision += 1;
        for (const number of [1, 15, 30]) await other.saveDraft(draftOf(number, revision));
      }
      return revision;
    })();
    await page.unshareDevice(PASSPHRASE);
    isOver = true;
    const revision = await saving;
    await vi.waitFor(() => expect(other.vault.state()).toBe('plain'));
    await other.kill();
    page = await nextPage();
    const { drafts } = await page.loadDrafts(NOW);
    expect(drafts.filter((draft) => draft.revision === revision)).toHaveLength(3);
  });

  test('a page that is opened beside an unlocked one needs no passphrase', async () => {
    await fill();
    await page.shareDevice(PASSPHRASE);
    const other = await openSealedPage();
    expect((await other.loadDrafts(NOW)).drafts).toHaveLength(3);
    expect(other.vault.state()).toBe('open');
    await other.kill();
  });
});
