import { BeyondLimit, type ReadPage } from '../scan-engine.ts';
import type { Corners } from '../scan-page.ts';
import { scaleFor200Dpi } from './a4.ts';
import { bareJpeg } from './bare-jpeg.ts';
import { type Canvases, contextOf, drawScaled, type Picture, release, type Size, scaledBy } from './canvases.ts';
import { findSheet, LOOKED_AT } from './find-sheet.ts';
import { headerOf } from './photo-header.ts';

/** What is decoded at all: it takes four bytes a pixel, and phones have no more to give. */
const MOST_DECODED_PIXELS = 100_000_000;
/** What is kept of a photo: more than a sheet that fills half of it needs at 200 dpi. */
const MOST_PIXELS = 12_000_000;
/** A JPEG stays as it is up to so many: cameras of 12 megapixels give 12.0 to 13.1 million. */
const MOST_OWN_PIXELS = 13_500_000;
/** And up to so many bytes: cameras need fewer for them, editors at their best quality do not. */
const MOST_OWN_BYTES = 8_000_000;
/** High, since the picture is encoded once more in the PDF. */
const QUALITY = 0.9;

/**
 * A photo as a JPEG without metadata, and the sheet in it. A camera's JPEG stays as it was encoded, without what is said
 * about it: encoding 12 megapixels again takes as long as all the rest. Whatever else there is, is drawn and encoded.
 *
 * @throws UnreadablePicture, BeyondLimit
 */
export async function readPhoto(canvases: Canvases, file: Blob): Promise<ReadPage> {
  const header = await headerOf(file);
  if (header && header.width * header.height > MOST_DECODED_PIXELS) throw new BeyondLimit('pixels');
  const own = header?.type === 'jpeg' ? bareJpeg(new Uint8Array(await file.arrayBuffer())) : undefined;
  const picture = await canvases.decode(own ? new Blob([own], { type: 'image/jpeg' }) : file);
  try {
    const proposed = proposedIn(canvases, picture);
    const { width, height } = picture;
    const read = own && canStay(own, picture) ? { bytes: own.buffer, width, height } : await encoded(canvases, picture);
    return { ...read, ...(proposed && { proposed }) };
  } finally {
    picture.close();
  }
}

/**
 * Whether a photo's own JPEG is kept. One with fewer pixels than the PDF may have would get into it as it is, and there
 * its way up would not be followed.
 */
const canStay = (jpeg: Uint8Array, picture: Size): boolean =>
  picture.width * picture.height <= MOST_OWN_PIXELS && jpeg.length <= MOST_OWN_BYTES && scaleFor200Dpi(picture) < 1;

async function encoded(canvases: Canvases, picture: Picture): Promise<ReadPage> {
  const { width, height } = picture;
  const size = scaledBy(picture, Math.sqrt(MOST_PIXELS / (width * height)));
  const surface = drawScaled(canvases, picture, { x: 0, y: 0, width, height }, size);
  const jpeg = await canvases.toJpeg(surface, QUALITY);
  release(surface);
  return { bytes: await jpeg.arrayBuffer(), ...size };
}

function proposedIn(canvases: Canvases, picture: Picture): Corners | undefined {
  const { width, height } = picture;
  const size = scaledBy(picture, LOOKED_AT / Math.max(width, height));
  const small = drawScaled(canvases, picture, { x: 0, y: 0, width, height }, size, 'medium');
  const proposed = findSheet(contextOf(small).getImageData(0, 0, size.width, size.height));
  release(small);
  return proposed;
}
