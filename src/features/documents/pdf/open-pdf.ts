import type { PDFDocumentLoadingTask, PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { bringPdfJs } from './pdf-js.ts';
import {
  type MakeSheet,
  makeSheetFactory,
  NoFilters,
  offscreenSheet,
  PdfData,
  type Sheet,
} from './pdf-surroundings.ts';

/** A PDF whose pages cannot be seen: it asks for a password, or is too broken. */
export class UnopenablePdf extends Error {
  override readonly name = 'UnopenablePdf';
  readonly because: 'password' | 'broken';
  constructor(because: 'password' | 'broken', cause: unknown) {
    super(because, { cause });
    this.because = because;
  }
}

/** Everything pdf.js draws is drawn off the page and without its fonts, so that it does the same in a worker. */
const APART = {
  disableFontFace: true,
  useSystemFonts: false,
  useWorkerFetch: false,
  disableWorkerRendering: true,
  disableAutoFetch: true,
  disableStream: true,
  BinaryDataFactory: PdfData,
  FilterFactory: NoFilters,
  verbosity: 0,
};
/** So much is read of the file at a time. */
const PART_BYTES = 2 ** 18;

/**
 * Opens a PDF with pdf.js, which reads of the file what it needs. Close it with `loadingTask.destroy()`.
 *
 * @throws UnopenablePdf, or what `bringPdfJs` throws
 */
export async function openPdf(file: Blob, makeSheet: MakeSheet = offscreenSheet): Promise<PDFDocumentProxy> {
  const { getDocument, PDFDataRangeTransport } = await bringPdfJs();
  let task: PDFDocumentLoadingTask | undefined;
  const parts = new (class extends PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number): void {
      file
        .slice(begin, end)
        .arrayBuffer()
        .then((bytes) => this.onDataRange(begin, new Uint8Array(bytes)))
        // A file that can no longer be read: nothing more comes of it.
        .catch(() => task?.destroy());
    }
  })(file.size, null);
  task = getDocument({
    ...APART,
    range: parts,
    rangeChunkSize: PART_BYTES,
    CanvasFactory: makeSheetFactory(makeSheet),
  });
  try {
    return await task.promise;
  } catch (failure) {
    await task.destroy();
    const isLocked = failure instanceof Error && failure.name === 'PasswordException';
    throw new UnopenablePdf(isLocked ? 'password' : 'broken', failure);
  }
}

/**
 * A page as readers show it, drawn on a white sheet. Give its pixels back (`width = height = 0`) as soon as they are used.
 *
 * @param scale pixels for each point; a point is 1/72 of an inch
 */
export async function drawPage(
  page: PDFPageProxy,
  scale: number,
  makeSheet: MakeSheet = offscreenSheet,
): Promise<Sheet> {
  const viewport = page.getViewport({ scale });
  const sheet = makeSheet(Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height)));
  // pdf.js says that it wants an element; it draws on whatever has a context.
  const canvas = sheet as HTMLCanvasElement;
  // On screen it would wait for the next frame of a window, which a worker has not.
  await page.render({ canvas, viewport, background: 'white', intent: 'print' }).promise;
  return sheet;
}
