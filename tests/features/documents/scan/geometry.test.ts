import { describe, expect, test } from 'vitest';
import { inPixels, isSheet, project, projectionTo, sizeOfSheet } from '#features/documents/scan/engine/geometry.ts';
import { type Pixels, straightenRows } from '#features/documents/scan/engine/straighten.ts';
import type { Corners } from '#features/documents/scan/scan-page.ts';
import { pictureOf, point } from '../support/pictures.ts';

const QUADRILATERAL: Corners = [point(120, 80), point(700, 140), point(760, 1000), point(60, 900)];

describe('the projection from a flat sheet to a photo of it', () => {
  test('takes the corners of the one to the corners of the other', () => {
    const projection = projectionTo(QUADRILATERAL, { width: 300, height: 500 });
    const flat = [point(0, 0), point(300, 0), point(300, 500), point(0, 500)];
    for (const [at, corner] of flat.entries()) {
      const { x, y } = project(projection, corner);
      expect(x).toBeCloseTo(QUADRILATERAL[at]?.x ?? Number.NaN, 6);
      expect(y).toBeCloseTo(QUADRILATERAL[at]?.y ?? Number.NaN, 6);
    }
  });

  test('takes what is straight to what is straight, and the middle to where the diagonals meet', () => {
    const projection = projectionTo(QUADRILATERAL, { width: 2, height: 2 });
    const [a, b, c, d] = QUADRILATERAL;
    const middle = project(projection, point(1, 1));
    const beside = (from: typeof a, to: typeof a) =>
      ((to.x - from.x) * (middle.y - from.y) - (to.y - from.y) * (middle.x - from.x)) /
      Math.hypot(to.x - from.x, to.y - from.y);
    expect(beside(a, c)).toBeCloseTo(0, 6);
    expect(beside(b, d)).toBeCloseTo(0, 6);
  });
});

describe('corners', () => {
  test('are a sheet when they go around clockwise without a dent', () => {
    expect(isSheet(QUADRILATERAL)).toBe(true);
    const [a, b, c, d] = QUADRILATERAL;
    expect(isSheet([b, a, c, d])).toBe(false);
    expect(isSheet([a, d, c, b])).toBe(false);
    expect(isSheet([a, b, point(200, 200), d])).toBe(false);
    expect(isSheet([a, a, c, d])).toBe(false);
  });

  test.each<[string, Corners, number]>([
    ['A4 seen from the side', [point(150, 100), point(650, 100), point(720, 900), point(80, 900)], Math.SQRT2],
    ['a card', [point(0, 0), point(856, 0), point(856, 540), point(0, 540)], 540 / 856],
    ['a receipt', [point(0, 0), point(80, 0), point(80, 300), point(0, 300)], 300 / 80],
  ])('give the proportions of %s', (_what, corners, ratio) => {
    const { width, height } = sizeOfSheet(corners);
    expect(height / width).toBeCloseTo(ratio, 6);
  });
});

describe('a straightened sheet', () => {
  /** Of the whole, straightened in slices of so many rows. */
  function straightened(
    source: Pixels,
    corners: Corners,
    size: { width: number; height: number },
    slice: number,
  ): Pixels {
    const projection = projectionTo(corners, size);
    const data = new Uint8ClampedArray(size.width * size.height * 4);
    for (let row = 0; row < size.height; row += slice) {
      const height = Math.min(slice, size.height - row);
      const rows = data.subarray(row * size.width * 4, (row + height) * size.width * 4);
      straightenRows(source, { width: size.width, height, data: rows }, row, projection);
    }
    return { ...size, data };
  }
  const parts: Corners = [point(0.14, 0.08), point(0.88, 0.11), point(0.93, 0.93), point(0.07, 0.9)];
  const photo = pictureOf({ corners: parts, paper: [250, 250, 250], table: [10, 10, 10], hasPrint: false });
  const corners = inPixels(parts, photo);

  test('is paper from edge to edge, with nothing of the table', () => {
    const { data } = straightened(photo, corners, { width: 200, height: 283 }, 283);
    const inner = Array.from(
      { length: 281 * 198 },
      (_, at) => data[((Math.floor(at / 198) + 1) * 200 + (at % 198) + 1) * 4],
    );
    expect(Math.min(...inner.map((value) => value ?? 0))).toBeGreaterThan(200);
  });

  test('is the same for any slices it is made in', () => {
    const size = { width: 90, height: 127 };
    // No two places of it are alike.
    const noise = pictureOf({ width: 300, height: 400, noise: 90 });
    const within = inPixels(parts, noise);
    const whole = straightened(noise, within, size, 127);
    expect(straightened(noise, within, size, 10)).toEqual(whole);
  });

  test('is the picture itself, pixel by pixel, where the corners are those of the picture', () => {
    const { width, height, data } = pictureOf({ width: 24, height: 32, noise: 90 });
    const all: Corners = [point(0, 0), point(width, 0), point(width, height), point(0, height)];
    expect(straightened({ width, height, data }, all, { width, height }, height).data).toEqual(data);
  });
});
