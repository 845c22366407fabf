import type { Pixels } from '#features/documents/scan/engine/straighten.ts';
import type { Corners, Point } from '#features/documents/scan/scan-page.ts';

interface PictureLook {
  readonly width?: number;
  readonly height?: number;
  /** Fractions of the picture. Without them there is only the table. */
  readonly corners?: Corners;
  /** Red, green, blue. */
  readonly table?: readonly [number, number, number];
  readonly paper?: readonly [number, number, number];
  /** How much single pixels differ, in levels. */
  readonly noise?: number;
  /** How much darker the lower right of the picture is than the upper left, 0 to 1. */
  readonly shade?: number;
  readonly hasPrint?: boolean;
}

export const point = (x: number, y: number): Point => ({ x, y });

/** Random numbers, the same in every run. */
function randomly(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A picture of a sheet on a table, at the reduced size that the search for a sheet uses. */
export function pictureOf({
  width = 360,
  height = 480,
  corners,
  table = [90, 70, 55],
  paper = [240, 238, 230],
  noise = 0,
  shade = 0,
  hasPrint = true,
}: PictureLook): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  const random = randomly(7);
  // Four samples per pixel, so that edges are as soft as a camera's.
  const samples = [point(0.25, 0.25), point(0.75, 0.25), point(0.25, 0.75), point(0.75, 0.75)];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const seen = samples.map((sample) => {
        const place = corners && placeIn(corners, point((x + sample.x) / width, (y + sample.y) / height));
        if (place === undefined) return table;
        return hasPrint && isPrint(place) ? ([40, 40, 50] as const) : paper;
      });
      const light = 1 - shade * ((x / width + y / height) / 2);
      for (let channel = 0; channel < 3; channel += 1) {
        const mean = seen.reduce((sum, colour) => sum + (colour[channel] ?? 0), 0) / seen.length;
        data[(y * width + x) * 4 + channel] = mean * light + (random() - 0.5) * 2 * noise;
      }
      data[(y * width + x) * 4 + 3] = 255;
    }
  }
  return { width, height, data };
}

/**
 * The position of a point on the sheet, in fractions of its width and height; undefined outside it. Found by bisection.
 */
function placeIn(corners: Corners, { x, y }: Point): Point | undefined {
  const isInside = corners.every((from, at) => {
    const to = corners[(at + 1) % 4] ?? from;
    return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x) >= 0;
  });
  if (!isInside) return undefined;
  const [topLeft, topRight, bottomRight, bottomLeft] = corners;
  const along = (a: Point, b: Point, part: number) => point(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part);
  const isPast = (a: Point, b: Point) => (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
  const halving = (isBefore: (part: number) => boolean) => {
    let [low, high] = [0, 1];
    for (let step = 0; step < 12; step += 1) {
      const middle = (low + high) / 2;
      if (isBefore(middle)) low = middle;
      else high = middle;
    }
    return low;
  };
  return {
    x: halving((part) => isPast(along(topLeft, topRight, part), along(bottomLeft, bottomRight, part)) < 0),
    y: halving((part) => isPast(along(topLeft, bottomLeft, part), along(topRight, bottomRight, part)) > 0),
  };
}

/** Lines of print with margins, letters and gaps. */
const isPrint = ({ x, y }: Point): boolean =>
  x > 0.12 && x < 0.86 && y > 0.08 && y < 0.9 && (y * 38) % 1 < 0.4 && Math.sin(x * 240) + Math.sin(x * 91) > -0.4;
