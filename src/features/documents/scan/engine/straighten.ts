import type { Size } from './canvases.ts';
import type { Projection } from './geometry.ts';

/** Pixels as canvases have them: red, green, blue and opacity of each, row by row. */
export interface Pixels extends Size {
  readonly data: Uint8ClampedArray;
}

/**
 * Fills rows of a straightened picture: each pixel is looked up where the projection says it is in the source, as the
 * mean of the four pixels around that place. What lies outside the source is its nearest pixel.
 *
 * @param from the source
 * @param to the rows to fill; the first of them is row `firstRow` of the whole
 * @param projection takes pixels of the whole to pixels of the source
 */
export function straightenRows(from: Pixels, to: Pixels, firstRow: number, projection: Projection): void {
  const [a, b, c, d, e, f, g, h, i] = projection;
  const source = from.data;
  const target = to.data;
  const stride = from.width * 4;
  const right = from.width - 1;
  const bottom = from.height - 1;
  let at = 0;
  for (let row = 0; row < to.height; row += 1) {
    // The middle of a pixel stands for it.
    const y = firstRow + row + 0.5;
    for (let column = 0; column < to.width; column += 1) {
      const x = column + 0.5;
      const depth = g * x + h * y + i;
      const u = clamp((a * x + b * y + c) / depth - 0.5, right);
      const v = clamp((d * x + e * y + f) / depth - 0.5, bottom);
      const left = u | 0;
      const top = v | 0;
      const fx = u - left;
      const fy = v - top;
      const near = top * stride + left * 4;
      const beside = left < right ? 4 : 0;
      const below = top < bottom ? stride : 0;
      for (let channel = near; channel < near + 3; channel += 1) {
        const upper = source[channel]! * (1 - fx) + source[channel + beside]! * fx;
        const lower = source[channel + below]! * (1 - fx) + source[channel + below + beside]! * fx;
        target[at] = upper * (1 - fy) + lower * fy;
        at += 1;
      }
      target[at] = 255;
      at += 1;
    }
  }
}

const clamp = (value: number, most: number): number => (value > 0 ? (value < most ? value : most) : 0);
