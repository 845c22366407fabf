import type { Size } from './canvases.ts';
import type { Projection } from './geometry.ts';

/** Pixels as canvases have them: red, green, blue and opacity of each, row by row. */
export interface Pixels extends Size {
  readonly data: Uint8ClampedArray;
}

/** Places are counted in so many parts of a pixel. */
const PART_BITS = 8;
const PART = 1 << PART_BITS;
/** Two of a pixel's four bytes, with room for a product above each. */
const TWO_BYTES = 0x00ff00ff;
/** Half a level of each of them, so that mixtures are rounded. */
const HALVES = 0x00800080;

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
  const source = wholePixels(from);
  const target = wholePixels(to);
  const stride = from.width;
  const right = (from.width - 1) * PART;
  const bottom = (from.height - 1) * PART;
  let at = 0;
  for (let row = 0; row < to.height; row += 1) {
    // The middle of a pixel stands for it.
    const y = firstRow + row + 0.5;
    for (let column = 0; column < to.width; column += 1) {
      const x = column + 0.5;
      const nearness = PART / (g * x + h * y + i);
      const u = clamp((a * x + b * y + c) * nearness - PART / 2, right) | 0;
      const v = clamp((d * x + e * y + f) * nearness - PART / 2, bottom) | 0;
      const fx = u & (PART - 1);
      const fy = v & (PART - 1);
      const upper = (v >> PART_BITS) * stride + (u >> PART_BITS);
      const lower = v < bottom ? upper + stride : upper;
      const beside = u < right ? 1 : 0;
      const p = source[upper]!;
      const q = source[upper + beside]!;
      const r = source[lower]!;
      const s = source[lower + beside]!;
      // Two bytes of a pixel at a time: one by one they take three times as long.
      const first = mixed(mixed(p & TWO_BYTES, q & TWO_BYTES, fx), mixed(r & TWO_BYTES, s & TWO_BYTES, fx), fy);
      const second = mixed(
        mixed((p >>> 8) & TWO_BYTES, (q >>> 8) & TWO_BYTES, fx),
        mixed((r >>> 8) & TWO_BYTES, (s >>> 8) & TWO_BYTES, fx),
        fy,
      );
      target[at] = first | (second << 8);
      at += 1;
    }
  }
}

/** The four bytes of each pixel as one number. */
const wholePixels = ({ data }: Pixels): Uint32Array => new Uint32Array(data.buffer, data.byteOffset, data.length / 4);

/** Two bytes of two pixels, with so many parts of the other one. */
const mixed = (one: number, other: number, parts: number): number =>
  ((Math.imul(one, PART - parts) + Math.imul(other, parts) + HALVES) >>> PART_BITS) & TWO_BYTES;

const clamp = (value: number, most: number): number => (value > 0 ? (value < most ? value : most) : 0);
