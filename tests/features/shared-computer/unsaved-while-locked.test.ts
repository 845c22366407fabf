import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newDraft } from '#features/drafts/draft.ts';
import { readCopy } from '#features/drafts/draft-copy.ts';
import { loadDraft, saveDraft } from '#features/drafts/draft-database.ts';
import { keepEncrypted, restoreUnsaved } from '#features/shared-computer/unsaved-while-locked.ts';
import { closeDatabase } from '#platform/database.ts';
import { leaveLocked } from '#platform/encryption/keys-of-this-tab.ts';
import { shareDevice } from '#platform/encryption/vault.ts';
import { endDevice, fillDevice, PASSPHRASE, prepareDevice, unlockedPage } from './own-page.ts';

const NOW = Date.now();
const idOf = (number: number) => `0f8fad5b-d9cb-469f-a165-${String(number).padStart(12, '0')}`;
const draftOf = (number: number, revision: number) => ({
  ...newDraft(idOf(number), 'agent', NOW, { firstName: `Amelia ${revision}` }),
  revision,
});
const revisionOf = async (number: number) => (await loadDraft(idOf(number), NOW))?.revision;

beforeEach(async () => {
  await prepareDevice();
  for (const number of [1, 2]) await saveDraft(draftOf(number, 1));
  await shareDevice(PASSPHRASE);
});
afterEach(endDevice);

async function lockAndUnlock() {
  await closeDatabase();
  leaveLocked();
  await unlockedPage();
}
const held = () => [window.name, { ...sessionStorage }, { ...localStorage }];

test('two drafts are held sealed in sessionStorage, written after unlocking, and held no more', async () => {
  keepEncrypted([draftOf(1, 2), draftOf(2, 3)]);
  expect(Object.keys(sessionStorage)).toEqual(['held-while-locked']);
  expect(JSON.stringify(held())).not.toContain('Amelia');
  await lockAndUnlock();
  await restoreUnsaved();
  expect([await revisionOf(1), await revisionOf(2)]).toEqual([2, 3]);
  expect([window.name, sessionStorage.length]).toEqual(['', 0]);
});

test('where sessionStorage takes nothing, the name of the window holds it', async () => {
  const repair = fillDevice();
  keepEncrypted([draftOf(1, 2)]);
  repair();
  expect(sessionStorage).toHaveLength(0);
  expect(window.name).toMatch(/^held-while-locked:/);
  expect(JSON.stringify(held())).not.toContain('Amelia');
  await lockAndUnlock();
  await restoreUnsaved();
  expect(await revisionOf(1)).toBe(2);
  expect(window.name).toBe('');
});

test('what the device still does not take stays held, beside what is held later', async () => {
  const repair = fillDevice();
  keepEncrypted([draftOf(1, 2)]);
  await restoreUnsaved();
  keepEncrypted([draftOf(2, 2)]);
  await restoreUnsaved();
  repair();
  await lockAndUnlock();
  await restoreUnsaved();
  expect([await revisionOf(1), await revisionOf(2)]).toEqual([2, 2]);
});

test('a draft that is newer on the disk wins, and keeps nothing else from being written', async () => {
  keepEncrypted([draftOf(1, 2), draftOf(2, 2)]);
  await saveDraft(draftOf(1, 5));
  await lockAndUnlock();
  const taken = fillDevice();
  await restoreUnsaved();
  taken();
  expect(await revisionOf(1)).toBe(5);
  await restoreUnsaved();
  expect([await revisionOf(1), await revisionOf(2)]).toEqual([5, 2]);
  expect([readCopy(idOf(1)), readCopy(idOf(2))?.draft?.revision]).toEqual([undefined, 2]);
  expect(sessionStorage).toHaveLength(0);
});

test('what was sealed with other keys is left alone, and loses nothing', async () => {
  sessionStorage.setItem('held-while-locked', 'of.others');
  await restoreUnsaved();
  expect(sessionStorage.getItem('held-while-locked')).toBe('of.others');
  keepEncrypted([draftOf(1, 2)]);
  await restoreUnsaved();
  expect(await revisionOf(1)).toBe(2);
});
