import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import { newDraft } from '#features/drafts/draft.ts';
import { forgetCopy, keepCopy, readCopy } from '#features/drafts/draft-copy.ts';
import {
  DraftOvertaken,
  deleteDraft,
  deleteSetAside,
  deleteUnconfirmed,
  loadDraft,
  loadDrafts,
  putBack,
  readWhole,
  saveDraft,
} from '#features/drafts/draft-database.ts';
import { deleteOrphans } from '#features/drafts/expiry.ts';
import { listSetAside } from '#features/drafts/quarantine.ts';
import { addEntry } from '#features/submission/outbox/outbox-storage.ts';
import { openDatabase } from '#platform/database.ts';
import { newDevice } from '../new-device.ts';

/** How long a draft is kept: 24 hours. */
const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 4, 17, 4, 3);
const ONE = '0f8fad5b-d9cb-469f-a165-70867728950e';
const OTHER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const draftOf = (id: string, changedAt = NOW) => ({ ...newDraft(id, 'direct', changedAt), revision: 1 });

async function attach(draftId: string, slot: string) {
  const database = await openDatabase();
  await database.put('documents', { draftId, slot, description: { name: 'passport.pdf' }, at: NOW });
  await database.put('files', { draftId, slot, bytes: new Blob(['%PDF-']) });
}

beforeEach(async () => {
  await newDevice();
});

describe('drafts on this device', () => {
  test('come back, the one changed last first', async () => {
    await saveDraft(draftOf(ONE));
    await saveDraft(draftOf(OTHER, NOW + 1));
    expect((await loadDrafts(NOW + 2)).drafts.map(({ id }) => id)).toEqual([OTHER, ONE]);
  });

  test('are not listed when their 24 hours are over, and gone with their documents; others stay', async () => {
    await saveDraft(draftOf(ONE));
    await attach(ONE, 'passport');
    await saveDraft(draftOf(OTHER, NOW + 1000));
    await attach(OTHER, 'passport');
    expect((await loadDrafts(NOW + DAY)).drafts.map(({ id }) => id)).toEqual([OTHER]);
    expect(await deleteUnconfirmed(ONE, NOW + DAY)).toBe(true);
    const database = await openDatabase();
    expect(await database.getAllKeys('drafts')).toEqual([OTHER]);
    expect(await database.getAllKeys('documents')).toEqual([[OTHER, 'passport']]);
    expect(await database.getAllKeys('files')).toEqual([[OTHER, 'passport']]);
  });

  test('are deleted with their documents and the copy made on leaving', async () => {
    await saveDraft(draftOf(ONE));
    await attach(ONE, 'cv');
    keepCopy({ ...draftOf(ONE), revision: 2 });
    await deleteDraft(ONE);
    expect((await loadDrafts(NOW)).drafts).toEqual([]);
    expect(await (await openDatabase()).getAllKeys('files')).toEqual([]);
    expect(readCopy(ONE)).toBeUndefined();
  });

  test('that cannot be read are set aside word for word, and the good ones stay', async () => {
    const unreadable = { ...draftOf(ONE), schema: 99, answers: { firstName: 'Amelia' } };
    await (await openDatabase()).put('drafts', unreadable);
    await saveDraft(draftOf(OTHER));
    const loaded = await loadDrafts(NOW);
    expect(loaded.unreadable).toEqual([ONE]);
    expect(loaded.drafts.map(({ id }) => id)).toEqual([OTHER]);
    expect(await listSetAside()).toEqual([{ draftId: ONE, value: unreadable, at: NOW }]);
    // It is kept apart, and reported, until it is removed or its 24 hours are over.
    expect((await loadDrafts(NOW)).unreadable).toEqual([ONE]);
    await deleteSetAside();
    expect((await loadDrafts(NOW)).unreadable).toEqual([]);
  });
});

describe('a draft whose times cannot be', () => {
  test.each([
    ['2036', Date.UTC(2036, 0, 1)],
    ['2020, when the clock had lost its date', Date.UTC(2020, 0, 1)],
  ])('saved while the clock stood in %s: its 24 hours begin now, and end', async (_when, at) => {
    await saveDraft(draftOf(ONE, at));
    expect((await loadDrafts(NOW)).drafts).toMatchObject([{ id: ONE, changedAt: NOW, createdAt: NOW }]);
    expect(await (await openDatabase()).get('drafts', ONE)).toMatchObject({ changedAt: NOW });
    expect((await loadDraft(ONE, NOW + DAY - 1))?.changedAt).toBe(NOW);
    expect((await loadDrafts(NOW + DAY)).drafts).toEqual([]);
  });

  test('the same for the copy made on leaving', async () => {
    keepCopy(draftOf(ONE, Date.UTC(2036, 0, 1)));
    expect((await loadDrafts(NOW)).drafts).toMatchObject([{ id: ONE, changedAt: NOW }]);
    expect((await loadDrafts(NOW + DAY)).drafts).toEqual([]);
  });

  test('the same for what is set aside', async () => {
    const at = Date.UTC(2036, 0, 1);
    await (await openDatabase()).add('quarantine', { draftId: ONE, value: 'torn', at });
    expect((await loadDrafts(NOW)).unreadable).toEqual([ONE]);
    expect((await loadDrafts(NOW + DAY)).unreadable).toEqual([]);
  });
});

