import { type OpenPdf, openPdf, UndrawablePage, UnopenablePdf } from '../pdf/open-pdf.ts';
import { hasHugePicture } from '../pdf/picture-sizes.ts';
import { saysOfItself } from '../pdf/says-of-itself.ts';
import { contextOf, reduced, toJpeg } from '../scan/engine/canvases.ts';
import { areBacks, flawsOf } from './flaws-of-page.ts';
import { type Flaw, type Inspection, type PagePicture, SHOWN_PAGES } from './inspection.ts';
import { isCutOff } from './is-cut-off.ts';
import { isForeign } from './is-foreign.ts';
import { type LargeScan, largeScan } from './large-scan.ts';
import { factsOf, type PageFacts } from './page-facts.ts';

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
    isSigned: false,
    isForeign: false,
    /** Notes a flaw of a page, or of the whole file. */
    note(flaw: Flaw, ...page: number[]) {
      pagesOf.set(flaw, [...(pagesOf.get(flaw) ?? []), ...page]);
    },
    has: (flaw: Flaw) => pagesOf.has(flaw),
    /** @param measured how many pages were measured; undefined while others follow */
    seen(measured?: number): Inspection {
      const isNamed = (flaw: Flaw, pages: readonly number[]) =>
        flaw !== 'blank' || (measured === undefined ? pages.includes(1) : !areBacks(pages, measured));
      const findings = [...pagesOf]
        .filter(([flaw, pages]) => isNamed(flaw, pages))
        .map(([flaw, pages]) => ({ flaw, pages: [...pages] }));
      return {
        pageCount: this.pageCount,
        pictures: [...pictures],
        findings,
        large: this.large,
        isSigned: this.isSigned,
        isForeign: this.isForeign,
      };
    },
  };
}

/**
 * Inspects a PDF: draws its first pages and notes what a college could not work with. `onMore` gets what was found so far,
 * as soon as there is something to show.
 *
 * @throws the browser's error where the file cannot be read, or something of pdf.js does not arrive
 */
export async function inspectPdf(file: Blob, onMore: (inspection: Inspection) => void): Promise<Inspection> {
  const notes = createNotes();
  if (await isCutOff(file)) notes.note('cut-off');
  let pdf: OpenPdf;
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
    const { numPages } = pdf.document;
    notes.pageCount = numPages;
    if (numPages === 0) notes.note('no-pages');
    const mayLack = await hasHugePicture(file);
    const { isEncrypted, isForm, isSigned, isPlaceholder, isPortfolio } = await saysOfItself(pdf.document);
    notes.isSigned = isSigned;
    if (isPlaceholder) notes.note('placeholder');
    if (isPortfolio) notes.note('portfolio');
    const pages: PageFacts[] = [];
    const measured = Math.min(numPages, MEASURED_PAGES);
    for (let number = 1; number <= measured; number += 1) {
      const seen = await inspectPage(pdf, number, mayLack).catch((failure: unknown) => {
        if (failure instanceof UndrawablePage) return undefined;
        throw failure;
      });
      for (const flaw of seen?.flaws ?? ['unseen' as const]) notes.note(flaw, number);
      if (seen?.picture) notes.pictures.push({ number, ...seen.picture });
      if (seen) pages.push(seen.facts);
      notes.isForeign = isForeign(pages.map(({ text }) => text));
      onMore(notes.seen());
    }
    const isWhole = !(['cut-off', 'unseen', 'portfolio'] as const).some(notes.has);
    // A smaller one would have no signature, no fields and no restrictions.
    if (isWhole && !isEncrypted && !isForm && !mayLack) notes.large = largeScan(file.size, pages);
    return notes.seen(measured);
  } finally {
    await pdf.close();
  }
}

interface SeenPage {
  readonly facts: PageFacts;
  readonly flaws: readonly Flaw[];
  readonly picture?: Omit<PagePicture, 'number'>;
}

async function inspectPage(pdf: OpenPdf, number: number, mayLack: boolean): Promise<SeenPage> {
  const page = await pdf.page(number);
  try {
    const { width, height } = page.getViewport({ scale: 1 });
    const sheet = await pdf.draw(page, MEASURED_PIXELS / Math.max(width, height));
    const pixels = pixelsOf(sheet);
    const picture = number <= SHOWN_PAGES && (await pictureOf(sheet));
    sheet.width = 0;
    // Its pictures are decoded once more for their facts: the first ones make room.
    page.cleanup();
    const facts = await pdf.whole(factsOf(page));
    const flaws = flawsOf(facts, pixels, mayLack);
    return { facts, flaws, ...(picture && !flaws.includes('unseen') && { picture }) };
  } finally {
    page.cleanup();
  }
}

const pixelsOf = (sheet: OffscreenCanvas) => contextOf(sheet).getImageData(0, 0, sheet.width, sheet.height);

async function pictureOf(sheet: OffscreenCanvas): Promise<Omit<PagePicture, 'number'>> {
  const small = reduced(sheet, PICTURE_PIXELS);
  return { jpeg: await toJpeg(small, PICTURE_QUALITY), width: small.width, height: small.height };
}
