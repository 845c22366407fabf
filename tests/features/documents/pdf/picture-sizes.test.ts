import { describe, expect, test } from 'vitest';
import { hasHugePicture } from '#features/documents/pdf/picture-sizes.ts';

const MIB = 2 ** 20;
const picture = (width: number | string, height: number | string) =>
  `4 0 obj<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8>>stream\n`;
const isHuge = (...parts: string[]) => hasHugePicture(new Blob(parts));

describe('a PDF has a picture that is too large to be drawn', () => {
  test.each([
    ['of 81 megapixels', [picture(9000, 9000)]],
    ['whose height comes first', ['<</Height 9000 /Subtype /Image /Width 9000>>']],
    ['after many small ones', [picture(800, 600).repeat(50), picture(10_000, 10_000)]],
    ['as the mask of a small one', [picture(10, 10), picture(30_000, 30_000)]],
    // The megabyte ends in the middle of the number: what is before the border alone would be 90 pixels.
    ['across the border of two parts that are read', ['.'.repeat(MIB - 58), picture(9000, 9000)]],
    ['behind one whose size is elsewhere', [picture('12 0 R', 600), picture(9000, 9000)]],
  ])('%s', async (_which, parts) => expect(await isHuge(...parts)).toBe(true));

  test.each([
    ['a scan of A4 at 600 dpi', [picture(4960, 7016)]],
    ['the largest photo of a phone', [picture(8192, 6144)]],
    ['a wide picture and a high one', [picture(60_000, 10), picture(10, 60_000)]],
    ['sizes of two objects', ['<</Width 9000>>endobj', '<</Height 9000>>']],
    ['the widths of letters', ['<</Widths 9000/Height 9000>>']],
    ['nothing', []],
  ])('but not: %s', async (_which, parts) => expect(await isHuge(...parts)).toBe(false));
});
