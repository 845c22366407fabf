import { expect, test } from 'vitest';
import { findSheet } from '#features/documents/scan/engine/find-sheet.ts';
import { distance } from '#features/documents/scan/engine/geometry.ts';
import type { Pixels } from '#features/documents/scan/engine/straighten.ts';
import type { Corners } from '#features/documents/scan/scan-page.ts';
import { pictureOf, point } from '../support/pictures.ts';

const FROM_THE_SIDE: Corners = [point(0.14, 0.08), point(0.88, 0.11), point(0.93, 0.93), point(0.07, 0.9)];
const TURNED: Corners = [point(0.3, 0.08), point(0.93, 0.28), point(0.7, 0.9), point(0.08, 0.7)];
/** A part of the picture; a hundredth is 12 pixels of a photo that is 1200 pixels wide. */
const TOLERANCE = 0.008;

/** How far the worst corner is off, in parts of the picture. */
function offBy(found: Corners | undefined, corners: Corners): number {
  if (found === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(...found.map((corner, at) => distance(corner, corners[at] ?? point(9, 9))));
}

test.each([
  ['a printed sheet on a dark table', {}],
  ['an empty sheet', { hasPrint: false }],
  ['a sheet in uneven light', { shade: 0.6 }],
  ['a noisy picture, as in a dark room', { noise: 20 }],
  ['a white sheet on a light grey table', { table: [212, 212, 214] as const, paper: [246, 246, 246] as const }],
  ['a white sheet on a yellow cloth of the same lightness', { table: [250, 240, 170] as const }],
  [
    'a dark passport on a white cloth',
    { table: [235, 235, 235] as const, paper: [35, 40, 70] as const, hasPrint: false },
  ],
])('the corners are found of %s', (_what, look) => {
  expect(offBy(findSheet(pictureOf({ ...look, corners: FROM_THE_SIDE })), FROM_THE_SIDE)).toBeLessThan(TOLERANCE);
});

test.each<[string, Corners]>([
  ['turned by a sixth of a right angle', TURNED],
  ['nearly as large as the picture', [point(0.02, 0.015), point(0.98, 0.02), point(0.985, 0.98), point(0.015, 0.985)]],
  [
    'half as wide as the picture, as a card',
    [point(0.2, 0.3), point(0.85, 0.31), point(0.86, 0.68), point(0.19, 0.67)],
  ],
  ['lying across', [point(0.06, 0.3), point(0.95, 0.33), point(0.93, 0.75), point(0.05, 0.72)]],
])('the corners are found of a sheet that is %s', (_what, corners) => {
  expect(offBy(findSheet(pictureOf({ corners })), corners)).toBeLessThan(TOLERANCE);
});

test.each([
  ['a table without a sheet', {}],
  ['noise', { noise: 60 }],
  ['a wall in uneven light', { shade: 0.7 }],
])('nothing is proposed in a picture of %s', (_what, look) => {
  expect(findSheet(pictureOf(look))).toBeUndefined();
});

test('nothing is proposed where an edge of the sheet lies outside of the picture', () => {
  const corners: Corners = [point(0.1, 0.1), point(1.2, 0.12), point(1.2, 0.9), point(0.12, 0.88)];
  expect(findSheet(pictureOf({ corners }))).toBeUndefined();
});

test('nothing is proposed for what is too small to be the sheet', () => {
  const corners: Corners = [point(0.4, 0.4), point(0.6, 0.4), point(0.6, 0.55), point(0.4, 0.55)];
  expect(findSheet(pictureOf({ corners }))).toBeUndefined();
});

/** A picture in grey: 250 where nothing is, else what `at` says for a pixel. */
function drawn(width: number, height: number, at: (x: number, y: number) => number | undefined): Pixels {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel += 1)
    data.fill(at(pixel % width, Math.floor(pixel / width)) ?? 250, pixel * 4, pixel * 4 + 3);
  return { width, height, data };
}

test.each([1.5, 3, 6])(
  'a card whose rounded frame of %d pixels is near the edge is neither turned nor cut',
  (thickness) => {
    const card = drawn(480, 300, (x, y) => {
      const corner = { x: Math.max(24, Math.min(456, x)), y: Math.max(24, Math.min(276, y)) };
      const away = Math.hypot(x - corner.x, y - corner.y);
      return away <= 20 && away >= 20 - thickness ? 30 : undefined;
    });
    expect(findSheet(card)).toBeUndefined();
  },
);

test.each([
  [20, 10],
  [24, 12],
  [30, 16],
])(
  'nothing is cut off from a page that fills the picture, with lines every %d pixels that are %d high',
  (every, high) => {
    const isPrinted = (x: number, y: number) => x >= 30 && x < 330 && y > 30 && y < 450 && y % every < high;
    const page = drawn(360, 480, (x, y) => (isPrinted(x, y) && (x * 7 + y) % 11 > 1 ? 30 : undefined));
    expect(findSheet(page)).toBeUndefined();
  },
);

test('the portrait of a passport is not taken for the sheet', () => {
  const page = drawn(480, 340, (x, y) => {
    if (x >= 40 && x < 170 && y >= 60 && y < 230) return 90;
    return x >= 200 && x < 440 && y >= 60 && y < 260 && y % 16 < 5 && (x * 7 + y) % 11 > 2 ? 40 : undefined;
  });
  expect(findSheet(page)).toBeUndefined();
});

/** Whether a line of print is there: letters of five pixels with gaps, every 14 pixels. */
const isInk = (x: number, y: number): boolean => y % 14 < 4 && x % 6 < 4 && (x * 7 + (y - (y % 14))) % 11 > 2;

test.each<[string, Pixels]>([
  [
    'the dark part of a card that has words on its light part',
    drawn(480, 300, (x, y) => {
      if (x < 60 || x >= 420 || y < 40 || y >= 260) return 190;
      if (x < 230) return 60;
      return x >= 250 && x < 400 && y >= 60 && y < 240 && isInk(x, y) ? 60 : undefined;
    }),
  ],
  [
    'a part between two folds of a receipt that is longer than the photo',
    drawn(360, 480, (x, y) => {
      if (x < 80 || x >= 280) return 60;
      const isBetween = y >= 60 && y < 420;
      if (x >= 100 && x < 260 && isInk(x, y)) return isBetween ? 60 : 40;
      return isBetween ? 220 : 150;
    }),
  ],
])('%s is not taken for the sheet', (_what, picture) => {
  expect(findSheet(picture)).toBeUndefined();
});