describe('a draft whose time is up', () => {
  test('is not thrown away when it was confirmed at the last moment', async () => {
    await saveDraft(draftOf(ONE));
    await addEntry({ id: ONE, variant: 'direct', values: {}, applicant: 'Amelia', documents: [] }, NOW);
    expect(await deleteUnconfirmed(ONE, NOW + DAY)).toBe(false);
    expect(await loadDraft(ONE, NOW + DAY)).toBeDefined();
    await deleteDraft(ONE);
    expect(await deleteUnconfirmed(ONE, NOW + DAY)).toBe(true);
  });

  test('is not thrown away when a document was kept since it was found to be too old', async () => {
    await saveDraft(draftOf(ONE));
    const description = { name: 'passport.pdf', type: 'application/pdf', size: 100 };
    await (await openDatabase()).put('documents', { draftId: ONE, slot: 'passport', description, at: NOW + DAY });
    expect(await deleteUnconfirmed(ONE, NOW + DAY)).toBe(false);
    expect(await deleteUnconfirmed(ONE, NOW + DAY + 1)).toBe(true);
  });
});

describe('a draft that waits to be sent', () => {
  test('is there when its 24 hours are over, and so is what waits', async () => {
    await saveDraft(draftOf(ONE));
    await addEntry({ id: ONE, variant: 'direct', values: {}, applicant: 'Amelia', documents: [] }, NOW);
    expect((await loadDrafts(NOW + DAY)).drafts.map(({ id }) => id)).toEqual([ONE]);
    expect(await (await openDatabase()).getAllKeys('outbox')).toEqual([ONE]);
  });
});

describe('the copy made on leaving', () => {
  test('wins over the saved draft when its revision is higher', async () => {
    await saveDraft(draftOf(ONE));
    keepCopy({ ...draftOf(ONE), revision: 3, answers: { firstName: 'Amelia' } });
    expect((await loadDrafts(NOW)).drafts.map(({ revision }) => revision)).toEqual([3]);
  });

  test('loses to a saved draft of a higher revision', async () => {
    await saveDraft({ ...draftOf(ONE), revision: 5 });
    keepCopy({ ...draftOf(ONE), revision: 3 });
    expect((await loadDrafts(NOW)).drafts.map(({ revision }) => revision)).toEqual([5]);
  });

  test('is a separate draft when nothing else was saved', async () => {
    keepCopy(draftOf(ONE));
    expect((await loadDrafts(NOW)).drafts.map(({ id }) => id)).toEqual([ONE]);
  });

  test('goes once as much is saved, and not before', () => {
    keepCopy({ ...draftOf(ONE), revision: 3 });
    forgetCopy(ONE, 2);
    expect(readCopy(ONE)?.draft?.revision).toBe(3);
    forgetCopy(ONE, 3);
    expect(readCopy(ONE)).toBeUndefined();
  });

  test('that is damaged is set aside, and the draft stays', async () => {
    localStorage.setItem(`draft-copy:${ONE}`, '{"schema":1,');
    await saveDraft(draftOf(ONE));
    const { drafts, unreadable } = await loadDrafts(NOW);
    expect([drafts.map(({ id }) => id), unreadable]).toEqual([[ONE], [ONE]]);
    expect(await listSetAside()).toEqual([{ draftId: ONE, value: '{"schema":1,', at: NOW }]);
    expect(localStorage).toHaveLength(0);
  });

  test("under another draft's name belongs to no draft, and is set aside", async () => {
    localStorage.setItem(`draft-copy:${OTHER}`, JSON.stringify(draftOf(ONE)));
    expect(await loadDraft(OTHER, NOW)).toBeUndefined();
    const { drafts, unreadable } = await loadDrafts(NOW);
    expect([drafts, unreadable]).toEqual([[], [OTHER]]);
  });

  test('that a later version of the page has left is neither removed nor replaced by one that cannot read it', async () => {
    const left = JSON.stringify({ ...draftOf(ONE), schema: 99 });
    localStorage.setItem(`draft-copy:${ONE}`, left);
    await expect(saveDraft({ ...draftOf(ONE), revision: 7 })).rejects.toBeInstanceOf(DraftOvertaken);
    forgetCopy(ONE, 7);
    expect(keepCopy({ ...draftOf(ONE), revision: 7 })).toBe(false);
    expect(readCopy(ONE)?.value).toBe(left);
  });

  test('goes with its draft, whichever version has left it', async () => {
    localStorage.setItem(`draft-copy:${ONE}`, JSON.stringify({ ...draftOf(ONE), schema: 99 }));
    await deleteDraft(ONE);
    expect(readCopy(ONE)).toBeUndefined();
  });

  test('is kept of each draft, since two tabs may leave at once', async () => {
    keepCopy(draftOf(ONE));
    keepCopy(draftOf(OTHER));
    expect((await loadDrafts(NOW)).drafts).toHaveLength(2);
  });
});

