// @vitest-environment node
import { describe, expect, test } from 'vitest';
import type { Pixels } from '#features/documents/scan/engine/straighten.ts';
import { lackOfLight } from '#features/documents/scan/engine/whiten.ts';
import { pictureOf, point } from '../support/pictures.ts';

const SIZE = { width: 141, height: 200 };
/** A sheet that fills the picture. */
const page = (look: Parameters<typeof pictureOf>[0] = {}): Pixels =>
  pictureOf({ ...SIZE, corners: [point(0, 0), point(1, 0), point(1, 1), point(0, 1)], ...look });

/** Draws a rectangle, given as parts of the page. */
function draw(
  { data, ...size }: Pixels,
  [left, top, right, bottom]: readonly number[],
  change: (value: number, channel: number) => number,
): Pixels {
  const changed = data.map((value, at) => {
    const [x, y] = [((at >> 2) % size.width) / size.width, Math.floor((at >> 2) / size.width) / size.height];
    const isInside = x >= (left ?? 0) && x < (right ?? 1) && y >= (top ?? 0) && y < (bottom ?? 1);
    return isInside && at % 4 < 3 ? change(value, at % 4) : value;
  });
  return { data: changed, ...size };
}

/** The page as a canvas draws it: each channel divided by the light that is left. */
function whitened(picture: Pixels) {
  const lack = lackOfLight(picture);
  if (!lack) return undefined;
  return (x: number, y: number): readonly number[] => {
    const at = Math.floor(y * picture.height) * picture.width + Math.floor(x * picture.width);
    const left = 1 - (lack[at] ?? 0) / 255;
    return [...picture.data.subarray(at * 4, at * 4 + 3)].map((value) => Math.min(255, value / left));
  };
}
const MARGINS = [point(0.05, 0.05), point(0.95, 0.05), point(0.95, 0.96), point(0.05, 0.96)];

describe('the paper of a page becomes white', () => {
  test.each([
    ['in poor light', page({ paper: [150, 148, 144] })],
    ['with a shadow to one side', page({ shade: 0.5, noise: 6 })],
    ['in warm light', page({ paper: [215, 196, 160] })],
    ['with a soft shadow over its lower half', draw(page(), [0, 0.55, 1, 1], (value) => value * 0.7)],
  ])('%s', (_when, picture) => {
    const seen = whitened(picture);
    for (const { x, y } of MARGINS) expect(Math.max(...(seen?.(x, y) ?? []))).toBeGreaterThan(232);
  });

  test('and its print stays dark', () => {
    const seen = whitened(page({ shade: 0.5 }));
    const row = Array.from({ length: 60 }, (_, at) => Math.max(...(seen?.(0.2 + at / 100, 0.508) ?? [])));
    expect(Math.min(...row)).toBeLessThan(90);
  });

  test('and a face on it does not', () => {
    const face = [200, 160, 130];
    const picture = draw(page({ hasPrint: false }), [0.1, 0.1, 0.35, 0.35], (_value, channel) => face[channel] ?? 0);
    const seen = whitened(picture)?.(0.22, 0.22) ?? [];
    for (const [channel, value] of seen.entries()) expect(Math.abs(value - (face[channel] ?? 0))).toBeLessThan(15);
  });
});

test.each([
  ['a dark cover', page({ paper: [90, 25, 35] })],
  ['a sheet in the dark', page({ paper: [70, 68, 66] })],
  [
    'a page that is mostly a photo',
    draw(page(), [0, 0, 1, 0.6], (value, channel) => value * (channel === 2 ? 0.3 : 0.8)),
  ],
])('%s stays as it is', (_what, picture) => expect(lackOfLight(picture)).toBeUndefined());
