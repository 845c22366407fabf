import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answersChanged } from '#features/drafts/draft-events.ts';
import { listDrafts } from '#features/drafts/list-drafts.ts';
import { createDraft } from '#features/drafts/open-draft.ts';
import { SHARED_COMPUTER } from '#platform/device-storage.ts';
import { closeChannels, openSealedPage, type SealedPage } from '../platform/sealed/sealed-pages.ts';
import { endDevice, PASSPHRASE, prepareDevice } from './own-page.ts';

/** Another page with a store, which follows what other tabs do. */
async function openFollowing() {
  const page = await openSealedPage();
  const { createStore } = await import('#app/store.ts');
  const { followSharing } = await import('#features/shared-computer/follow-sharing.ts');
  const store = createStore();
  /** As the entry does, when a page begins or another tab has written the marker. */
  const follow = async (isBeginning = false) => {
    if (isBeginning && localStorage.getItem(SHARED_COMPUTER) !== null) page.vault.set('asking');
    await store.dispatch(followSharing());
  };
  return { ...page, store, follow };
}

let left: Awaited<ReturnType<typeof prepareDevice>>;
let other: SealedPage;
let page: Awaited<ReturnType<typeof openFollowing>>;
beforeEach(async () => {
  left = await prepareDevice();
  other = await openSealedPage();
  page = await openFollowing();
  await page.store.dispatch(createDraft('agent'));
  // What is still being read would ask the other page for its keys.
  await page.store.dispatch(listDrafts());
});
afterEach(async () => {
  closeChannels();
  for (const one of [other, page]) {
    await one.closeDatabase();
    one.dropKeys();
  }
  vi.resetModules();
  await endDevice();
});
const until = (one: SealedPage, state: string) => vi.waitFor(() => expect(one.vault.state()).toBe(state));

test('another tab shares the computer: this page has the keys, and keeps saving, encrypted', async () => {
  await other.shareDevice(PASSPHRASE);
  await page.follow();
  expect(page.vault.state()).toBe('open');
  page.personalStorage.set('kept-agency', 'Mei Lin');
  expect(JSON.stringify({ ...localStorage })).not.toContain('Mei Lin');
  expect(other.personalStorage.get('kept-agency')).toBe('Mei Lin');
});

test('another tab is locked: what was typed here last is saved before this page is left', async () => {
  await other.shareDevice(PASSPHRASE);
  await page.follow();
  page.store.dispatch(answersChanged({ firstName: 'Amelia' }));
  const id = page.store.getState().drafts.open?.id ?? '';
  other.tellLocked();
  await until(page, 'locked');
  expect(left).toHaveBeenCalledWith('/');
  expect(page.heldKeys()).toBeUndefined();
  expect((await other.loadDraft(id, Date.now()))?.answers).toMatchObject({ firstName: 'Amelia' });
});

test('another tab is unlocked: this page, which was locked, has the keys, too', async () => {
  await other.shareDevice(PASSPHRASE);
  await other.kill();
  await page.follow(true);
  expect(page.vault.state()).toBe('locked');
  other = await openSealedPage();
  expect(await other.unlock(PASSPHRASE)).toBe('open');
  await until(page, 'open');
});

test('the computer is no longer shared: this page reads and writes as on any other', async () => {
  await other.shareDevice(PASSPHRASE);
  await page.follow();
  page.personalStorage.set('kept-agency', 'Mei Lin');
  expect(await other.unshareDevice(PASSPHRASE)).toBe('plain');
  await until(page, 'plain');
  expect(page.personalStorage.get('kept-agency')).toBe('Mei Lin');
  page.personalStorage.set('kept-agency', 'Mei Lin again');
  expect(localStorage.getItem('kept-agency')).toBe('Mei Lin again');
});
