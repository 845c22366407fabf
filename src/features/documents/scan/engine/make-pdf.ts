import { createPicturePdf } from '../../pdf/picture-pdf.ts';
import type { ScanPage } from '../scan-page.ts';
import { placeOnA4, scaleFor200Dpi } from './a4.ts';
import { recycle } from './canvases.ts';
import { drawPage } from './draw-page.ts';
import { drawnSheet, pictureIn } from './drawn-sheet.ts';
import { MOST_BYTES, smallJpeg } from './small-jpeg.ts';

/**
 * One PDF of all pages (ScanEngine.makePdf). Pages of PDFs are copied unless they are cropped. It says nothing about
 * itself: no names, no dates.
 *
 * @throws UnreadablePicture, what `bytesOf` throws, or the browser's error if qpdf cannot be loaded
 */
export async function makePdf(
  pages: readonly ScanPage[],
  bytesOf: (id: string) => Promise<ArrayBuffer>,
  onProgress: (done: number) => void,
): Promise<Blob> {
  const files = await filesOf(pages, bytesOf);
  const isCopied = (page: ScanPage) => page.from !== undefined && files.has(page.from) && isToCopy(page);
  const drawn = pages.filter((page) => !isCopied(page));
  if (drawn.length === pages.length) return drawPdf(pages, bytesOf, onProgress);
  const pictures = drawn.length > 0 ? await drawPdf(drawn, bytesOf, onProgress) : new Blob();
  const { combinePages } = await import('./combine-pages.ts');
  const combined = pages.map((page) => {
    const file = page.from !== undefined && isCopied(page) ? files.get(page.from) : undefined;
    if (!file || page.number === undefined) return { file: pictures, number: drawn.indexOf(page) + 1, turns: 0 };
    return { file, number: page.number, turns: page.turns };
  });
  const pdf = await combinePages(combined).catch((failure: unknown) => {
    // qpdf cannot read a file that pdf.js could draw: its pages become pictures.
    if (failure instanceof Error && failure.name === 'QpdfFailed') return drawPdf(pages, bytesOf, onProgress);
    throw failure;
  });
  onProgress(pages.length);
  return pdf;
}

const isToCopy = (page: ScanPage): boolean => page.number !== undefined && page.corners === undefined;

/** The PDFs whose pages are copied, by their ids. One that is not on this device any more is left out. */
async function filesOf(pages: readonly ScanPage[], bytesOf: (id: string) => Promise<ArrayBuffer>) {
  const files = new Map<string, Blob>();
  for (const page of pages) {
    if (page.from === undefined || files.has(page.from) || !isToCopy(page)) continue;
    const bytes = await bytesOf(page.from).catch(() => undefined);
    if (bytes) files.set(page.from, new Blob([bytes]));
  }
  return files;
}

/** One PDF of the pictures of pages, on A4. */
async function drawPdf(
  pages: readonly ScanPage[],
  bytesOf: (id: string) => Promise<ArrayBuffer>,
  onProgress: (done: number) => void,
): Promise<Blob> {
  const pdf = await createPicturePdf();
  for (const [index, page] of pages.entries()) {
    await pdf.add(await pictureOf(page, await bytesOf(page.id)), placeOnA4);
    onProgress(index + 1);
  }
  return pdf.save();
}

/** The page's picture at 200 dpi, as JPEG. */
async function pictureOf(page: ScanPage, bytes: ArrayBuffer): Promise<Blob> {
  const sheet = page.turns === 0 ? drawnSheet(page, bytes) : undefined;
  if (sheet) return new Blob([sheet]);
  const picture = pictureIn(page, bytes);
  const isReady =
    page.turns === 0 && page.corners === undefined && scaleFor200Dpi(page) >= 1 && picture.byteLength <= MOST_BYTES;
  if (isReady) return new Blob([picture]);
  const canvas = await drawPage(page, bytes, scaleFor200Dpi);
  const jpeg = await smallJpeg(canvas);
  recycle(canvas);
  return jpeg;
}
