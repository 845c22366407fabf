import { PDFDocument } from '@cantoo/pdf-lib';
import type { ScanPage } from '../scan-page.ts';
import { placeOnA4, scaleFor200Dpi } from './a4.ts';
import { type Canvases, release } from './canvases.ts';
import { drawPage } from './draw-page.ts';
import { MOST_BYTES, smallJpeg } from './small-jpeg.ts';

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
  const jpeg = await smallJpeg(canvases, surface);
  release(surface);
  return jpeg.arrayBuffer();
}
