import { describe, expect, test } from 'vitest';
import { PDF_ONLY } from '#components/upload/accepted-files.ts';
import { checkFile } from '#features/documents/document-checks.ts';
import type { DocumentDescriptor, DraftDocuments } from '#features/documents/documents-slice.ts';

const LIMITS = { types: PDF_ONLY, pdf: true, totalBytes: 104_857_600 };

/** A PDF that says that it has so many bytes: nothing here reads beyond its beginning. */
const fileOf = (bytes: number) => Object.defineProperty(new File(['%PDF-1.7'], 'a.pdf'), 'size', { value: bytes });
const others = (...sizes: number[]): DraftDocuments =>
  Object.fromEntries(sizes.map((size, index) => [`slot${index}`, uploadedOf(size)]));
const uploadedOf = (size: number): DocumentDescriptor => ({
  ...{ attachment: 'a', name: 'a.pdf', type: 'application/pdf', size },
  ...{ uploadedBytes: size, state: 'uploaded', kept: true },
});

describe('the documents of a draft', () => {
  test.each([
    ['one of 100 MB exactly', 104_857_600, []],
    ['100 MB exactly together with the others', 1_000, [104_856_600]],
  ])('may have: %s', async (_what, bytes, sizes) => {
    expect(await checkFile(fileOf(bytes), others(...sizes), LIMITS)).toBeUndefined();
  });
  test.each([
    ['one of 100 MB and a byte', 104_857_601, []],
    ['a byte more together with the others', 1_001, [104_856_600]],
  ])('may not have: %s', async (_what, bytes, sizes) => {
    expect(await checkFile(fileOf(bytes), others(...sizes), LIMITS)).toMatchObject({
      code: 'FILE_SIZE_ERROR',
      message: expect.stringMatching(/^Total size exceeds 100MB limit/),
    });
  });
});
