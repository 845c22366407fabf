import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { drawPage, openPdf, UnopenablePdf } from '../pdf/open-pdf.ts';
import type { Sheet } from '../pdf/pdf-surroundings.ts';
import { flawsOf } from './flaws-of-page.ts';
import { type LargeScan, largeScan } from './large-scan.ts';
import { type Flaw, type Look, type PagePicture, SHOWN_PAGES } from './look.ts';
import { isCutOff } from './look-at-file.ts';
import { factsOf, type PageFacts } from './page-facts.ts';
import { contextOf, jpegOf, reduced } from './sheets.ts';

/** The longer side of a page's picture, in pixels: 160 on the page, and twice that for screens that have them. */
const PICTURE_PIXELS = 320;
const PICTURE_QUALITY = 0.7;
/** The longer side of a page as it is measured, in pixels: about 100 dpi of A4. */
const MEASURED_PIXELS = 1200;
/** A phone draws some pages a second: what is wrong with a whole document is seen on its first ones. */
const MEASURED_PAGES = 10;

/** Gathers what is found. */
function createNotes() {
  const pictures: PagePicture[] = [];
  const pagesOf = new Map<Flaw, number[]>();
  return {
    pageCount: 0,
    pictures,
    large: undefined as LargeScan | undefined,
    /** Notes a flaw of a page, or of the whole file. */
    note(flaw: Flaw, ...page: number[]) {
      pagesOf.set(flaw, [...(pagesOf.get(flaw) ?? []), ...page]);
    },
    has: (flaw: Flaw) => pagesOf.has(flaw),
    seen(): Look {
      const findings = [...pagesOf].map(([flaw, pages]) => ({ flaw, pages: [...pages] }));
      return { pageCount: this.pageCount, pictures: [...pictures], findings, large: this.large };
    },
  };
}

/**
 * Looks at a PDF: draws its first pages and notes what a college could not work with. `onMore` gets what has been seen so
 * far, as soon as there is something to show.
 *
 * @throws the browser's error where the file cannot be read, or pdf.js does not arrive
 */
export async function lookAt(file: Blob, onMore: (look: Look) => void): Promise<Look> {
  const notes = createNotes();
  if (await isCutOff(file)) notes.note('cut-off');
  let pdf: PDFDocumentProxy;
  try {
    pdf = await openPdf(file);
  } catch (failure) {
    if (!(failure instanceof UnopenablePdf)) throw failure;
    // A file that was cut off cannot be opened for that reason, and has been named.
    if (failure.because === 'password') notes.note('password');
    else if (!notes.has('cut-off')) notes.note('broken');
    return notes.seen();
  }
  try {
    notes.pageCount = pdf.numPages;
    if (pdf.numPages === 0) notes.note('no-pages');
    if (await isEncrypted(pdf)) notes.note('encrypted');
    const pages: PageFacts[] = [];
    for (let number = 1; number <= Math.min(pdf.numPages, MEASURED_PAGES); number += 1) {
      const { facts, picture, flaws } = await lookAtPage(await pdf.getPage(number), number <= SHOWN_PAGES);
      for (const flaw of flaws) notes.note(flaw, number);
      if (picture) notes.pictures.push({ number, ...picture });
      pages.push(facts);
      onMore(notes.seen());
    }
    if (!notes.has('encrypted') && !notes.has('cut-off')) notes.large = largeScan(file.size, pages);
    return notes.seen();
  } finally {
    await pdf.loadingTask.destroy();
  }
}

type DrawnPicture = Omit<PagePicture, 'number'>;

async function lookAtPage(
  page: PDFPageProxy,
  isShown: boolean,
): Promise<{ readonly facts: PageFacts; readonly flaws: readonly Flaw[]; readonly picture?: DrawnPicture }> {
  const { width, height } = page.getViewport({ scale: 1 });
  const sheet = await drawPage(page, MEASURED_PIXELS / Math.max(width, height));
  try {
    const picture = isShown && (await pictureOf(sheet));
    const facts = await factsOf(page);
    return { facts, flaws: flawsOf(facts, pixelsOf(sheet)), ...(picture && { picture }) };
  } finally {
    sheet.width = 0;
    page.cleanup();
  }
}

async function isEncrypted(pdf: PDFDocumentProxy): Promise<boolean> {
  const { info } = await pdf.getMetadata();
  return 'EncryptFilterName' in info && info.EncryptFilterName !== null;
}

const pixelsOf = (sheet: Sheet) => contextOf(sheet).getImageData(0, 0, sheet.width, sheet.height);

async function pictureOf(sheet: Sheet): Promise<DrawnPicture> {
  const small = reduced(sheet, PICTURE_PIXELS);
  return { jpeg: await jpegOf(small, PICTURE_QUALITY), width: small.width, height: small.height };
}
