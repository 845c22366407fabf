import { UnreadablePicture } from '../scan-engine.ts';
import type { Canvases } from './canvases.ts';

/** Canvases of the page itself, for browsers whose workers cannot draw (Safari before 16.4). */
export const pageCanvases: Canvases = {
  async decode(file) {
    const source = new Image();
    const address = URL.createObjectURL(file);
    source.src = address;
    try {
      await source.decode();
    } catch (failure) {
      throw new UnreadablePicture('no picture', { cause: failure });
    } finally {
      URL.revokeObjectURL(address);
    }
    // Browsers turn images of the page as their EXIF says, and give the turned size.
    return {
      source,
      width: source.naturalWidth,
      height: source.naturalHeight,
      close: () => source.removeAttribute('src'),
    };
  },
  surface: ({ width, height }) => Object.assign(document.createElement('canvas'), { width, height }),
  toJpeg: (surface, quality) =>
    new Promise((resolve, reject) => {
      const done = (blob: Blob | null) =>
        blob === null ? reject(new Error('the canvas could not be written as JPEG')) : resolve(blob);
      (surface as HTMLCanvasElement).toBlob(done, 'image/jpeg', quality);
    }),
  pause: () => new Promise((resolve) => setTimeout(resolve)),
};
