// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { placeOnA4, scaleFor200Dpi } from '#features/documents/scan/engine/a4.ts';

/** A4 has 210 by 297 millimetres, an inch 25.4 of them and 72 points. */
const INCHES = { short: 210 / 25.4, long: 297 / 25.4 };

describe('a picture on A4', () => {
  test.each([
    ['lies as it does', { width: 4000, height: 3000 }, { width: INCHES.long, height: INCHES.short }],
    ['is upright', { width: 3000, height: 4000 }, { width: INCHES.short, height: INCHES.long }],
  ])('has a page that %s, and lies in its middle within its edges', (_how, picture, inches) => {
    const {
      page,
      place: { x, y, width, height },
    } = placeOnA4(picture);
    expect([page.width / 72, page.height / 72]).toEqual([
      expect.closeTo(inches.width, 2),
      expect.closeTo(inches.height, 2),
    ]);
    expect([x * 2 + width, y * 2 + height]).toEqual([expect.closeTo(page.width, 6), expect.closeTo(page.height, 6)]);
    expect(width / height).toBeCloseTo(picture.width / picture.height, 6);
    expect(Math.min(x, y)).toBeCloseTo(0, 6);
  });

  test.each([
    [300, 200 / 300],
    [200, 1],
    [100, 2],
  ])('that has %i dpi there is scaled to 200', (dpi, scale) => {
    const [short, long] = [Math.round(INCHES.short * dpi), Math.round(INCHES.long * dpi)];
    expect(scaleFor200Dpi({ width: short, height: long })).toBeCloseTo(scale, 2);
    expect(scaleFor200Dpi({ width: long, height: short })).toBeCloseTo(scale, 2);
  });
});
