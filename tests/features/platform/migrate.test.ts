import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { deleteDraft, deleteUnconfirmed, listConfirmed, loadDrafts } from '#features/drafts/draft-database.ts';
import { addEntry, listEntries } from '#features/submission/outbox/outbox-storage.ts';
import { listSent } from '#features/submission/sent-records.ts';
import { openDatabase } from '#platform/database.ts';
import { SEALED, SHARED_COMPUTER } from '#platform/device-storage.ts';
import { createKeys } from '#platform/encryption/keys.ts';
import { dropKeys } from '#platform/encryption/keys-of-this-tab.ts';
import { writeLocalMarker } from '#platform/encryption/marker.ts';
import { sealRecord, staysReadable } from '#platform/encryption/records.ts';
import { createTextBox } from '#platform/encryption/text-box.ts';
import { unlock } from '#platform/encryption/vault.ts';
import type { BrowserStorage } from '#tests/support/browser-storage.ts';
import { RELEASE_NAMES, type Recorded, readJson, readRecorded, readTyped } from '#tests/support/release.ts';
import { newDevice } from '../new-device.ts';
import { closeChannels, prepareSealedPages } from './sealed/sealed-pages.ts';

const ID = 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11';
const NOW = Date.UTC(2026, 10, 23);
const sent = (id: string, at: number) => ({ id, applicant: id, documents: [], at });
const confirmed = (firstName: string) =>
  ({ id: ID, variant: 'direct', values: { firstName }, applicant: firstName, documents: [] }) as const;
const entry = (firstName: string, order: number) => ({
  ...confirmed(firstName),
  schema: 1,
  order,
  confirmedAt: NOW,
});

beforeEach(newDevice);

/** A tab of the release before writes to the database as it knows it. */
async function writeAsBefore(value: { readonly id: string }) {
  const database = await openDB('applications');
  await database.put('outbox', value);
  database.close();
}

const PASSPHRASE = 'four words are enough';
type Kept = BrowserStorage['databases'][number]['stores'][number];

/** Writes what was recorded as it is, in databases of the recorded version. */
async function restore({ localStorage: entries, databases }: BrowserStorage) {
  for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  for (const { name, version, stores } of databases) await restoreDatabase(name, version, stores);
}

async function restoreDatabase(name: string, version: number, stores: readonly Kept[]) {
  const database = await openDB(name, version, {
    upgrade(upgraded) {
      for (const { name: store, keyPath, autoIncrement, indexes } of stores) {
        const made = upgraded.createObjectStore(store, { keyPath, autoIncrement });
        for (const index of indexes) made.createIndex(index.name, index.keyPath);
      }
    },
  });
  for (const { name: store, keyPath, rows } of stores)
    for (const { key, value } of rows) await database.put(store, value, keyPath === null ? key : undefined);
  database.close();
}

/** The same where that release had encrypted it. */
async function restoreEncrypted({ localStorage: entries, databases: [database] }: BrowserStorage) {
  const { keys, marker: begun } = await createKeys(PASSPHRASE);
  const marker = { ...begun, state: 'shared' } as const;
  const box = createTextBox(keys);
  const { 'sent-applications': sent = '', ...others } = entries;
  for (const [key, value] of Object.entries(others)) localStorage.setItem(key, value);
  localStorage.setItem(`${SEALED}sent-applications`, box.seal('sent-applications', sent));
  writeLocalMarker(marker);
  const stores: Kept[] = [];
  for (const store of database?.stores ?? []) {
    const fields = [store.keyPath ?? []].flat();
    const seal = async ({ key, value }: Kept['rows'][number]) => {
      const place = { store: store.name, fields, key };
      return { key, value: staysReadable(place) ? value : await sealRecord(keys, place, value) };
    };
    const rows = await Promise.all(store.rows.map(seal));
    if (store.name === 'notes') rows.push({ key: SHARED_COMPUTER, value: JSON.stringify(marker) });
    stores.push({ ...store, rows });
  }
  await restoreDatabase('applications', 1002, stores);
  expect(await unlock(PASSPHRASE)).toBe('open');
}

