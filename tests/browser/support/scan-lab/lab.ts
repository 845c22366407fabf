import { openScanEngine } from '#features/documents/scan/engine/open-engine.ts';
import type { ReadPage, ScanEngine } from '#features/documents/scan/scan-engine.ts';
import type { ScanPage } from '#features/documents/scan/scan-page.ts';

/** The functions that tests call in the page (tests/browser/support/scan-lab.ts). */
export interface Lab {
  /** Opens the engine like the product. */
  openInWorker(): Promise<ScanEngine>;
  /** A file with these base64 bytes. */
  file(base64: string): Promise<Blob>;
  toBase64(bytes: ArrayBuffer): Promise<string>;
  /** A page made from a read file, with the person's changes. */
  page(read: ReadPage, id: string, wanted?: Partial<ScanPage>): ScanPage;
  /**
   * The colour (red, green, blue) at a place of a displayed picture, as fractions of its width and height from the top
   * left.
   */
  colourAt(picture: Blob | ArrayBuffer, x: number, y: number): Promise<readonly number[]>;
  /**
   * How legible words in a part of a sheet are at 200 dpi of A4. The sheet is a part of a picture; parts are fractions
   * (0 to 1).
   */
  legibility(picture: Blob, sheet: Part, words: Part): Promise<Legibility>;
}

/** A rectangle, in fractions of the whole width and height. */
interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Legibility {
  /** The difference between the darkest and the lightest twentieth, in levels of 255. */
  readonly contrast: number;
  /** The difference in levels between a pixel at a stroke's edge and its neighbours: the mean of the steepest tenth. */
  readonly sharpness: number;
}

declare global {
  interface Window {
    lab: Lab;
  }
}

window.lab = {
  openInWorker: openScanEngine,
  file: async (base64) => new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]),
  toBase64: (bytes) =>
    new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
      reader.readAsDataURL(new Blob([bytes]));
    }),
  page: ({ width, height, proposed, sheetAt }, id, wanted) => ({
    id,
    name: 'photo.jpg',
    width,
    height,
    turns: 0,
    ...(proposed && { proposed }),
    ...(sheetAt !== undefined && { sheetAt }),
    ...wanted,
  }),
  async colourAt(picture, x, y) {
    const bitmap = await createImageBitmap(new Blob([picture]), { imageOrientation: 'from-image' });
    const canvas = new OffscreenCanvas(1, 1);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('no canvas');
    context.drawImage(bitmap, -Math.round(x * bitmap.width), -Math.round(y * bitmap.height));
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  },
  async legibility(picture, sheet, words) {
    const [sheetWidth, sheetHeight] = [1654, 2339];
    const width = Math.round(words.width * sheetWidth);
    const height = Math.round(words.height * sheetHeight);
    const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' });
    const context = new OffscreenCanvas(width, height).getContext('2d');
    if (context === null) throw new Error('no canvas');
    context.imageSmoothingQuality = 'high';
    const across = bitmap.width * sheet.width;
    const down = bitmap.height * sheet.height;
    const left = bitmap.width * sheet.x + across * words.x;
    const top = bitmap.height * sheet.y + down * words.y;
    context.drawImage(bitmap, left, top, across * words.width, down * words.height, 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    const green = Float64Array.from({ length: width * height }, (_, at) => data[at * 4 + 1] ?? 0);
    const slopes = green.map((value, at) =>
      Math.max(Math.abs(value - (green[at + 1] ?? value)), Math.abs(value - (green[at + width] ?? value))),
    );
    const steep = slopes.sort().slice(-Math.round(slopes.length / 10));
    const sorted = green.slice().sort();
    const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;
    return {
      contrast: at(0.95) - at(0.05),
      sharpness: steep.reduce((sum, slope) => sum + slope, 0) / steep.length,
    };
  },
};
