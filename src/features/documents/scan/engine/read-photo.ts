import { imageDimensionsFromData } from 'image-dimensions';
import { BeyondLimit, EngineGone, type ReadPage } from '../scan-engine.ts';
import type { Corners } from '../scan-page.ts';
import {
  contextOf,
  decodePicture,
  drawScaled,
  type Picture,
  recycle,
  release,
  type Size,
  scaledBy,
  toJpeg,
  wholeOf,
} from './canvases.ts';
import { drawSheet } from './draw-page.ts';
import { findSheet, LOOKED_AT } from './find-sheet.ts';
import type { Pixels } from './straighten.ts';

/** What is decoded at all: it takes four bytes a pixel, and phones have no more to give. */
const MOST_DECODED_PIXELS = 100_000_000;
/** What is kept of a photo: A4 at 300 dpi, and so 200 dpi of a sheet that fills half of the photo. */
const MOST_PIXELS = 8_700_000;
/** High, since the picture is encoded once more in the PDF. */
const QUALITY = 0.9;

/** What a photo is read with: its own kinds of pictures and of drawings. */
export interface PhotoTools<Decoded extends Size, Drawn> {
  /** @throws UnreadablePicture */
  decode(file: Blob): Promise<Decoded & { close(): void }>;
  /** The same for a HEIC photo, of which only Safari has a decoder. @throws UnreadablePicture, EngineGone */
  decodeHeic(file: Blob): Promise<Decoded & { close(): void }>;
  /** The whole picture at a size. */
  draw(picture: Decoded, size: Size): Drawn;
  /** The drawing, reduced to a size. */
  pixelsOf(drawn: Drawn, size: Size): Pixels;
  /** The sheet in it as the PDF shows it, as JPEG. */
  drawSheet(drawn: Drawn, corners: Corners): Promise<Blob>;
  /** The drawing as a JPEG; it is not used any more. */
  encode(drawn: Drawn): Promise<Blob>;
}

/** The tools of a browser. */
export const PHOTO_TOOLS: PhotoTools<Picture, OffscreenCanvas> = {
  decode: decodePicture,
  decodeHeic: (file) =>
    decodePicture(file).catch(async () => {
      const { decodeHeic } = await bringDecoder();
      return decodeHeic(file);
    }),
  draw: (picture, size) => drawScaled(picture.source, wholeOf(picture), size),
  pixelsOf(drawn, size) {
    const surface = drawScaled(drawn, wholeOf(drawn), size, 'medium');
    const pixels = contextOf(surface).getImageData(0, 0, size.width, size.height);
    release(surface);
    return pixels;
  },
  drawSheet,
  async encode(drawn) {
    const jpeg = await toJpeg(drawn, QUALITY);
    recycle(drawn);
    return jpeg;
  },
};

const bringDecoder = () =>
  import('./decode-heic.ts').catch((cause: unknown) => {
    throw new EngineGone('no HEIC decoder', { cause });
  });

/**
 * A photo as an upright JPEG without metadata, and the sheet in it, as the PDF shows it. It is decoded once: thumbnails
 * then decode fewer pixels, and the PDF none.
 *
 * @param isWhole no sheet is looked for
 * @throws UnreadablePicture, BeyondLimit, EngineGone if the decoder for HEIC does not arrive
 */
export async function readPhoto<Decoded extends Size, Drawn>(
  tools: PhotoTools<Decoded, Drawn>,
  file: Blob,
  isWhole = false,
): Promise<ReadPage> {
  const header = await headerOf(file);
  if (header && header.width * header.height > MOST_DECODED_PIXELS) throw new BeyondLimit('pixels');
  const picture = await (header?.type === 'heic' ? tools.decodeHeic(file) : tools.decode(file));
  const { width, height } = picture;
  const size = scaledBy(picture, Math.sqrt(MOST_PIXELS / (width * height)));
  const drawn = tools.draw(picture, size);
  // Phones have no room for both while the drawing is encoded.
  picture.close();
  const small = scaledBy(size, LOOKED_AT / Math.max(size.width, size.height));
  const proposed = isWhole ? undefined : findSheet(tools.pixelsOf(drawn, small));
  const sheet = proposed && (await tools.drawSheet(drawn, proposed));
  const jpeg = await tools.encode(drawn);
  const bytes = await new Blob(sheet ? [jpeg, sheet] : [jpeg]).arrayBuffer();
  return { bytes, ...size, ...(proposed && { proposed, sheetAt: jpeg.size }) };
}

/** Nearly all cameras write less metadata before the size; some put another picture there. */
const HEADER_BYTES = 1024 * 1024;

/** The kind and the stored pixels of a photo, from its first megabyte where they are there; undefined for other files. */
const headerOf = async (file: Blob) => (await headerIn(file.slice(0, HEADER_BYTES))) ?? headerIn(file);
const headerIn = async (part: Blob) => imageDimensionsFromData(new Uint8Array(await part.arrayBuffer()));
