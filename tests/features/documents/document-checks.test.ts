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

describe('a file', () => {
  test('that is empty is refused', async () => {
    expect(await checkFile(fileOf(0), {}, LIMITS)).toMatchObject({ code: 'file-too-small' });
  });

  test('that is empty is refused in the words of the generic control, with what to do', async () => {
    expect(await checkFile(fileOf(0), {}, { ...LIMITS, pdf: false })).toMatchObject({
      code: 'file-too-small',
      message: expect.stringMatching(/^File is smaller than 1 bytes\..*open it once, then choose it again$/),
    });
  });

  test('of exactly the largest size is taken, and one byte more is not', async () => {
    const limits = { ...LIMITS, maxBytes: 10_485_760 };
    expect(await checkFile(fileOf(10_485_760), {}, limits)).toBeUndefined();
    expect(await checkFile(fileOf(10_485_761), {}, limits)).toMatchObject({ code: 'file-too-large' });
  });

  test('that is no PDF by its content is refused, with any name', async () => {
    expect(await checkFile(new File(['MZ'], 'a.pdf'), {}, LIMITS)).toMatchObject({ code: 'file-invalid-type' });
  });

  test('that cannot be read any more is to be chosen again, and is not called another type', async () => {
    const gone = Object.assign(fileOf(9), {
      slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }),
    });
    expect(await checkFile(gone, {}, LIMITS)).toMatchObject({
      code: 'file-unreadable',
      message: 'We could not read the file. Please choose it again',
    });
  });
});
