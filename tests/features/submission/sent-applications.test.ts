import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { findSent, listSent, saveSent } from '#features/submission/sent-records.ts';
import { openDatabase } from '#platform/database.ts';
import { newDevice } from '../new-device.ts';

const NOW = Date.UTC(2026, 4, 17, 4, 3);
const DAY = 24 * 60 * 60_000;
const sent = (applicant: string, at: number) => ({ id: applicant, applicant, documents: [], at });
const stored = async () => JSON.stringify(await (await openDatabase()).getAll('outbox'));
const names = async (now: number) => (await listSent(now)).map(({ applicant }) => applicant);

beforeEach(newDevice);

test('what was sent is removed from the device after 24 hours, the name in it too, and not only passed over', async () => {
  await saveSent(sent('Young', NOW - DAY + 1));
  await saveSent(sent('Old', NOW - DAY));
  expect(await names(NOW)).toEqual(['Young']);
  expect(await stored()).not.toContain('Old');
  expect(await names(NOW + 1)).toEqual([]);
  expect(await stored()).toBe('[]');
});

test('what was sent while the clock stood in 2036 is kept 24 hours from now on, and no years', async () => {
  await saveSent(sent('Ahead', Date.UTC(2036, 0, 1)));
  expect(await names(NOW)).toEqual(['Ahead']);
  expect(await names(NOW + DAY - 1)).toEqual(['Ahead']);
  expect(await names(NOW + DAY)).toEqual([]);
  expect(await stored()).not.toContain('Ahead');
});

test('what another version wrote is removed, since its age is unknown', async () => {
  const database = await openDatabase();
  await database.put('outbox', { id: 'other', status: 'sent', sent: { person: 'Amelia' } });
  await saveSent(sent('Known', NOW));
  expect(await names(NOW)).toEqual(['Known']);
  expect(await stored()).not.toContain('Amelia');
});

test('the newest comes first', async () => {
  await saveSent(sent('First', NOW));
  await saveSent(sent('Second', NOW + 1));
  expect(await names(NOW + 2)).toEqual(['Second', 'First']);
});

test('on a device that allows no storage nothing is found, and nothing is thrown', async () => {
  Reflect.deleteProperty(globalThis, 'indexedDB');
  await saveSent(sent('Known', NOW));
  expect(await findSent('Known')).toBeUndefined();
});
