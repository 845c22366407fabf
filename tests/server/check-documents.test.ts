import { expect, test } from 'vitest';
import type { UploadRecord } from '#server/ports/upload-ledger.ts';
import { checkDocuments } from '#server/submission/check-application.ts';

const DRAFT = '0f8fad5b-d9cb-469f-a165-70867728950e';
const MB = 1024 * 1024;
const SUM = 'ab'.repeat(32);

const upload = (id: string, changes: Partial<UploadRecord> = {}): UploadRecord => ({
  id,
  draftId: DRAFT,
  slot: 'passport',
  name: 'p.pdf',
  type: 'application/pdf',
  size: 900,
  createdAt: '2026-06-15T00:00:00.000Z',
  sha256: SUM,
  ...changes,
});
/** The register does not know that it is whole: only then are its bytes counted. */
const unfinished = (id: string): UploadRecord => {
  const { sha256: _sha256, ...rest } = upload(id);
  return rest;
};
const named = (uploadId: string, changes: object = {}) => ({
  slot: 'passport',
  uploadId,
  name: 'p.pdf',
  size: 900,
  ...changes,
});

/** Checks documents against uploads; of those that are not finished so many bytes are there. */
function check(documents: readonly ReturnType<typeof named>[], uploads: readonly UploadRecord[], arrived?: number) {
  const unused = () => Promise.reject(new Error('not asked for here'));
  return checkDocuments(
    {
      uploads,
      examine: unused,
      files: { size: async () => arrived },
    },
    'student',
    documents,
  );
}

test('documents that arrived as they are named are accepted, with the SHA-256 of what arrived', async () => {
  expect(await check([named('a')], [upload('a')])).toEqual([{ ...named('a'), sha256: SUM }]);
});

test.each([
  ['of which no such upload is there', [named('b')], [upload('a')], undefined],
  ['whose upload is for another place', [named('a')], [upload('a', { slot: 'cv' })], undefined],
  ['whose upload is not finished', [named('a')], [unfinished('a')], 899],
  ['of another size than its upload', [named('a', { size: 901 })], [upload('a')], undefined],
  ['of other content than its upload', [named('a', { sha256: 'cd'.repeat(32) })], [upload('a')], undefined],
  ['named twice for one place', [named('a'), named('c')], [upload('a'), upload('c')], undefined],
  [
    'in a place that the form does not have',
    [named('a', { slot: 'photo-id' })],
    [upload('a', { slot: 'photo-id' })],
    undefined,
  ],
])('a document %s is refused by the name of its place', async (_title, documents, uploads, arrived) => {
  await expect(check(documents, uploads, arrived)).rejects.toMatchObject({ code: 'UPLOAD_MISMATCH' });
});

test('100 MB together are accepted, and one byte more is not', async () => {
  const half = { size: 50 * MB };
  const more = { size: 50 * MB + 1 };
  const both = (second: object) => [named('a', half), named('b', { slot: 'cv', ...second })];
  const uploads = [upload('a', half), upload('b', { slot: 'cv', ...half }), upload('c', { slot: 'cv', ...more })];
  expect(await check(both(half), uploads)).toHaveLength(2);
  const tooMuch = [named('a', half), named('c', { slot: 'cv', ...more })];
  await expect(check(tooMuch, uploads)).rejects.toMatchObject({ code: 'FILE_SIZE_ERROR' });
});
