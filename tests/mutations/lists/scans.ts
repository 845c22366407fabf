import type { Mutation } from '../mutation.ts';

const documents = 'src/features/documents';
const readPhoto = `${documents}/scan/engine/read-photo.ts`;
const flaws = `${documents}/look/flaws-of-page.ts`;

const tests = (...names: string[]) => names.map((name) => `tests/features/documents/${name}.test.ts`);
const photoTests = tests('scan/read-photo');
const flawTests = tests('look/flaws-of-page');

/** Documents from a phone: photographed, and looked at before they are sent. */
export const scans: readonly Mutation[] = [
  {
    rule: 'A photo of any size is decoded, and takes the memory of all its pixels',
    file: readPhoto,
    find: "if (header && header.width * header.height > MOST_DECODED_PIXELS) throw new BeyondLimit('pixels');",
    replace: 'void [BeyondLimit, MOST_DECODED_PIXELS];',
    tests: photoTests,
  },
  {
    rule: 'A photo that is drawn keeps all its pixels',
    file: readPhoto,
    find: 'Math.sqrt(MOST_PIXELS / (width * height))',
    replace: 'Math.sqrt((2 * MOST_PIXELS) / (width * height))',
    tests: photoTests,
  },
  {
    rule: 'A page of the PDF has 150 dpi',
    file: `${documents}/scan/engine/a4.ts`,
    find: '{ short: 1654, long: 2339 }',
    replace: '{ short: 1240, long: 1754 }',
    tests: tests('scan/a4'),
  },
  {
    rule: 'A landscape photo is put on a portrait page',
    file: `${documents}/scan/engine/a4.ts`,
    find: 'width > height ? { width: long, height: short }',
    replace: 'width < height ? { width: long, height: short }',
    tests: tests('scan/a4'),
  },
  {
    rule: 'Corners that go around the wrong way are a sheet, and its page is mirrored',
    file: `${documents}/scan/engine/geometry.ts`,
    find: 'after.y - next.y }) > 0;',
    replace: 'after.y - next.y }) !== 0;',
    tests: tests('scan/geometry'),
  },
  {
    rule: 'The corners of a turned page begin at another corner of its paper',
    file: `${documents}/scan/corners.ts`,
    find: 'corners[(at + 4 - turns) % 4]',
    replace: 'corners[at % 4]',
    tests: tests('scan/corners'),
  },
  {
    rule: 'A blank page is not warned about',
    file: flaws,
    find: "if (!hasText && isBlank(pixels)) return ['blank'];",
    replace: 'void isBlank;',
    tests: flawTests,
  },
  {
    rule: 'A blurred page is not warned about',
    file: flaws,
    find: 'isBlurred(pixels)) flaws',
    replace: 'isBlurred(pixels) && hasText) flaws',
    tests: flawTests,
  },
  {
    rule: 'A dark page is not warned about',
    file: flaws,
    find: "if (isDark(pixels)) flaws.push('dark');",
    replace: "if (isDark(pixels) && hasText) flaws.push('dark');",
    tests: flawTests,
  },
  {
    rule: 'A tiny scan is not warned about',
    file: flaws,
    find: 'scan.dpi < TINY_DPI',
    replace: 'scan.dpi < TINY_DPI / 2',
    tests: flawTests,
  },
  {
    rule: 'What a program has written is warned about: it has no colour',
    file: flaws,
    find: 'if (!scan) return flaws;',
    replace: 'void scan;',
    tests: flawTests,
  },
  {
    rule: 'A PDF without its end is not warned about if it contains an earlier end',
    file: `${documents}/look/look-at-file.ts`,
    find: 'Math.max(0, end - END_WITHIN), end)',
    replace: '0, end)',
    tests: tests('look/look-at-file'),
  },
];
