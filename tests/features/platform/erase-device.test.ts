import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newDraft } from '#features/drafts/draft.ts';
import { saveDraft } from '#features/drafts/draft-database.ts';
import { saveSent } from '#features/submission/sent-records.ts';
import { closeDatabase } from '#platform/database.ts';
import { countKept, eraseDevice } from '#platform/erase-device.ts';
import { ERASURE_MARK } from '#platform/erasure.ts';
import { newDevice } from '../new-device.ts';
import { unseal } from '../unsealed.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const DRAFT = { ...newDraft(ID, 'agent', Date.now(), { firstName: 'Zoe' }), revision: 1 };
const names = async () => (await indexedDB.databases()).map(({ name }) => name);

beforeEach(async () => {
  await newDevice();
  await saveDraft(DRAFT);
  await saveSent({ id: ID, applicant: 'Zoe Hall', documents: [], at: Date.now() });
  localStorage.setItem('kept-agency', '{"agentName":"Mei Lin"}');
  sessionStorage.setItem('open-draft', ID);
});
afterEach(async () => {
  unseal();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await newDevice();
});

describe('erasing everything on this device', () => {
  test('says before how much there is', async () => {
    expect(await countKept()).toEqual({ drafts: 1, documents: 0, outbox: 0 });
  });

  test('leaves no database and no note, but a mark for tabs that sleep, which says nothing', async () => {
    const releaseDrafts = vi.fn();
    expect(await eraseDevice(releaseDrafts)).toEqual([]);
    expect(releaseDrafts).toHaveBeenCalledOnce();
    expect(await names()).toEqual([]);
    expect(Object.keys(localStorage)).toEqual([ERASURE_MARK]);
    expect(localStorage.getItem(ERASURE_MARK)).toMatch(/^[0-9a-f-]{36}$/);
    expect(sessionStorage.length).toBe(0);
  });

  // That localStorage refuses, too, is tested in a browser: the simulated one does not look at its prototype.
  test('ends all writing of this page', async () => {
    await eraseDevice(() => {});
    await expect(saveDraft(DRAFT)).rejects.toThrow('Everything on this device was erased.');
    expect(await names()).toEqual([]);
  });

  test('removes the saved lists, and keeps the application that opens without a connection', async () => {
    const kept = new Set(['lists', 'scans', 'workbox-precache-v2-https://apply.example/']);
    const remove = async (name: string) => kept.delete(name);
    vi.stubGlobal('caches', { keys: async () => [...kept], delete: remove });
    expect(await eraseDevice(() => {})).toEqual([]);
    expect([...kept]).toEqual(['workbox-precache-v2-https://apply.example/']);
  });

  test('does not take for a leftover what the service worker has fetched again for a tab that was reloaded', async () => {
    const kept = new Set(['lists']);
    const remove = async (name: string) => kept.has(name);
    vi.stubGlobal('caches', { keys: async () => [...kept], delete: remove });
    expect(await eraseDevice(() => {})).toEqual([]);
  });

  test('does not take for a leftover the view that another tab notes when it was reloaded', async () => {
    const note = async () => {
      localStorage.setItem('view', 'home');
      return [];
    };
    vi.stubGlobal('caches', { keys: note, delete: async () => true });
    expect(await eraseDevice(() => {})).toEqual([]);
    expect(Object.keys(localStorage)).not.toContain('kept-agency');
  });

  test('does not wait for the database of the service worker, which has names of scripts only and is never closed', async () => {
    const opening = indexedDB.open('workbox-expiration');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    expect(await eraseDevice(() => {}, 5000)).toEqual([]);
    expect(await names()).toEqual(['workbox-expiration']);
    opening.result.close();
  });

  test('tells other tabs also where localStorage is full', async () => {
    const kept = new Map([['kept-agency', 'x']]);
    const write = (key: string, value: string) => {
      if (kept.size > 0) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    };
    const full = { clear: () => kept.clear(), setItem: write, getItem: (key: string) => kept.get(key) ?? null };
    vi.stubGlobal('localStorage', Object.create({ ...full, removeItem() {} }));
    await eraseDevice(() => {});
    expect([...kept.keys()]).toEqual([ERASURE_MARK]);
  });

  test('comes to its end where the browser allows no locks', async () => {
    const refused = new DOMException('denied', 'SecurityError');
    vi.stubGlobal('navigator', { locks: { query: () => Promise.reject(refused) } });
    expect(await eraseDevice(() => {})).toEqual([]);
  });

  test('names what could not be removed', async () => {
    const stuck = Object.create({ getItem: () => null, setItem() {}, removeItem() {}, clear() {} });
    vi.stubGlobal('localStorage', Object.assign(stuck, { 'kept-agency': '{}' }));
    vi.stubGlobal('caches', { keys: async () => ['lists'], delete: () => Promise.reject(new Error('disk')) });
    expect(await eraseDevice(() => {})).toEqual(['notes', 'caches']);
  });

  test('names the database where another tab does not close it in time, which is deleted once it does', async () => {
    const opening = indexedDB.open('applications');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    expect(await eraseDevice(() => {}, 100)).toEqual(['database']);
    opening.result.close();
    await expect.poll(names).toEqual([]);
  });

  test('names another tab that does not let go of its application', async () => {
    vi.stubGlobal('navigator', { locks: { query: async () => ({ held: [{ name: `draft:${ID}` }] }) } });
    // Longer than the deletion takes, which the same limit ends.
    expect(await eraseDevice(() => {}, 3_000)).toEqual(['tabs']);
  });

  test('takes the word of the deletion where the browser lists no databases', async () => {
    Object.defineProperty(indexedDB, 'databases', { value: undefined, configurable: true });
    const opening = indexedDB.open('applications');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    expect(await eraseDevice(() => {}, 100)).toEqual(['database']);
    opening.result.close();
    expect(await eraseDevice(() => {})).toEqual([]);
  });

  test('counts what cannot be read as left', async () => {
    await closeDatabase();
    vi.spyOn(IDBFactory.prototype, 'databases').mockRejectedValue(new Error('disk'));
    expect(await eraseDevice(() => {})).toEqual(['database']);
  });
});
