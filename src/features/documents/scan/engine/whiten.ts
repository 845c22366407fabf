import { type Plane, percentile, smoothed } from '../../inspection/pixels.ts';
import { contextOf, drawScaled, release, scaledBy, wholeOf } from './canvases.ts';
import { withoutPrint } from './grey.ts';
import type { Pixels } from './straighten.ts';

/** The longer side, in pixels, of the reduced page in which its light is measured. */
const MEASURED = 200;
/** Print is thinner than twice this there. */
const PRINT_RADIUS = 4;
/** The paper's light is the mean of so many pixels to each side, three times over: a face does not become paper. */
const REACH = 12;
/** What paper becomes, of 255. */
const WHITE = 245;
/** Paper is at least half as light as most of it, even in a shadow. */
const SHADOW = 0.5;
/** Paper's colour, as parts of its three channels, differs at most by this: stamps, faces and covers differ more. */
const SAME_COLOUR = 0.035;
/** Less paper than this part of the page: a passport's cover, or a photo. */
const LEAST_PAPER = 0.6;
/** Darker paper has too much noise to be made white. */
const LEAST_LIGHT = 80;

/** Makes a page's paper evenly white, and takes away its shadows. A page that is hardly paper stays as it is. */
export function whiten(canvas: OffscreenCanvas): void {
  const size = scaledBy(canvas, MEASURED / Math.max(canvas.width, canvas.height));
  const small = drawScaled(canvas, wholeOf(canvas), size);
  const lack = lackOfLight(contextOf(small).getImageData(0, 0, size.width, size.height));
  if (lack) {
    const pixels = contextOf(small).createImageData(size.width, size.height);
    for (const [at, value] of lack.entries()) pixels.data.set([value, value, value, 255], at * 4);
    contextOf(small).putImageData(pixels, 0, 0);
    const context = contextOf(canvas);
    // Divides each pixel by what is left of the light.
    context.globalCompositeOperation = 'color-dodge';
    context.imageSmoothingEnabled = true;
    context.drawImage(small, 0, 0, canvas.width, canvas.height);
    context.globalCompositeOperation = 'source-over';
  }
  release(small);
}

/**
 * How much light each place of a page lacks until its paper is white: 0 for none, 255 for all. Undefined for a page that
 * is hardly paper.
 *
 * @param page reduced so that its longer side has MEASURED pixels
 */
export function lackOfLight({ width, height, data }: Pixels): Uint8ClampedArray | undefined {
  const channels = [0, 1, 2].map((channel) => {
    const light = new Float32Array(width * height).map((_, at) => data[at * 4 + channel]!);
    return withoutPrint({ width, height, light }, PRINT_RADIUS).light;
  });
  const light = new Float32Array(width * height);
  for (const channel of channels) for (let at = 0; at < light.length; at += 1) light[at]! += channel[at]! / 3;
  const usual = percentile({ width, height, light }, 0.8);
  const paper = channels.map((channel) => usualPart(channel, light, usual));
  const isPaper = (value: number, at: number) =>
    value >= SHADOW * usual &&
    channels.every((channel, one) => Math.abs(partOf(channel[at]!, value) - paper[one]!) < SAME_COLOUR);
  const weights = light.map((value, at) => Number(isPaper(value, at)));
  if (usual < LEAST_LIGHT || weights.filter(Boolean).length < LEAST_PAPER * weights.length) return undefined;
  const sums = spread({ width, height, light: light.map((value, at) => value * weights[at]!) });
  const counts = spread({ width, height, light: weights });
  return Uint8ClampedArray.from(light, (_, at) => {
    const count = counts[at]!;
    return 255 * (1 - (count > 0 ? sums[at]! / count : usual) / WHITE);
  });
}

const spread = (plane: Plane): Float32Array => [1, 2, 3].reduce((seen) => smoothed(seen, REACH), plane).light;

/** A channel as a part of the three together, whose mean is given. */
const partOf = (channel: number, mean: number): number => channel / (3 * mean || 1);

/** The mean of that over the lightest places. */
function usualPart(channel: Float32Array, light: Float32Array, least: number): number {
  let [sum, count] = [0, 0];
  for (let at = 0; at < light.length; at += 1) {
    if (light[at]! < least) continue;
    sum += partOf(channel[at]!, light[at]!);
    count += 1;
  }
  return sum / count;
}
