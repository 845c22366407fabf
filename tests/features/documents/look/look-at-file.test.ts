import { describe, expect, test } from 'vitest';
import { isCutOff } from '#features/documents/look/look-at-file.ts';

const END = '%%EOF';
const file = (...parts: string[]) => new Blob(['%PDF-1.7 and its pages', ...parts]);

describe('the end of a PDF', () => {
  test.each([
    ['is its last line', [END, '\n']],
    ['is followed by filling, as mail programs and cards write it', [END, '\0'.repeat(50_000), '\r\n  ']],
    ['is within the last kilobyte', [END, 'x'.repeat(1019)]],
  ])('is there where it %s', async (_where, parts) => expect(await isCutOff(file(...parts))).toBe(false));

  test.each([
    ['nowhere', ['x'.repeat(3000)]],
    ['more than a kilobyte before what is last', [END, 'x'.repeat(1020)]],
    ['of an earlier version alone, with a longer one cut off behind it', [END, 'x'.repeat(200_000)]],
  ])('is missing if it is %s', async (_where, parts) => expect(await isCutOff(file(...parts))).toBe(true));
});
