import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { drawPage, openPdf, UnopenablePdf } from '../../pdf/open-pdf.ts';
import type { MakeSheet } from '../../pdf/pdf-surroundings.ts';
import { BeyondLimit, EngineGone, type ReadPage, UnreadablePdf } from '../scan-engine.ts';
import { scaleFor200Dpi } from './a4.ts';
import { type Canvases, release } from './canvases.ts';
import { smallJpeg } from './small-jpeg.ts';

const POINTS_PER_INCH = 72;
const DPI = 200;
/** Ten times what a college asks for; as pages of A4 they would be some 30 MB. */
const MOST_PAGES = 60;

/**
 * Draws the pages of a PDF, one after another (ScanEngine.readPdf).
 *
 * @throws UnreadablePdf, BeyondLimit, EngineGone where pdf.js did not arrive, or what `onPage` throws
 */
export async function readPdf(
  canvases: Canvases,
  file: Blob,
  onPage: (page: ReadPage) => Promise<void>,
  first = 1,
): Promise<void> {
  const makeSheet: MakeSheet = (width, height) => canvases.surface({ width, height });
  const pdf = await open(file, makeSheet);
  try {
    if (pdf.numPages > MOST_PAGES) throw new BeyondLimit('pages');
    for (let number = first; number <= pdf.numPages; number += 1) {
      const page = await whole(pdf.getPage(number));
      await onPage(await readPage(canvases, page, makeSheet));
      page.cleanup();
      await canvases.pause();
    }
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function open(file: Blob, makeSheet: MakeSheet): Promise<PDFDocumentProxy> {
  try {
    return await openPdf(file, makeSheet);
  } catch (cause) {
    if (!(cause instanceof UnopenablePdf)) throw new EngineGone('no pdf.js', { cause });
    throw new UnreadablePdf(cause.because === 'password' ? 'encrypted' : 'broken', { cause });
  }
}

/** What cannot be read of a PDF that was opened is broken. */
async function whole<Part>(part: Promise<Part>): Promise<Part> {
  try {
    return await part;
  } catch (cause) {
    throw new UnreadablePdf('broken', { cause });
  }
}

/** At 200 dpi, but never with more pixels than an A4 page has then. */
async function readPage(canvases: Canvases, page: PDFPageProxy, makeSheet: MakeSheet): Promise<ReadPage> {
  const scale = Math.min(DPI / POINTS_PER_INCH, scaleFor200Dpi(page.getViewport({ scale: 1 })));
  const sheet = await whole(drawPage(page, scale, makeSheet));
  const { width, height } = sheet;
  const jpeg = await smallJpeg(canvases, sheet);
  release(sheet);
  return { bytes: await jpeg.arrayBuffer(), width, height };
}