describe('what was set aside', () => {
  const unreadable = { ...draftOf(ONE), schema: 99 };

  test('is gone after 24 hours, and so are the documents of a draft of which nothing else is left', async () => {
    await (await openDatabase()).put('drafts', unreadable);
    await attach(ONE, 'passport');
    await loadDrafts(NOW);
    await loadDrafts(NOW + DAY);
    await deleteOrphans(NOW + DAY);
    const database = await openDatabase();
    expect(await database.getAll('quarantine')).toEqual([]);
    expect(await database.getAllKeys('files')).toEqual([]);
  });

  test('comes back where this version of the page can read what another could not', async () => {
    await (await openDatabase()).add('quarantine', { draftId: ONE, value: draftOf(ONE), at: NOW });
    const { drafts, unreadable: aside } = await loadDrafts(NOW);
    expect([drafts.map(({ id }) => id), aside]).toEqual([[ONE], []]);
  });

  test('comes back over an earlier state of the draft, unless that was changed later', async () => {
    await saveDraft(draftOf(ONE));
    await saveDraft({ ...draftOf(OTHER), changedAt: NOW + 2 });
    for (const draftId of [ONE, OTHER]) {
      const value = JSON.stringify({ ...draftOf(draftId), revision: 9, changedAt: NOW + 1 });
      await (await openDatabase()).add('quarantine', { draftId, value, at: NOW + 1 });
    }
    const { drafts, unreadable: aside } = await loadDrafts(NOW + 3);
    expect(Object.fromEntries(drafts.map(({ id, revision }) => [id, revision]))).toEqual({
      [ONE]: 9,
      [OTHER]: draftOf(OTHER).revision,
    });
    expect(aside).toEqual([OTHER]);
  });

  test('goes with the draft that is deleted', async () => {
    await (await openDatabase()).add('quarantine', { draftId: ONE, value: unreadable, at: NOW });
    await (await openDatabase()).add('quarantine', { draftId: OTHER, value: unreadable, at: NOW });
    await deleteDraft(ONE);
    expect((await listSetAside()).map(({ draftId }) => draftId)).toEqual([OTHER]);
  });

  test('goes where the draft is there by now, as new or newer', async () => {
    await saveDraft({ ...draftOf(ONE), revision: 2 });
    await (await openDatabase()).add('quarantine', { draftId: ONE, value: draftOf(ONE), at: NOW });
    const { drafts, unreadable: aside } = await loadDrafts(NOW);
    expect([drafts.map(({ revision }) => revision), aside]).toEqual([[2], []]);
  });
});

describe('one draft', () => {
  test('is read alone, with the newer copy winning; gone when its time is up', async () => {
    await saveDraft(draftOf(ONE));
    keepCopy({ ...draftOf(ONE), revision: 2 });
    expect((await loadDraft(ONE, NOW))?.revision).toBe(2);
    expect(await loadDraft(ONE, NOW + DAY)).toBeUndefined();
    expect(await loadDraft(OTHER, NOW)).toBeUndefined();
  });

  test('that cannot be read is set aside when it is asked for', async () => {
    const unreadable = { ...draftOf(ONE), schema: 99 };
    await (await openDatabase()).put('drafts', unreadable);
    expect(await loadDraft(ONE, NOW)).toBeUndefined();
    expect(await listSetAside()).toEqual([{ draftId: ONE, value: unreadable, at: NOW }]);
  });

  test('is not written over what is newer, or over what a newer version of the page wrote', async () => {
    await saveDraft({ ...draftOf(ONE), revision: 5 });
    await expect(saveDraft({ ...draftOf(ONE), revision: 4 })).rejects.toBeInstanceOf(DraftOvertaken);
    await (await openDatabase()).put('drafts', { ...draftOf(OTHER), schema: 99 } as { id: string });
    await expect(saveDraft(draftOf(OTHER))).rejects.toBeInstanceOf(DraftOvertaken);
    expect((await loadDraft(ONE, NOW))?.revision).toBe(5);
  });

  test('that was deleted can be put back with its documents', async () => {
    await saveDraft(draftOf(ONE));
    await attach(ONE, 'cv');
    const whole = await readWhole(ONE, NOW);
    await deleteDraft(ONE);
    expect(await loadDraft(ONE, NOW)).toBeUndefined();
    if (whole !== undefined) await putBack(whole);
    expect(await loadDraft(ONE, NOW)).toEqual(draftOf(ONE));
    const database = await openDatabase();
    expect(await database.getAllKeys('documents')).toEqual([[ONE, 'cv']]);
    expect(await database.getAllKeys('files')).toEqual([[ONE, 'cv']]);
  });
});
