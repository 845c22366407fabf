import { PDFDocument } from '@cantoo/pdf-lib';
import type { ScanPage } from '../scan-page.ts';
import { placeOnA4, scaleFor200Dpi } from './a4.ts';
import { type Canvases, release, type Surface } from './canvases.ts';
import { drawPage } from './draw-page.ts';

/** Ten such pages stay below 5 MB. */
const MOST_BYTES = 480_000;
/** From the one at which nobody sees a difference to one at which print still reads well. Tried in this order. */
const QUALITIES = [0.85, 0.75, 0.65, 0.55, 0.45] as const;

/**
 * One PDF of all pages (ScanEngine.makePdf). It says nothing about itself: no names, no dates.
 *
 * @throws UnreadablePicture, or what `bytesOf` throws
 */
export async function makePdf(
  canvases: Canvases,
  pages: readonly ScanPage[],
  bytesOf: (id: string) => Promise<ArrayBuffer>,
  onProgress: (done: number) => void,
): Promise<Blob> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  for (const [index, page] of pages.entries()) {
    const image = await pdf.embedJpg(await pictureOf(canvases, page, await bytesOf(page.id)));
    const { page: size, ...place } = placeOnA4(image);
    pdf.addPage([size.width, size.height]).drawImage(image, place);
    // Written out now, so that the picture is held once.
    await image.embed();
    onProgress(index + 1);
    await canvases.pause();
  }
  const bytes = await pdf.save();
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/pdf' });
}

/** The page's picture at 200 dpi, as JPEG. */
async function pictureOf(canvases: Canvases, page: ScanPage, bytes: ArrayBuffer): Promise<ArrayBuffer> {
  const isReady =
    page.turns === 0 && page.corners === undefined && scaleFor200Dpi(page) >= 1 && bytes.byteLength <= MOST_BYTES;
  if (isReady) return bytes;
  const surface = await drawPage(canvases, page, bytes, scaleFor200Dpi);
  const jpeg = await smallEnough(canvases, surface);
  release(surface);
  return jpeg.arrayBuffer();
}

/** As good as fits: most pages do at the first try, photos of patterned cloth beside the paper at a later one. */
async function smallEnough(canvases: Canvases, surface: Surface): Promise<Blob> {
  let jpeg = await canvases.toJpeg(surface, QUALITIES[0]);
  for (const quality of QUALITIES.slice(1)) {
    if (jpeg.size <= MOST_BYTES) break;
    jpeg = await canvases.toJpeg(surface, quality);
  }
  return jpeg;
}
