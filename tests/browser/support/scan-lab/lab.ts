import { createLocalEngine } from '#features/documents/scan/engine/local-engine.ts';
import { openScanEngine } from '#features/documents/scan/engine/open-engine.ts';
import { pageCanvases } from '#features/documents/scan/engine/page-canvases.ts';
import type { ReadPage, ScanEngine } from '#features/documents/scan/scan-engine.ts';
import type { ScanPage } from '#features/documents/scan/scan-page.ts';

/** What tests call in the page (tests/browser/support/scan-lab.ts). */
export interface Lab {
  /** The engine as the product opens it. */
  openInWorker(): Promise<ScanEngine>;
  /** The engine as it is where no worker can draw. */
  openOnPage(): Promise<ScanEngine>;
  /** A file whose bytes are given in base64. */
  file(base64: string): Promise<Blob>;
  toBase64(bytes: ArrayBuffer): Promise<string>;
  /** A page of what was read, as the person has left it. */
  page(read: ReadPage, id: string, wanted?: Partial<ScanPage>): ScanPage;
  /** The colour at a place of a picture (parts of its width and height, from its left and top): red, green, blue. */
  colourAt(picture: Blob | ArrayBuffer, x: number, y: number): Promise<readonly number[]>;
}

declare global {
  interface Window {
    lab: Lab;
  }
}

window.lab = {
  openInWorker: openScanEngine,
  openOnPage: async () => createLocalEngine(pageCanvases),
  file: async (base64) => new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]),
  toBase64: (bytes) =>
    new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
      reader.readAsDataURL(new Blob([bytes]));
    }),
  page: ({ width, height, proposed }, id, wanted) => ({
    id,
    name: 'photo.jpg',
    width,
    height,
    turns: 0,
    ...(proposed && { proposed }),
    ...wanted,
  }),
  async colourAt(picture, x, y) {
    const bitmap = await createImageBitmap(new Blob([picture]), { imageOrientation: 'none' });
    const canvas = new OffscreenCanvas(1, 1);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('no canvas');
    context.drawImage(bitmap, -Math.round(x * bitmap.width), -Math.round(y * bitmap.height));
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  },
};
