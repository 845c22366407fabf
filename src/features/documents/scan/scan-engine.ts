import type { Corners, ScanPage } from './scan-page.ts';

/** A picture that the engine has read, without metadata. */
export interface ReadPage {
  /** JPEG; browsers show it upright. Behind it is a JPEG of the sheet that was found, as the PDF shows it. */
  readonly bytes: ArrayBuffer;
  /** Pixels of the upright picture. */
  readonly width: number;
  readonly height: number;
  /** Where the sheet of paper is. Undefined if none was found. */
  readonly proposed?: Corners;
  /** At which of the bytes the sheet begins. */
  readonly sheetAt?: number;
  /** Its PDF has a digital signature, which is not valid in another PDF. */
  readonly isSigned?: boolean;
}

/** A chosen file was moved, deleted or changed before it was kept, or its device is not there any more. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** The page ended while it read this photo: it may take more memory than this device has. */
export class ReadingUnfinished extends Error {
  override readonly name = 'ReadingUnfinished';
}

/** This browser cannot decode the file as a picture: it is another file, damaged, or in an unknown format. */
export class UnreadablePicture extends Error {
  override readonly name = 'UnreadablePicture';
}

/** Why the pages of a PDF cannot be drawn: it has a password, is incomplete, or has a page that cannot be shown. */
export type UnreadableBecause = 'encrypted' | 'broken' | 'undrawable';

export class UnreadablePdf extends Error {
  override readonly name = 'UnreadablePdf';
  readonly because: UnreadableBecause;
  constructor(because: UnreadableBecause, options?: ErrorOptions) {
    super(because, options);
    this.because = because;
  }
}

/** What a file has too much of: pixels in a photo (100 million), pages in a PDF (60), pixels in a picture of it (52 million). */
export type Limit = 'pixels' | 'pages' | 'pictures';

/** The file is too large for a phone. Thrown before the file takes the memory. */
export class BeyondLimit extends Error {
  override readonly name = 'BeyondLimit';
  readonly limit: Limit;
  constructor(limit: Limit, options?: ErrorOptions) {
    super(limit, options);
    this.limit = limit;
  }
}

/** The engine's scripts did not arrive, or its worker died. Opening another may help. */
export class EngineGone extends Error {
  override readonly name = 'EngineGone';
}

export interface CombinedPdf {
  readonly pdf: Blob;
  /** One of the files has a digital signature, which is not valid in this PDF. */
  readonly losesSignature: boolean;
}

/** Makes one PDF of photos and PDFs, on this device. Every call may also reject with EngineGone. */
export interface ScanEngine {
  /**
   * Makes of a photo (JPEG, PNG, WebP, HEIC) a JPEG without metadata, of at most 8.7 megapixels, and
   * looks for the sheet in it, unless the photo is to stay whole.
   *
   * @throws UnreadablePicture, BeyondLimit
   */
  readPhoto(file: Blob, isWhole?: boolean): Promise<ReadPage>;
  /**
   * Draws the pages of a PDF at 200 dpi, one after another from page `first` (default 1). The next page waits
   * for `onPage`.
   *
   * @throws UnreadablePdf, BeyondLimit, or an Error if `onPage` rejects
   */
  readPdf(file: Blob, onPage: (page: ReadPage) => Promise<void>, first?: number): Promise<void>;
  /**
   * The page as it will be in the PDF, at most `longest` pixels wide and high, as JPEG.
   *
   * @throws UnreadablePicture if the bytes are not a picture
   */
  preview(page: ScanPage, bytes: ArrayBuffer, longest: number): Promise<Blob>;
  /**
   * One PDF of all pages: photos on A4, at most 200 dpi; pages of PDFs as they are, unless they are cropped. `bytesOf`
   * reads one page's picture at a time, to save memory, and the PDFs by the pages' `from`. `onProgress` gets the number of
   * finished pages.
   *
   * @throws UnreadablePicture, or an Error if `bytesOf` rejects
   */
  makePdf(
    pages: readonly ScanPage[],
    bytesOf: (id: string) => Promise<ArrayBuffer>,
    onProgress: (done: number) => void,
  ): Promise<Blob>;
  /** One PDF of whole PDFs, one after the other. Rejects if one of them has a password or is damaged. */
  combine(files: readonly Blob[]): Promise<CombinedPdf>;
  /** Ends the engine; what it was doing is rejected with EngineGone. */
  close(): void;
}
