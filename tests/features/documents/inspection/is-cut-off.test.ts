import { describe, expect, test } from 'vitest';
import { isCutOff } from '#features/documents/inspection/is-cut-off.ts';

const END = '%%EOF';
const file = (...parts: string[]) => new Blob(['%PDF-1.7 and its pages', ...parts]);

describe('the end of a PDF', () => {
  test.each([
    ['is its last line', [END, '\n']],
    ['is followed by filling, as mail programs and cards write it', [END, '\0'.repeat(50_000), '\r\n  ']],
    ['is followed by the lines of a portal', [END, '\n<!-- sent by the bank -->'.repeat(200)]],
  ])('is there where it %s', async (_where, parts) => expect(await isCutOff(file(...parts))).toBe(false));

  test.each([
    ['nowhere', ['x'.repeat(3000)]],
    ['of an earlier version alone, with a later one cut off behind it', [END, '\n12 0 obj\n<</Type/Page']],
    ['more than 64 KB before what is last', [END, 'x'.repeat(200_000)]],
  ])('is missing if it is %s', async (_where, parts) => expect(await isCutOff(file(...parts))).toBe(true));
});
