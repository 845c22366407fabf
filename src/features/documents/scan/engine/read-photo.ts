import type { ReadPage } from '../scan-engine.ts';
import { type Canvases, drawScaled, release, scaledBy } from './canvases.ts';

/** What is kept of a photo: more than a sheet that fills half of it needs at 200 dpi. */
const MOST_PIXELS = 12_000_000;
/** High, since the picture is encoded once more in the PDF. */
const QUALITY = 0.9;

/**
 * A photo as an upright JPEG without metadata: only what was drawn is encoded again.
 *
 * @throws UnreadablePicture
 */
export async function readPhoto(canvases: Canvases, file: Blob): Promise<ReadPage> {
  const picture = await canvases.decode(file);
  const size = scaledBy(picture, Math.sqrt(MOST_PIXELS / (picture.width * picture.height)));
  const surface = drawScaled(canvases, picture, { x: 0, y: 0, ...sizeOf(picture) }, size);
  picture.close();
  const jpeg = await canvases.toJpeg(surface, QUALITY);
  release(surface);
  return { bytes: await jpeg.arrayBuffer(), ...size };
}

const sizeOf = ({ width, height }: { width: number; height: number }) => ({ width, height });
