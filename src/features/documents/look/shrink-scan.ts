import { PDFDocument } from '@cantoo/pdf-lib';
import type { PDFPageProxy } from 'pdfjs-dist';
import { type OpenPdf, openPdf } from '../pdf/open-pdf.ts';
import type { Sheet } from '../pdf/pdf-surroundings.ts';
import { contextOf, jpegOf, reduced } from '../pdf/sheets.ts';
import type { Comparison, SmallerScan } from './look.ts';
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

/**
 * Writes a PDF anew with its scanned pages at 200 dpi, as JPEGs; all other pages stay as they are. `onPage` is told how
 * many pages are done.
 *
 * @throws UnopenablePdf, UndrawablePage, PdfInterrupted, or what pdf-lib throws where it cannot write a page
 */
export async function shrinkScan(file: Blob, onPage: (done: number, all: number) => void): Promise<SmallerScan> {
  const original = await openPdf(file);
  try {
    const smaller = await PDFDocument.create();
    let whole: Promise<PDFDocument> | undefined;
    const comparisons: Comparison[] = [];
    const { numPages } = original.document;
    for (let number = 1; number <= numPages; number += 1) {
      const page = await original.page(number);
      const jpeg = await scanOf(original, page);
      if (jpeg) {
        const { width, height } = page.getViewport({ scale: 1 });
        const picture = await smaller.embedJpg(await jpeg.arrayBuffer());
        smaller.addPage([width, height]).drawImage(picture, { x: 0, y: 0, width, height });
        if (comparisons.length < COMPARED_PAGES) comparisons.push(await compared(original, page, jpeg));
      } else {
        whole ??= file.arrayBuffer().then((bytes) => PDFDocument.load(bytes, { updateMetadata: false }));
        const [copy] = await smaller.copyPages(await whole, [number - 1]);
        smaller.addPage(copy);
      }
      page.cleanup();
      onPage(number, numPages);
    }
    const bytes = await smaller.save();
    return { pdf: new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), comparisons };
  } finally {
    await original.close();
  }
}

/** A scanned page as a JPEG of at most 200 dpi; undefined for any other page. */
async function scanOf(pdf: OpenPdf, page: PDFPageProxy): Promise<Blob | undefined> {
  const { scan, points } = await factsOf(page);
  if (!scan) return undefined;
  const scale = Math.min(DPI, scan.dpi) / POINTS_OF_AN_INCH;
  const sheet = await pdf.draw(page, Math.min(scale, MOST_PIXELS / points));
  const jpeg = await jpegOf(sheet, QUALITY);
  sheet.width = 0;
  return jpeg;
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

async function shown(sheet: Sheet): Promise<Blob> {
  const jpeg = await jpegOf(sheet, COMPARED_QUALITY);
  sheet.width = 0;
  return jpeg;
}
