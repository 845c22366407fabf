import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { documentFiles } from '#features/documents/document-files.ts';
import { newDraft } from '#features/drafts/draft.ts';
import { keepCopy } from '#features/drafts/draft-copy.ts';
import { saveDraft } from '#features/drafts/draft-database.ts';
import { deleteOrphans } from '#features/drafts/expiry.ts';
import { setAside } from '#features/drafts/quarantine.ts';
import { addEntry } from '#features/submission/outbox/outbox-storage.ts';
import { openDatabase } from '#platform/database.ts';
import { newDevice } from '../new-device.ts';

/** happy-dom has no Web Locks: no tab can be asked what it has open. */
const NOW = Date.UTC(2026, 4, 17, 4, 3);
const DAY_MS = 24 * 60 * 60 * 1000;
const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const draft = { ...newDraft(ID, 'direct', NOW), revision: 1 };
const kept = async () => {
  const database = await openDatabase();
  return { documents: await database.getAllKeys('documents'), files: await database.getAllKeys('files') };
};
const ALL = { documents: [[ID, 'passport']], files: [[ID, 'passport']] };
const NONE = { documents: [], files: [] };

beforeEach(async () => {
  vi.setSystemTime(NOW);
  await newDevice();
  const description = { name: 'passport.pdf', type: 'application/pdf', size: 1 };
  await documentFiles.put(ID, 'passport', description, new Blob(['1']));
});
afterEach(() => void vi.useRealTimers());

test('a document whose draft is not saved stays for 24 hours, since a page may be about to save it', async () => {
  await deleteOrphans(NOW + DAY_MS - 1);
  expect(await kept()).toEqual(ALL);
  await deleteOrphans(NOW + DAY_MS);
  expect(await kept()).toEqual(NONE);
});

test.each<[string, () => unknown]>([
  ['that is saved', () => saveDraft(draft)],
  ['of which a page has left a copy', () => keepCopy(draft)],
  ['that waits to be sent', () => addEntry({ ...draft, values: {}, applicant: '', documents: [] }, NOW)],
  ['that lies apart, since it cannot be read', () => setAside({ id: ID, value: { id: ID } }, NOW)],
])('the document of a draft %s stays, however old it is', async (_where, keep) => {
  await keep();
  await deleteOrphans(NOW + 3 * DAY_MS);
  expect(await kept()).toEqual(ALL);
});

test('one without a date, from an earlier version of the page, goes 24 hours after it was found', async () => {
  await (await openDatabase()).put('documents', { draftId: ID, slot: 'passport', description: {} });
  await deleteOrphans(NOW + 5 * DAY_MS);
  expect(await kept()).toEqual(ALL);
  await deleteOrphans(NOW + 6 * DAY_MS);
  expect(await kept()).toEqual(NONE);
});
