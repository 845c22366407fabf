import type { PDFDocumentLoadingTask, PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { contextOf } from '../scan/engine/canvases.ts';
import { bringPdfJs } from './pdf-js.ts';
import { CanvasFactory, makeDataFactory, NoFilters } from './pdfjs-environment.ts';
import { MOST_PICTURE_PIXELS } from './picture-sizes.ts';

/** A PDF whose pages cannot be seen: it asks for a password, or is too broken. */
export class UnopenablePdf extends Error {
  override readonly name = 'UnopenablePdf';
  readonly because: 'password' | 'broken';
  constructor(because: 'password' | 'broken', cause: unknown) {
    super(because, { cause });
    this.because = because;
  }
}

/** A page that cannot be drawn whole on this device: it is damaged, or the memory is not enough for one of its pictures. */
export class UndrawablePage extends Error {
  override readonly name = 'UndrawablePage';
}

/** The file can no longer be read, or a decoder, font or table of pdf.js did not arrive. Another try may succeed. */
export class PdfInterrupted extends Error {
  override readonly name = 'PdfInterrupted';
}

/** A PDF that pdf.js has opened. */
export interface OpenPdf {
  readonly document: PDFDocumentProxy;
  /** @throws UndrawablePage, PdfInterrupted */
  page(number: number): Promise<PDFPageProxy>;
  /**
   * A page as readers show it, drawn on a white sheet. Give its pixels back (`width = height = 0`) as soon as they are used.
   *
   * @param scale pixels for each point; a point is 1/72 of an inch
   * @throws UndrawablePage, PdfInterrupted
   */
  draw(page: PDFPageProxy, scale: number): Promise<OffscreenCanvas>;
  /**
   * What else is asked of a page.
   *
   * @throws UndrawablePage where `part` rejects, PdfInterrupted where that is for want of what did not arrive
   */
  whole<Part>(part: Promise<Part>): Promise<Part>;
  close(): Promise<void>;
}

/** Everything pdf.js draws is drawn off the page and without its fonts, so that it does the same in a worker. */
const PDFJS_OPTIONS = {
  disableFontFace: true,
  useSystemFonts: false,
  useWorkerFetch: false,
  disableWorkerRendering: true,
  disableAutoFetch: true,
  disableStream: true,
  FilterFactory: NoFilters,
  verbosity: 0,
};
/** pdf.js holds a decoded picture several times; without canvases of its own it needs half of the memory. */
const FRUGAL = { maxImageSize: MOST_PICTURE_PIXELS, isOffscreenCanvasSupported: false };
/** So much is read of the file at a time. */
const PART_BYTES = 2 ** 18;

interface OpenOptions {
  /** Of a PDF that asks for one. */
  readonly password?: string;
}

/**
 * Opens a PDF with pdf.js, which reads of the file what it needs.
 *
 * @throws UnopenablePdf, PdfInterrupted, or what `bringPdfJs` throws
 */
export async function openPdf(file: Blob, { password }: OpenOptions = {}): Promise<OpenPdf> {
  const { getDocument, PDFDataRangeTransport, OPS } = await bringPdfJs();
  const PICTURES = [OPS.paintImageXObject, OPS.paintImageMaskXObject];
  let task: PDFDocumentLoadingTask | undefined;
  /** Why a part of the PDF did not arrive. pdf.js continues, and leaves out what needs it. */
  let lacking: unknown;
  const parts = new (class extends PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number): void {
      file
        .slice(begin, end)
        .arrayBuffer()
        .then((bytes) => this.onDataRange(begin, new Uint8Array(bytes)))
        .catch((failure: unknown) => {
          lacking ??= failure;
          return task?.destroy();
        });
    }
  })(file.size, null);
  task = getDocument({
    ...PDFJS_OPTIONS,
    ...FRUGAL,
    ...(password !== undefined && { password }),
    range: parts,
    rangeChunkSize: PART_BYTES,
    BinaryDataFactory: makeDataFactory((failure) => {
      lacking ??= failure;
    }),
    CanvasFactory,
  });
  const assertAllArrived = () => {
    if (lacking !== undefined) throw new PdfInterrupted('not all of it arrived', { cause: lacking });
  };
  async function whole<Part>(part: Promise<Part>): Promise<Part> {
    try {
      return await part;
    } catch (cause) {
      assertAllArrived();
      throw new UndrawablePage('a page cannot be drawn', { cause });
    }
  }
  /**
   * Whether pdf.js has left out a picture of a page: it cannot be decoded, or the memory is not enough. In the latter case
   * browsers may go on without an error, and the page stays white.
   */
  async function lacksPicture(page: PDFPageProxy, sheet: OffscreenCanvas): Promise<boolean> {
    if (lostObjects(page.objs).length > 0) return true;
    const lost = lostObjects(page.commonObjs);
    const isEmpty = isWhite(sheet);
    if (lost.length === 0 && !isEmpty) return false;
    const { fnArray, argsArray } = await page.getOperatorList({ intent: 'print' });
    return fnArray.some((operation, at) => {
      if (!PICTURES.includes(operation)) return false;
      const args: readonly unknown[] = argsArray[at] ?? [];
      return lost.includes(args[0]) || (isEmpty && pixelsOf(args) > LARGE_PIXELS);
    });
  }
  try {
    const document = await task.promise;
    return {
      document,
      whole,
      page: (number) => whole(document.getPage(number)),
      async draw(page, scale) {
        const viewport = page.getViewport({ scale });
        const sheet = new OffscreenCanvas(
          Math.max(1, Math.round(viewport.width)),
          Math.max(1, Math.round(viewport.height)),
        );
        // pdf.js says that it wants an element; it draws on whatever has a context.
        const canvas = sheet as unknown as HTMLCanvasElement;
        // On screen it would wait for the next frame of a window, which a worker has not.
        await whole(page.render({ canvas, viewport, background: 'white', intent: 'print' }).promise);
        assertAllArrived();
        if (await whole(lacksPicture(page, sheet))) throw new UndrawablePage('a picture was left out');
        return sheet;
      },
      close: () => document.loadingTask.destroy(),
    };
  } catch (failure) {
    await task.destroy();
    assertAllArrived();
    const isLocked = failure instanceof Error && failure.name === 'PasswordException';
    throw new UnopenablePdf(isLocked ? 'password' : 'broken', failure);
  }
}

/** The names of the objects that pdf.js could not make. */
const lostObjects = (objects: Iterable<readonly unknown[]>): readonly unknown[] =>
  [...objects].flatMap(([name, data]) => (data === null ? [name] : []));

/** The memory for a smaller picture is always there. A scan of A4 at 300 dpi is below. */
const LARGE_PIXELS = 10_000_000;

/** The pixels of a picture, by what pdf.js paints it with: a name and two sizes, or a mask that has them. */
function pixelsOf([first, width, height]: readonly unknown[]): number {
  const isMask = typeof first === 'object' && first !== null && 'width' in first && 'height' in first;
  return isMask ? Number(first.width) * Number(first.height) : Number(width) * Number(height);
}

const ROWS = 64;

/** Whether nothing at all was drawn on a sheet. */
function isWhite(sheet: OffscreenCanvas): boolean {
  const context = contextOf(sheet);
  for (let y = 0; y < sheet.height; y += ROWS) {
    const { data } = context.getImageData(0, y, sheet.width, Math.min(ROWS, sheet.height - y));
    if (data.some((value) => value !== 255)) return false;
  }
  return true;
}
