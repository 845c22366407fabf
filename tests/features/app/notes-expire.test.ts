import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AppStore, createStore } from '#app/store.ts';
import { watchExpiry } from '#features/drafts/expiry.ts';
import { saveSent, saveUnsent } from '#features/submission/sent-records.ts';
import { openDatabase } from '#platform/database.ts';
import { newDevice } from '../new-device.ts';

const NOW = Date.UTC(2026, 4, 17, 4, 3);
const DAY = 24 * 60 * 60_000;
const ID = 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11';
const stored = async () => JSON.stringify([{ ...localStorage }, await (await openDatabase()).getAll('outbox')]);
let store: AppStore;

beforeEach(async () => {
  // Only the clock is stopped, also while the test waits for something.
  vi.setSystemTime(NOW);
  await newDevice();
  store = createStore();
});
afterEach(async () => {
  await store.dispatch(watchExpiry())();
  vi.useRealTimers();
});

test.each([
  ['sent', () => saveSent({ id: ID, applicant: 'Amelia Hall', documents: [], at: NOW })],
  ['given up', () => saveUnsent({ id: ID, applicant: 'Amelia Hall', confirmedAt: NOW }, NOW)],
])('the name on an application that was %s is gone after 24 hours, in a page left open, too', async (_what, note) => {
  await note();
  const stop = store.dispatch(watchExpiry());
  vi.setSystemTime(NOW + DAY - 1);
  document.dispatchEvent(new Event('visibilitychange'));
  // Looks follow one another: the end of the watch comes after them.
  await stop();
  expect(await stored()).toContain('Amelia Hall');
  store = createStore();
  store.dispatch(watchExpiry());
  vi.setSystemTime(NOW + DAY);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(async () => expect(await stored()).not.toContain('Amelia Hall'));
});
