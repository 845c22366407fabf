// @vitest-environment node
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test } from 'vitest';
import { documentFiles } from '#features/documents/document-files.ts';
import { type KeptPage, keptPages, type PageItem } from '#features/documents/scan/kept-pages.ts';
import { type Draft, newDraft } from '#features/drafts/draft.ts';
import {
  deleteDraft,
  deleteUnconfirmed,
  loadDrafts,
  putBack,
  readWhole,
  saveDraft,
} from '#features/drafts/draft-database.ts';
import { deleteOrphans } from '#features/drafts/expiry.ts';
import { closeDatabase, openDatabase } from '#platform/database.ts';

const DRAFT = 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11';
const OTHER = 'b1d6d5a3-8b46-4b1f-8a5d-7a3c9a1d2e22';
const DAY_MS = 24 * 60 * 60_000;

const page = (id: string): KeptPage => ({ id, name: `${id}.jpg`, width: 30, height: 40, turns: 0 });
const bytes = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer;
const put = (items: readonly PageItem[], added: readonly string[] = [], draftId = DRAFT) =>
  keptPages.put(
    draftId,
    'passport',
    items,
    added.map((id) => ({ id, bytes: bytes(id) })),
  );
const listed = async (draftId = DRAFT) => (await keptPages.list(draftId, 'passport')).map(({ id }) => id);
const keys = async () =>
  (await (await openDatabase()).getAllKeys('files')).map(([draftId, slot]) => `${draftId} ${slot}`);

afterEach(async () => {
  await deleteDraft(DRAFT);
  await deleteDraft(OTHER);
});

describe('pages in work on this device', () => {
  test('are there in their order, bytes and decisions included, after the page was closed', async () => {
    const corners = [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 1, y: 0.5 },
      { x: 0, y: 0.5 },
    ] as const;
    const cropped = { ...page('one'), turns: 1, corners } as const;
    await put([page('two'), cropped], ['one', 'two']);
    await closeDatabase();
    expect(await keptPages.list(DRAFT, 'passport')).toEqual([page('two'), cropped]);
    expect(new TextDecoder().decode(await keptPages.bytesOf(DRAFT, 'passport', 'one'))).toBe('one');
  });

  test('are kept as bytes and not as files, which WebKit refuses in private windows', async () => {
    await put([page('one')], ['one']);
    for (const file of await (await openDatabase()).getAll('files')) expect(file.bytes).toBeInstanceOf(ArrayBuffer);
  });

  test('are stored in the database of the release before, so that a page of that release keeps saving', async () => {
    expect((await openDatabase()).version).toBe(2);
  });

  test('are written once: another order or a turn writes the list alone', async () => {
    await put([page('one'), page('two')], ['one', 'two']);
    await put([page('two'), { ...page('one'), turns: 2 }]);
    expect(await listed()).toEqual(['two', 'one']);
    expect(new TextDecoder().decode(await keptPages.bytesOf(DRAFT, 'passport', 'two'))).toBe('two');
  });

  test('leave nothing behind when they are removed', async () => {
    await put([page('one'), page('two')], ['one', 'two']);
    await put([page('two')]);
    expect(await keptPages.bytesOf(DRAFT, 'passport', 'one')).toBeUndefined();
    await put([]);
    expect(await keys()).toEqual([]);
  });

  test('belong to one slot of one draft', async () => {
    await put([page('one')], ['one']);
    await keptPages.put(DRAFT, 'cv', [page('two')], [{ id: 'two', bytes: bytes('two') }]);
    await put([page('three')], ['three'], OTHER);
    expect([await listed(), await listed(OTHER)]).toEqual([['one'], ['three']]);
    await put([]);
    expect((await keptPages.list(DRAFT, 'cv')).map(({ id }) => id)).toEqual(['two']);
  });

  test('are no documents', async () => {
    await put([page('one')], ['one']);
    expect(await documentFiles.list(DRAFT)).toEqual([]);
    await saveDraft({ ...newDraft(DRAFT, 'direct', Date.now(), {}), revision: 1 });
    expect((await loadDrafts(Date.now())).slots.get(DRAFT)).toBeUndefined();
  });

  test('that a newer version of the page wrote in another format are not taken for none', async () => {
    await put([page('one')], ['one']);
    await (await openDatabase()).put('files', {
      draftId: DRAFT,
      slot: 'scan:passport',
      bytes: new ArrayBuffer(0),
      pages: [{ id: 'one', turns: 'many' }],
    });
    await expect(listed()).rejects.toThrow();
  });
});

describe('with their draft', () => {
  const draft = (changedAt: number): Draft => ({ ...newDraft(DRAFT, 'direct', changedAt, {}), revision: 1 });

  test('they are deleted, and come back when that is undone', async () => {
    await saveDraft(draft(Date.now()));
    await put([page('one')], ['one']);
    const whole = await readWhole(DRAFT, Date.now());
    await deleteDraft(DRAFT);
    expect(await keys()).toEqual([]);
    if (whole) await putBack(whole);
    expect(await listed()).toEqual(['one']);
    expect(new TextDecoder().decode(await keptPages.bytesOf(DRAFT, 'passport', 'one'))).toBe('one');
  });

  test('they end when its 24 hours are over', async () => {
    await saveDraft(draft(Date.now() - DAY_MS));
    await put([page('one')], ['one']);
    expect(await deleteUnconfirmed(DRAFT, Date.now())).toBe(true);
    expect(await keys()).toEqual([]);
  });

  test('they stay for 24 hours where it was never saved, since the page was killed before', async () => {
    await put([page('one')], ['one']);
    const now = Date.now();
    await deleteOrphans(now + DAY_MS - 60_000);
    expect(await listed()).toEqual(['one']);
    await deleteOrphans(now + DAY_MS + 60_000);
    expect(await keys()).toEqual([]);
  });
});
