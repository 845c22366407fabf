import { UnreadablePicture } from '../scan-engine.ts';
import { answered, type Canvases } from './canvases.ts';
import { turnedJpeg } from './turned-jpeg.ts';

/** Canvases off the page, for a worker. */
export const workerCanvases: Canvases = {
  async decode(file) {
    try {
      const source = await createImageBitmap(file, { imageOrientation: 'from-image' });
      return { source, width: source.width, height: source.height, close: () => source.close() };
    } catch (failure) {
      throw new UnreadablePicture('no picture', { cause: failure });
    }
  },
  surface: ({ width, height }) => new OffscreenCanvas(width, height),
  toJpeg: (surface, quality) => (surface as OffscreenCanvas).convertToBlob({ type: 'image/jpeg', quality }),
  pause: async () => {},
};

/** Two pixels take no time. */
const TRIAL_MS = 5000;

/**
 * Whether a worker of this browser can draw, and turns photos as their EXIF says. It is tried and not looked up: browsers
 * came to both at different times, and some took the option long before they followed it.
 */
export async function canDrawInWorker(): Promise<boolean> {
  try {
    const surface = workerCanvases.surface({ width: 2, height: 1 });
    if (surface.getContext('2d') === null) return false;
    const jpeg = await answered(workerCanvases.toJpeg(surface, 1), TRIAL_MS);
    const picture = await answered(workerCanvases.decode(await turnedJpeg(jpeg, 6)), TRIAL_MS);
    return picture.width === 1 && picture.height === 2;
  } catch {
    return false;
  }
}
