import type { Mutation } from '../mutation.ts';
import { within } from '../within.ts';

/** Documents from a phone: photographed, and looked at before they are sent. */
export const scans: readonly Mutation[] = [
  ...within('src/features/documents/scan/engine/read-photo.ts', 'features/documents/scan/read-photo.test.ts', {
    'A photo of any size is decoded, and takes the memory of all its pixels': [
      "if (header && header.width * header.height > MOST_DECODED_PIXELS) throw new BeyondLimit('pixels');",
      'void [BeyondLimit, MOST_DECODED_PIXELS];',
    ],
    'A photo that is drawn keeps all its pixels': [
      'Math.sqrt(MOST_PIXELS / (width * height))',
      'Math.sqrt((2 * MOST_PIXELS) / (width * height))',
    ],
  }),
  ...within('src/features/documents/scan/engine/a4.ts', 'features/documents/scan/a4.test.ts', {
    'A page of the PDF has 150 dpi': ['{ short: 1654, long: 2339 }', '{ short: 1240, long: 1754 }'],
    'A landscape photo is put on a portrait page': [
      'width > height ? { width: long, height: short }',
      'width < height ? { width: long, height: short }',
    ],
  }),
  ...within('src/features/documents/scan/engine/geometry.ts', 'features/documents/scan/geometry.test.ts', {
    'Corners that go around the wrong way are a sheet, and its page is mirrored': [
      'after.y - next.y }) > 0;',
      'after.y - next.y }) !== 0;',
    ],
  }),
  ...within('src/features/documents/scan/corners.ts', 'features/documents/scan/corners.test.ts', {
    'The corners of a turned page begin at another corner of its paper': [
      'corners[(at + 4 - turns) % 4]',
      'corners[at % 4]',
    ],
  }),
  ...within('src/features/documents/look/flaws-of-page.ts', 'features/documents/look/flaws-of-page.test.ts', {
    'A blank page is not warned about': ["if (!hasText && isBlank(pixels)) return ['blank'];", 'void isBlank;'],
    'A blurred page is not warned about': ['isBlurred(pixels)) flaws', 'isBlurred(pixels) && hasText) flaws'],
    'A dark page is not warned about': [
      "if (isDark(pixels)) flaws.push('dark');",
      "if (isDark(pixels) && hasText) flaws.push('dark');",
    ],
    'A tiny scan is not warned about': ['scan.dpi < TINY_DPI', 'scan.dpi < TINY_DPI / 2'],
    'What a program has written is warned about: it has no colour': ['if (!scan) return flaws;', 'void scan;'],
  }),
  ...within('src/features/documents/look/look-at-file.ts', 'features/documents/look/look-at-file.test.ts', {
    'A PDF without its end is not warned about if it contains an earlier end': [
      'end < 0 || OBJECT.test(last.slice(end))',
      'end < 0 && OBJECT.test(last)',
    ],
  }),
];
