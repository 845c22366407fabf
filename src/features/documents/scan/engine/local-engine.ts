import type { ScanEngine } from '../scan-engine.ts';
import { type Canvases, release, withLimits } from './canvases.ts';
import { drawPage } from './draw-page.ts';
import { photoTools, readPhoto } from './read-photo.ts';

/** High enough for a thumbnail, and for finding corners by hand. */
const PREVIEW_QUALITY = 0.8;

/** The engine itself, in the thread that makes it. */
export const createLocalEngine = (canvases: Canvases): ScanEngine => engineWith(withLimits(canvases));

const engineWith = (canvases: Canvases): ScanEngine => ({
  readPhoto: (file) => readPhoto(photoTools(canvases), file),
  async readPdf(file, onPage, first) {
    const { readPdf } = await import('./read-pdf.ts');
    return readPdf(canvases, file, onPage, first);
  },
  async preview(page, bytes, longest) {
    const surface = await drawPage(canvases, page, bytes, ({ width, height }) => longest / Math.max(width, height));
    const jpeg = await canvases.toJpeg(surface, PREVIEW_QUALITY);
    release(surface);
    return jpeg;
  },
  async makePdf(pages, bytesOf, onProgress) {
    const { makePdf } = await import('./make-pdf.ts');
    return makePdf(canvases, pages, bytesOf, onProgress);
  },
  close: () => {},
});
