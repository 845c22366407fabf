import { describe, expect, test } from 'vitest';
import {
  isLargeSheet,
  sameCorners,
  turnCorners,
  turnCornersBack,
  WHOLE,
  withCorner,
} from '#features/documents/scan/corners.ts';
import type { Corners } from '#features/documents/scan/scan-page.ts';

const SHEET: Corners = [
  { x: 0.1, y: 0.2 },
  { x: 0.9, y: 0.1 },
  { x: 0.8, y: 0.9 },
  { x: 0.2, y: 0.7 },
];
const rounded = (corners: Corners) => corners.map(({ x, y }) => [Number(x.toFixed(6)), Number(y.toFixed(6))]);

describe('the corners of a sheet', () => {
  test('stand at the same points of the paper when the picture is turned clockwise, top left first', () => {
    expect(rounded(turnCorners(SHEET, 1))).toEqual([
      [0.3, 0.2],
      [0.8, 0.1],
      [0.9, 0.9],
      [0.1, 0.8],
    ]);
  });

  test.each([0, 1, 2, 3] as const)('are the same again after %i turns there and back', (turns) => {
    expect(rounded(turnCornersBack(turnCorners(SHEET, turns), turns))).toEqual(rounded(SHEET));
  });

  test('stay within the picture', () => {
    expect(withCorner(SHEET, 0, { x: -0.5, y: -2 })[0]).toEqual({ x: 0, y: 0 });
  });

  test.each([
    ['crosses an edge', 0, { x: 0.95, y: 0.5 }],
    ['bends an edge inwards', 2, { x: 0.3, y: 0.3 }],
  ])('stay where they are when one of them %s', (_how, index, point) => {
    expect(withCorner(SHEET, index, point)).toBe(SHEET);
  });

  test('are none of a sheet when hardly anything is left between them', () => {
    const tiny: Corners = [
      { x: 0.5, y: 0.5 },
      { x: 0.55, y: 0.5 },
      { x: 0.55, y: 0.55 },
      { x: 0.5, y: 0.55 },
    ];
    expect([isLargeSheet(tiny), isLargeSheet(SHEET), isLargeSheet(WHOLE)]).toEqual([false, true, true]);
  });

  test('of the whole picture are those of a picture that was not cropped', () => {
    expect([sameCorners(undefined, WHOLE), sameCorners(undefined, SHEET)]).toEqual([true, false]);
  });
});
