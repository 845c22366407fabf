import { describe, expect, test } from 'vitest';
import { largeScan } from '#features/documents/inspection/large-scan.ts';

const MIB = 1024 * 1024;
const scanned = (dpi: number) => ({
  points: 842,
  scan: { width: dpi * 8, height: dpi * 11, share: 1, dpi },
  hasText: false,
  hasTextOver: false,
  isTextUpsideDown: false,
  text: '',
});
const WRITTEN = { points: 842, hasText: true, hasTextOver: false, isTextUpsideDown: false, text: '' };

describe('a scan is larger than it needs to be', () => {
  test('over 300 dpi', () => expect(largeScan(2 * MIB, [scanned(400)])).toEqual({ dpi: 400 }));
  test('over 10 MB', () => expect(largeScan(10 * MIB + 1, [scanned(200)])).toEqual({ dpi: 200 }));
  test('by its finest page', () => expect(largeScan(2 * MIB, [scanned(150), scanned(599.6)])).toEqual({ dpi: 600 }));

  test.each([
    ['at 300 dpi, as scanners give or take it', 2 * MIB, [scanned(302)]],
    ['of exactly 10 MB', 10 * MIB, [scanned(300)]],
    ['when it is sent in a second anyway', MIB / 4, [scanned(600)]],
    ['when none of its pages is a scan', 20 * MIB, [WRITTEN]],
    ['when one of its pages has text that would be lost', 20 * MIB, [scanned(600), WRITTEN]],
    ['when text is printed over the picture of a page', 20 * MIB, [{ ...scanned(600), hasTextOver: true }]],
  ])('but not %s', (_when, bytes, pages) => expect(largeScan(bytes, pages)).toBeUndefined());
});
