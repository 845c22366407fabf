import { PDFDocument } from '@cantoo/pdf-lib';
import type { ScanPage } from '../scan-page.ts';
import { placeOnA4, scaleFor200Dpi } from './a4.ts';
import { type Canvases, release } from './canvases.ts';
import { drawPage } from './draw-page.ts';
import { MOST_BYTES, smallJpeg } from './small-jpeg.ts';

/**
 * One PDF of all pages (ScanEngine.makePdf). Pages of PDFs are copied unless they are cropped. It says nothing about
 * itself: no names, no dates.
 *
 * @throws UnreadablePicture, what `bytesOf` throws, or the browser's error if qpdf cannot be loaded
 */
export async function makePdf(
  canvases: Canvases,
  pages: readonly ScanPage[],
  bytesOf: (id: string) => Promise<ArrayBuffer>,
  onProgress: (done: number) => void,
): Promise<Blob> {
  const files = canCopy() ? await filesOf(pages, bytesOf) : NONE;
  const isCopied = (page: ScanPage) => page.from !== undefined && files.has(page.from) && isToCopy(page);
  const drawn = pages.filter((page) => !isCopied(page));
  if (drawn.length === pages.length) return drawPdf(canvases, pages, bytesOf, onProgress);
  const pictures = drawn.length > 0 ? await drawPdf(canvases, drawn, bytesOf, onProgress) : new Blob();
  const { combinePages } = await import('./combine-pages.ts');
  const combined = pages.map((page) => {
    const file = page.from !== undefined && isCopied(page) ? files.get(page.from) : undefined;
    if (!file || page.number === undefined) return { file: pictures, number: drawn.indexOf(page) + 1, turns: 0 };
    return { file, number: page.number, turns: page.turns };
  });
  const pdf = await combinePages(combined).catch((failure: unknown) => {
    // qpdf cannot read a file that pdf.js could draw: its pages become pictures.
    if (failure instanceof Error && failure.name === 'QpdfFailed') return drawPdf(canvases, pages, bytesOf, onProgress);
    throw failure;
  });
  onProgress(pages.length);
  return pdf;
}

/** Whether this is a worker: pages cannot be copied on the main thread, whose security policy forbids WebAssembly. */
const canCopy = (): boolean => 'FileReaderSync' in globalThis;
const NONE: ReadonlyMap<string, Blob> = new Map();

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
