import type { PDFPageProxy } from 'pdfjs-dist';
import { type OpenPdf, openPdf } from '../pdf/open-pdf.ts';
import { createPicturePdf } from '../pdf/picture-pdf.ts';
import { contextOf, reduced, toJpeg } from '../scan/engine/canvases.ts';
import type { Comparison, SmallerScan } from './inspection.ts';
import { factsOf } from './page-facts.ts';

/** Small print is read well at it. */
const DPI = 200;
const QUALITY = 0.75;
const POINTS_OF_AN_INCH = 72;
/** A poster is not drawn larger than phones can. */
const MOST_PIXELS = 5000;
/** Pages that are shown before and after, and the longer side of their pictures in pixels. */
const COMPARED_PAGES = 3;
const COMPARED_PIXELS = 900;
const COMPARED_QUALITY = 0.85;

/** Only a document whose pages are all scans is made smaller: others would lose their text. */
class NotAllScans extends Error {
  override readonly name = 'NotAllScans';
}

/**
 * Writes a scan again at 200 dpi, as JPEGs. It calls `onPage` with the number of pages done.
 *
 * @throws NotAllScans, UnopenablePdf, UndrawablePage, PdfInterrupted
 */
export async function shrinkScan(file: Blob, onPage: (done: number, all: number) => void): Promise<SmallerScan> {
  const original = await openPdf(file);
  try {
    const pdf = await createPicturePdf();
    const comparisons: Comparison[] = [];
    const { numPages } = original.document;
    for (let number = 1; number <= numPages; number += 1) {
      const page = await original.page(number);
      const jpeg = await pictureOf(original, page);
      const { width, height } = page.getViewport({ scale: 1 });
      const size = { width, height };
      await pdf.add(jpeg, () => ({ page: size, place: { x: 0, y: 0, ...size } }));
      if (comparisons.length < COMPARED_PAGES) comparisons.push(await compared(original, page, jpeg));
      page.cleanup();
      onPage(number, numPages);
    }
    return { pdf: await pdf.save(), comparisons };
  } finally {
    await original.close();
  }
}

/** A scanned page as a JPEG of at most 200 dpi. */
async function pictureOf(pdf: OpenPdf, page: PDFPageProxy): Promise<Blob> {
  const { scan, points, hasTextOver } = await factsOf(page);
  if (!scan || hasTextOver) throw new NotAllScans('a page is no scan');
  const scale = Math.min(DPI, scan.dpi) / POINTS_OF_AN_INCH;
  const sheet = await pdf.draw(page, Math.min(scale, MOST_PIXELS / points));
  return shown(sheet, QUALITY);
}

async function compared(pdf: OpenPdf, page: PDFPageProxy, jpeg: Blob): Promise<Comparison> {
  const { width, height } = page.getViewport({ scale: 1 });
  const before = await pdf.draw(page, COMPARED_PIXELS / Math.max(width, height));
  const bitmap = await createImageBitmap(jpeg);
  const whole = new OffscreenCanvas(bitmap.width, bitmap.height);
  contextOf(whole).drawImage(bitmap, 0, 0);
  bitmap.close();
  const after = reduced(whole, COMPARED_PIXELS);
  whole.width = 0;
  return { page: page.pageNumber, before: await shown(before), after: await shown(after) };
}

async function shown(sheet: OffscreenCanvas, quality = COMPARED_QUALITY): Promise<Blob> {
  const jpeg = await toJpeg(sheet, quality);
  sheet.width = 0;
  return jpeg;
}
