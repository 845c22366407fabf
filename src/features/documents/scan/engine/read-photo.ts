import { BeyondLimit, EngineGone, type ReadPage } from '../scan-engine.ts';
import type { Corners } from '../scan-page.ts';
import { scaleFor200Dpi } from './a4.ts';
import { bareJpeg } from './bare-jpeg.ts';
import {
  contextOf,
  decodePicture,
  drawScaled,
  type Picture,
  release,
  type Size,
  scaledBy,
  toJpeg,
  wholeOf,
} from './canvases.ts';
import { findSheet, LOOKED_AT } from './find-sheet.ts';
import { headerOf } from './photo-header.ts';
import type { Pixels } from './straighten.ts';

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

/** What a photo is read with, whose pictures are of its own kind. */
export interface PhotoTools<Decoded extends Size> {
  /** @throws UnreadablePicture */
  decode(file: Blob): Promise<Decoded & { close(): void }>;
  /** The same for a HEIC photo, of which only Safari has a decoder. @throws UnreadablePicture, EngineGone */
  decodeHeic(file: Blob): Promise<Decoded & { close(): void }>;
  /** The whole picture, drawn at a size. */
  pixelsOf(picture: Decoded, size: Size): Pixels;
  /** The same as a JPEG, for the PDF. */
  encode(picture: Decoded, size: Size): Promise<Blob>;
}

/** The tools of a browser. */
export const PHOTO_TOOLS: PhotoTools<Picture> = {
  decode: decodePicture,
  decodeHeic: (file) =>
    decodePicture(file).catch(async () => {
      const { decodeHeic } = await bringDecoder();
      return decodeHeic(file);
    }),
  pixelsOf(picture, size) {
    const surface = drawScaled(picture.source, wholeOf(picture), size, 'medium');
    const pixels = contextOf(surface).getImageData(0, 0, size.width, size.height);
    release(surface);
    return pixels;
  },
  async encode(picture, size) {
    const surface = drawScaled(picture.source, wholeOf(picture), size);
    const jpeg = await toJpeg(surface, QUALITY);
    release(surface);
    return jpeg;
  },
};

const bringDecoder = () =>
  import('./decode-heic.ts').catch((cause: unknown) => {
    throw new EngineGone('no HEIC decoder', { cause });
  });

/**
 * A photo as a JPEG without metadata, and the sheet in it. A camera's JPEG stays as it was encoded, without what is said
 * about it: encoding 12 megapixels again takes as long as all the rest. Whatever else there is, is drawn and encoded.
 *
 * @throws UnreadablePicture, BeyondLimit, EngineGone if the decoder for HEIC does not arrive
 */
export async function readPhoto<Decoded extends Size>(tools: PhotoTools<Decoded>, file: Blob): Promise<ReadPage> {
  const header = await headerOf(file);
  if (header && header.width * header.height > MOST_DECODED_PIXELS) throw new BeyondLimit('pixels');
  const own = header?.type === 'jpeg' ? bareJpeg(new Uint8Array(await file.arrayBuffer())) : undefined;
  const picture =
    header?.type === 'heic'
      ? await tools.decodeHeic(file)
      : await tools.decode(own ? new Blob([own], { type: 'image/jpeg' }) : file);
  try {
    const proposed = proposedIn(tools, picture);
    const { width, height } = picture;
    const read = own && canStay(own, picture) ? { bytes: own.buffer, width, height } : await encoded(tools, picture);
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

async function encoded<Decoded extends Size>(tools: PhotoTools<Decoded>, picture: Decoded): Promise<ReadPage> {
  const { width, height } = picture;
  const size = scaledBy(picture, Math.sqrt(MOST_PIXELS / (width * height)));
  const jpeg = await tools.encode(picture, size);
  return { bytes: await jpeg.arrayBuffer(), ...size };
}

function proposedIn<Decoded extends Size>(tools: PhotoTools<Decoded>, picture: Decoded): Corners | undefined {
  const { width, height } = picture;
  return findSheet(tools.pixelsOf(picture, scaledBy(picture, LOOKED_AT / Math.max(width, height))));
}
