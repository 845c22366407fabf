import type { Plane } from '../../inspection/pixels.ts';
import type { Size } from './canvases.ts';
import type { Pixels } from './straighten.ts';

/** How fast a picture becomes lighter at each pixel, to the right and downwards: levels of 255 for each pixel of way. */
export interface Slopes extends Size {
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Less than this is noise, or light that fades. */
  readonly least: number;
}

/** The darkest of the three colours of each pixel: paper is light in all of them, wood and cloth hardly ever are. */
export function darkestChannel({ width, height, data }: Pixels): Plane {
  const light = new Float32Array(width * height);
  for (let at = 0; at < light.length; at += 1)
    light[at] = Math.min(data[at * 4]!, data[at * 4 + 1]!, data[at * 4 + 2]!);
  return { width, height, light };
}

export const inverted = (grey: Plane): Plane => ({ ...grey, light: grey.light.map((value) => 255 - value) });

/**
 * Takes away what is dark and narrower than twice the radius, such as print: first each pixel becomes as light as the
 * lightest around it, then as dark as the darkest. Edges of what is wider stay where they are; a narrow strip of table
 * at the border of the picture stays, too, since it is taken to go on beyond it.
 */
export function withoutPrint(grey: Plane, radius: number): Plane {
  const wider = darkest(lightest(withBorder(grey, radius), radius), radius);
  const light = new Float32Array(grey.light.length);
  for (let row = 0; row < grey.height; row += 1) {
    const from = (row + radius) * wider.width + radius;
    light.set(wider.light.subarray(from, from + grey.width), row * grey.width);
  }
  return { ...grey, light };
}

/** The picture with a border around it that repeats its outermost pixels. */
function withBorder(grey: Plane, border: number): Plane {
  const width = grey.width + 2 * border;
  const height = grey.height + 2 * border;
  const light = new Float32Array(width * height);
  const inside = (place: number, size: number) => Math.min(size - 1, Math.max(0, place - border));
  for (let at = 0; at < light.length; at += 1) {
    const row = inside(Math.floor(at / width), grey.height);
    light[at] = grey.light[row * grey.width + inside(at % width, grey.width)]!;
  }
  return { width, height, light };
}

/** The lightest value of the square of so many pixels around each pixel. */
function lightest({ width, height, light }: Plane, radius: number): Plane {
  const across = new Float32Array(light.length);
  const down = new Float32Array(light.length);
  for (let row = 0; row < height; row += 1) lightestAlong(light, across, row * width, 1, width, radius);
  for (let column = 0; column < width; column += 1) lightestAlong(across, down, column, width, height, radius);
  return { width, height, light: down };
}

/** The same along one row or column: `count` values that begin at `start`, `step` apart. */
function lightestAlong(
  from: Float32Array,
  to: Float32Array,
  start: number,
  step: number,
  count: number,
  radius: number,
): void {
  let most = Number.NEGATIVE_INFINITY;
  let mostAt = Number.NEGATIVE_INFINITY;
  for (let place = 0; place < count; place += 1) {
    const end = Math.min(count - 1, place + radius);
    // The lightest stays so until it is left behind, or a lighter one comes in: few are compared with all around them.
    const isLeft = mostAt < place - radius;
    if (isLeft) most = Number.NEGATIVE_INFINITY;
    for (let near = isLeft ? Math.max(0, place - radius) : end; near <= end; near += 1) {
      const value = from[start + near * step]!;
      if (value < most) continue;
      most = value;
      mostAt = near;
    }
    to[start + place * step] = most;
  }
}

const darkest = (grey: Plane, radius: number): Plane => inverted(lightest(inverted(grey), radius));

/** Pixels at the border of a picture that are no edge of anything: what was blurred there had fewer neighbours. */
const BORDER = 3;

/** Levels for each pixel of way. */
const LEAST_SLOPE = 2;
/** So much steeper than most of the picture an edge is: edges are few, noise is everywhere. */
const ABOVE_NOISE = 3;

/** Slopes by Sobel's weights. At the border of the picture there are none. */
export function slopesOf({ width, height, light }: Plane): Slopes {
  const x = new Float32Array(width * height);
  const y = new Float32Array(width * height);
  for (let row = BORDER; row < height - BORDER; row += 1) {
    for (let at = row * width + BORDER; at < (row + 1) * width - BORDER; at += 1) {
      const above = at - width;
      const below = at + width;
      const corners = light[below + 1]! - light[above - 1]!;
      const others = light[above + 1]! - light[below - 1]!;
      x[at] = (corners + others + 2 * (light[at + 1]! - light[at - 1]!)) / 8;
      y[at] = (corners - others + 2 * (light[below]! - light[above]!)) / 8;
    }
  }
  return { width, height, x, y, least: Math.max(LEAST_SLOPE, ABOVE_NOISE * medianOf(x, y)) };
}

/** One pixel in so many is enough to know the noise of a picture. */
const ONE_IN = 11;

function medianOf(x: Float32Array, y: Float32Array): number {
  const some = Float32Array.from({ length: Math.ceil(x.length / ONE_IN) }, (_, at) =>
    Math.hypot(x[at * ONE_IN]!, y[at * ONE_IN]!),
  );
  return some.sort()[some.length >> 1]!;
}
