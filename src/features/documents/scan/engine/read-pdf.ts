import { type OpenPdf, openPdf, UndrawablePage, UnopenablePdf } from '../../pdf/open-pdf.ts';
import { hasHugePicture } from '../../pdf/picture-sizes.ts';
import { saysOfItself } from '../../pdf/says-of-itself.ts';
import { BeyondLimit, EngineGone, type ReadPage, UnreadablePdf } from '../scan-engine.ts';
import { scaleFor200Dpi } from './a4.ts';
import { release } from './canvases.ts';
import { smallJpeg } from './small-jpeg.ts';

const POINTS_PER_INCH = 72;
const DPI = 200;
/** Ten times what a college asks for. As pages of A4 they have about 30 MB. */
const MOST_PAGES = 60;

/**
 * Draws the pages of a PDF, one after another (ScanEngine.readPdf).
 *
 * @throws UnreadablePdf, BeyondLimit, EngineGone if a part of pdf.js did not load, or what `onPage` throws
 */
export async function readPdf(file: Blob, onPage: (page: ReadPage) => Promise<void>, first = 1): Promise<void> {
  const pdf = await known(openPdf(file));
  try {
    const { numPages } = pdf.document;
    if (numPages > MOST_PAGES) throw new BeyondLimit('pages');
    if (await hasHugePicture(file)) throw new BeyondLimit('pictures');
    const { isSigned } = await saysOfItself(pdf.document);
    for (let number = first; number <= numPages; number += 1) {
      const page = await known(readPage(pdf, number));
      await onPage(isSigned ? { ...page, isSigned } : page);
    }
  } finally {
    await pdf.close();
  }
}

/** Translates errors of a PDF into those of the engine. Any other error means that pdf.js or a part of it is missing. */
async function known<Part>(part: Promise<Part>): Promise<Part> {
  try {
    return await part;
  } catch (cause) {
    if (cause instanceof UndrawablePage) throw new UnreadablePdf('undrawable', { cause });
    if (!(cause instanceof UnopenablePdf)) throw new EngineGone('no pdf.js', { cause });
    throw new UnreadablePdf(cause.because === 'password' ? 'encrypted' : 'broken', { cause });
  }
}

/** At 200 dpi, but never with more pixels than an A4 page has then. */
async function readPage(pdf: OpenPdf, number: number): Promise<ReadPage> {
  const page = await pdf.page(number);
  const scale = Math.min(DPI / POINTS_PER_INCH, scaleFor200Dpi(page.getViewport({ scale: 1 })));
  const sheet = await pdf.draw(page, scale);
  const { width, height } = sheet;
  const jpeg = await smallJpeg(sheet);
  release(sheet);
  page.cleanup();
  return { bytes: await jpeg.arrayBuffer(), width, height };
}
