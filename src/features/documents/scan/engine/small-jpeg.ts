import { toJpeg } from './canvases.ts';

/** Ten such pages stay below 5 MB. */
export const MOST_BYTES = 480_000;
/** From a quality without a visible difference to one at which print is still readable. Tried in this order. */
const QUALITIES = [0.8, 0.7, 0.6, 0.5, 0.4] as const;

/** A page's picture as good as fits: most do at the first try, photos of patterned cloth beside the paper at a later one. */
export async function smallJpeg(canvas: OffscreenCanvas): Promise<Blob> {
  let jpeg = await toJpeg(canvas, QUALITIES[0]);
  for (const quality of QUALITIES.slice(1)) {
    if (jpeg.size <= MOST_BYTES) break;
    jpeg = await toJpeg(canvas, quality);
  }
  return jpeg;
}
