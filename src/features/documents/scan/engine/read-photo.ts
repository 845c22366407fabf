import type { ReadPage } from '../scan-engine.ts';
import type { Corners } from '../scan-page.ts';
import { type Canvases, contextOf, drawScaled, release, type Surface, scaledBy } from './canvases.ts';
import { findSheet, LOOKED_AT } from './find-sheet.ts';

/** What is kept of a photo: more than a sheet that fills half of it needs at 200 dpi. */
const MOST_PIXELS = 12_000_000;
/** High, since the picture is encoded once more in the PDF. */
const QUALITY = 0.9;

/**
 * A photo as an upright JPEG without metadata, since only what was drawn is encoded again, and the sheet in it.
 *
 * @throws UnreadablePicture
 */
export async function readPhoto(canvases: Canvases, file: Blob): Promise<ReadPage> {
  const picture = await canvases.decode(file);
  const { width, height } = picture;
  const size = scaledBy(picture, Math.sqrt(MOST_PIXELS / (width * height)));
  const surface = drawScaled(canvases, picture, { x: 0, y: 0, width, height }, size);
  picture.close();
  const jpeg = await canvases.toJpeg(surface, QUALITY);
  const proposed = proposedIn(canvases, surface);
  release(surface);
  return { bytes: await jpeg.arrayBuffer(), ...size, ...(proposed && { proposed }) };
}

function proposedIn(canvases: Canvases, surface: Surface): Corners | undefined {
  const { width, height } = surface;
  const size = scaledBy(surface, LOOKED_AT / Math.max(width, height));
  const small = drawScaled(canvases, { source: surface }, { x: 0, y: 0, width, height }, size, 'medium');
  const proposed = findSheet(contextOf(small).getImageData(0, 0, size.width, size.height));
  release(small);
  return proposed;
}