describe.each(
  RELEASE_NAMES.flatMap((name) => [
    { name, how: 'readable', keep: restore },
    { name, how: 'encrypted', keep: restoreEncrypted },
  ]),
)('what a browser kept $how of release $name', ({ name, how, keep }) => {
  let recorded: Recorded;
  let at: number;

  beforeAll(prepareSealedPages);

  beforeEach(async () => {
    recorded = await readRecorded(name);
    at = Date.parse(recorded.at);
    await keep(await readJson<BrowserStorage>(name, 'browser/visitor.json'));
  });

  afterEach(dropKeys);

  afterAll(() => {
    closeChannels();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  test('its confirmed applications, what was sent and the receipts are records of the outbox', async () => {
    const { confirmed: waiting, waiting: also, ...others } = recorded.ids;
    const entries = await listEntries(at);
    expect(entries.map(({ id }) => id)).toContain(waiting);
    const receipts = await listSent(at);
    for (const id of [also, ...Object.values(others)]) expect(receipts.map((one) => one.id)).toContain(id);
    const database = await openDatabase();
    expect(Object.keys(localStorage).filter((key) => key.includes('sent-app'))).toEqual([]);
    const kept = JSON.stringify(await database.getAll('outbox'));
    expect(kept.includes(receipts[0]?.applicant ?? '')).toBe(how === 'readable');
    expect(await database.get('outbox', others.finished)).toMatchObject({ status: 'done' });
    expect(await listConfirmed()).toEqual(new Set([waiting]));
    expect(database.version % 10).toBe(2);
  });

  test('its drafts are there', async () => {
    const { drafts } = await readTyped(name);
    const names = (await loadDrafts(at)).drafts.map(({ label, answers }) => `${label} ${answers.firstName}`);
    for (const { listed } of drafts)
      expect(names.some((one) => listed.split(' ').some((word) => one.includes(word)))).toBe(true);
  });
});

describe('what a tab of the release before writes later', () => {
  test('waits to be sent, is not deleted with an expired draft, and is removed with one that the person deletes', async () => {
    await addEntry(confirmed('Amelia'), NOW);
    await writeAsBefore(entry('Emily', NOW + 1));
    expect(await listEntries(NOW)).toMatchObject([{ values: { firstName: 'Emily' } }]);
    expect(await listConfirmed()).toEqual(new Set([ID]));
    expect(await deleteUnconfirmed(ID, NOW)).toBe(false);
    await deleteDraft(ID);
    expect(await listEntries(NOW)).toEqual([]);
  });

  test('and notes as sent stays where it is while the device cannot be written, and is read later', async () => {
    localStorage.setItem('sent-applications', JSON.stringify([sent('Emily', NOW)]));
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk is full', 'QuotaExceededError');
    };
    expect(await listSent(NOW)).toEqual([]);
    IDBObjectStore.prototype.put = put;
    expect(await listSent(NOW)).toMatchObject([{ id: 'Emily' }]);
    localStorage.setItem('sent-applications', JSON.stringify([{ ...sent('Emily', NOW - 1), applicant: 'Older' }]));
    expect(await listSent(NOW)).toMatchObject([{ applicant: 'Emily' }]);
  });

  test.each([
    ['another version wrote', JSON.stringify([{ person: 'Amelia' }, sent('Known', NOW)]), ['Known']],
    ['is torn', '[{"applicant":"Amelia', []],
    ['is no list', '{"applicant":"Amelia"}', []],
  ])('and %s is removed, since its age is unknown', async (_what, text, left) => {
    localStorage.setItem('sent-applications', text);
    expect((await listSent(NOW)).map(({ applicant }) => applicant)).toEqual(left);
    expect(localStorage.getItem('sent-applications')).toBeNull();
  });
});
