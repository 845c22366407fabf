import type { PDFDocumentProxy } from 'pdfjs-dist';
import { drawPage, openPdf, UnopenablePdf } from '../pdf/open-pdf.ts';
import type { Sheet } from '../pdf/pdf-surroundings.ts';
import { type Finding, type Look, type PagePicture, SHOWN_PAGES } from './look.ts';
import { isCutOff } from './look-at-file.ts';

/** The longer side of a page's picture, in pixels: 160 on the page, and twice that for screens that have them. */
const PICTURE_PIXELS = 320;
const PICTURE_QUALITY = 0.7;
/** The longer side of a page as it is measured, in pixels: about 100 dpi of A4. */
const MEASURED_PIXELS = 1200;

/**
 * Looks at a PDF: draws its first pages and notes what a college could not work with. `onMore` gets what has been seen so
 * far, as soon as there is something to show.
 *
 * @throws the browser's error where the file cannot be read, or pdf.js does not arrive
 */
export async function lookAt(file: Blob, onMore: (look: Look) => void): Promise<Look> {
  const findings: Finding[] = [];
  const pictures: PagePicture[] = [];
  let pageCount = 0;
  const seen = (): Look => ({ pageCount, pictures: [...pictures], findings: [...findings] });
  if (await isCutOff(file)) findings.push({ flaw: 'cut-off', pages: [] });
  let pdf: PDFDocumentProxy;
  try {
    pdf = await openPdf(file);
  } catch (failure) {
    if (!(failure instanceof UnopenablePdf)) throw failure;
    // A file that was cut off cannot be opened for that reason, and has been named.
    if (failure.because === 'password') findings.push({ flaw: 'password', pages: [] });
    else if (findings.length === 0) findings.push({ flaw: 'broken', pages: [] });
    return seen();
  }
  try {
    pageCount = pdf.numPages;
    if (pageCount === 0) findings.push({ flaw: 'no-pages', pages: [] });
    if (await isEncrypted(pdf)) findings.push({ flaw: 'encrypted', pages: [] });
    for (let number = 1; number <= Math.min(pageCount, SHOWN_PAGES); number += 1) {
      const page = await pdf.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      const sheet = await drawPage(page, MEASURED_PIXELS / Math.max(width, height));
      pictures.push({ number, ...(await pictureOf(sheet)) });
      sheet.width = 0;
      page.cleanup();
      onMore(seen());
    }
    return seen();
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function isEncrypted(pdf: PDFDocumentProxy): Promise<boolean> {
  const { info } = await pdf.getMetadata();
  return 'EncryptFilterName' in info && info.EncryptFilterName !== null;
}

async function pictureOf(sheet: Sheet): Promise<Omit<PagePicture, 'number'>> {
  const scale = Math.min(1, PICTURE_PIXELS / Math.max(sheet.width, sheet.height));
  const width = Math.max(1, Math.round(sheet.width * scale));
  const height = Math.max(1, Math.round(sheet.height * scale));
  const small = new OffscreenCanvas(width, height);
  const context = small.getContext('2d', { alpha: false });
  if (!context) throw new Error('no canvas context');
  context.imageSmoothingQuality = 'high';
  context.drawImage(sheet, 0, 0, width, height);
  return { jpeg: await small.convertToBlob({ type: 'image/jpeg', quality: PICTURE_QUALITY }), width, height };
}
