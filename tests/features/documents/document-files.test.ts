// @vitest-environment node
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test } from 'vitest';
import { documentFiles } from '#features/documents/document-files.ts';
import { deleteDraft } from '#features/drafts/draft-database.ts';
import { closeDatabase, openDatabase } from '#platform/database.ts';

const DRAFT = 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11';
const OTHER = 'b1d6d5a3-8b46-4b1f-8a5d-7a3c9a1d2e22';
const about = (name: string) => ({ name, type: 'application/pdf', size: 8, attachment: name });
const bytes = (text: string) => new Blob([text], { type: 'application/pdf' });
const slots = async (draftId: string) => (await documentFiles.list(draftId)).map(({ slot }) => slot);

afterEach(async () => {
  await deleteDraft(DRAFT);
  await deleteDraft(OTHER);
});

describe('documents on this device', () => {
  test('are there, bytes included, after the page was closed', async () => {
    await documentFiles.put(DRAFT, 'passport', about('passport.pdf'), bytes('%PDF-1.7'));
    await closeDatabase();
    const [document] = await documentFiles.list(DRAFT);
    expect(document).toMatchObject({ slot: 'passport', description: about('passport.pdf') });
    expect(document?.kept).toBe(true);
    expect(await (await documentFiles.bytesOf(DRAFT, 'passport', 'passport.pdf'))?.text()).toBe('%PDF-1.7');
  });

  test('are kept as bytes and not as files, which WebKit refuses in private windows', async () => {
    await documentFiles.put(DRAFT, 'passport', about('passport.pdf'), bytes('%PDF-1.7'));
    const kept = await (await openDatabase()).get('files', [DRAFT, 'passport']);
    expect(kept?.bytes).toBeInstanceOf(ArrayBuffer);
  });

  test('come back as they were where the release before has kept them as Blobs', async () => {
    const database = await openDatabase();
    await database.put('documents', {
      draftId: DRAFT,
      slot: 'cv',
      description: { name: 'cv.pdf', type: 'application/pdf', size: 8 },
    });
    await database.put('files', { draftId: DRAFT, slot: 'cv', bytes: bytes('%PDF-1.4') });
    expect(await slots(DRAFT)).toEqual(['cv']);
    expect(await (await documentFiles.bytesOf(DRAFT, 'cv', 'cv.pdf'))?.text()).toBe('%PDF-1.4');
  });

  test('belong to one draft', async () => {
    await documentFiles.put(DRAFT, 'passport', about('one.pdf'), bytes('%PDF-1.7'));
    await documentFiles.put(OTHER, 'cv', about('two.pdf'), bytes('%PDF-1.7'));
    expect([await slots(DRAFT), await slots(OTHER)]).toEqual([['passport'], ['cv']]);
    await deleteDraft(DRAFT);
    expect([await slots(DRAFT), await slots(OTHER)]).toEqual([[], ['cv']]);
  });

  test('have one file in a slot', async () => {
    await documentFiles.put(DRAFT, 'cv', about('old.pdf'), bytes('%PDF-1.4'));
    await documentFiles.put(DRAFT, 'cv', about('new.pdf'), bytes('%PDF-1.7'));
    expect((await documentFiles.list(DRAFT)).map(({ description }) => description.name)).toEqual(['new.pdf']);
    await documentFiles.remove(DRAFT, 'cv');
    expect(await slots(DRAFT)).toEqual([]);
  });

  test('remember how far their upload is without being written again', async () => {
    await documentFiles.put(DRAFT, 'cv', about('cv.pdf'), bytes('%PDF-1.7'));
    await documentFiles.describe(DRAFT, 'cv', { ...about('cv.pdf'), uploadId: 'up1' }, false);
    expect((await documentFiles.list(DRAFT))[0]?.description.uploadId).toBe('up1');
  });

  test('of which only the description could be written are there without their bytes, and say so', async () => {
    await documentFiles.describe(DRAFT, 'cv', { ...about('cv.pdf'), uploadId: 'up1' }, true);
    await documentFiles.put(DRAFT, 'passport', about('passport.pdf'), bytes('%PDF-1.7'));
    const listed = (await documentFiles.list(DRAFT)).map(({ slot, kept }) => [slot, kept]);
    expect(Object.fromEntries(listed)).toEqual({ cv: false, passport: true });
  });

  test('whose slot another tab has given to another file keep that one, and its description', async () => {
    await documentFiles.put(DRAFT, 'cv', about('old.pdf'), bytes('%PDF-1.4'));
    await documentFiles.put(DRAFT, 'cv', about('new.pdf'), bytes('%PDF-1.7'));
    await documentFiles.describe(DRAFT, 'cv', { ...about('old.pdf'), uploadId: 'up1' }, false);
    expect((await documentFiles.list(DRAFT)).map(({ description }) => description)).toEqual([about('new.pdf')]);
    expect(await documentFiles.bytesOf(DRAFT, 'cv', 'old.pdf')).toBeUndefined();
    expect(await (await documentFiles.bytesOf(DRAFT, 'cv', 'new.pdf'))?.text()).toBe('%PDF-1.7');
  });

  test('that were removed do not come back with what a tab still says of their upload', async () => {
    await documentFiles.put(DRAFT, 'cv', about('cv.pdf'), bytes('%PDF-1.7'));
    await documentFiles.remove(DRAFT, 'cv');
    await documentFiles.describe(DRAFT, 'cv', { ...about('cv.pdf'), uploadId: 'up1' }, false);
    expect(await slots(DRAFT)).toEqual([]);
  });

  test('go with their draft', async () => {
    await documentFiles.put(DRAFT, 'cv', about('cv.pdf'), bytes('%PDF-1.7'));
    await deleteDraft(DRAFT);
    expect(await slots(DRAFT)).toEqual([]);
    expect(await (await openDatabase()).count('files')).toBe(0);
  });

  test('whose description another version wrote are passed over', async () => {
    await (await openDatabase()).put('documents', { draftId: DRAFT, slot: 'cv', description: { title: 'cv' } });
    expect(await slots(DRAFT)).toEqual([]);
  });
});
