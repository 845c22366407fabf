/** What is drawn on: an OffscreenCanvas in the worker, a canvas element on the main thread. */
export type Surface = OffscreenCanvas | HTMLCanvasElement;
type Context = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D;

export interface Size {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** A decoded picture, upright. It holds four bytes for each pixel until it is closed. */
export interface Picture extends Size {
  readonly source: ImageBitmap | HTMLImageElement;
  close(): void;
}

/** What of the browser the engine draws with. There are two: of a worker, and of the page for browsers that have no other. */
export interface Canvases {
  /** @throws UnreadablePicture */
  decode(file: Blob): Promise<Picture>;
  surface(size: Size): Surface;
  /** @param quality 0 to 1 */
  toJpeg(surface: Surface, quality: number): Promise<Blob>;
  /** Lets others run between two slices of work; at once where nobody waits. */
  pause(): Promise<void>;
}

/** Some browsers never answer once the process that draws is gone. One page of an old phone takes a few seconds. */
const ANSWER_MS = 20_000;

/**
 * What a browser answers within so many milliseconds.
 *
 * @throws Error where it does not
 */
export async function answered<Answer>(answer: Promise<Answer>, ms = ANSWER_MS): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the browser does not answer')), ms);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** The same canvases, with a limit on each wait for the browser. */
export const withLimits = (canvases: Canvases): Canvases => ({
  ...canvases,
  decode: (file) => answered(canvases.decode(file)),
  toJpeg: (surface, quality) => answered(canvases.toJpeg(surface, quality)),
});

/** What is drawn is always read, as pixels or as JPEG: it lies in memory, and not with the graphics processor. */
export function contextOf(surface: Surface): Context {
  const context = surface.getContext('2d', { alpha: false, willReadFrequently: true }) as Context | null;
  if (context === null) throw new Error('no canvas context: too many pixels, or no memory');
  return context;
}

/** Gives a surface's pixels back now and not whenever it is collected: browsers count those of canvases apart. */
export function release(surface: Surface): void {
  surface.width = 0;
  surface.height = 0;
}

/** A rectangle of a picture, in its pixels. */
export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

/** Draws a part of a picture, or of what was drawn, on a new white surface of a size. */
export function drawScaled(
  canvases: Canvases,
  { source }: Pick<Picture, 'source'> | { readonly source: Surface },
  part: Box,
  { width, height }: Size,
  smoothing: ImageSmoothingQuality = 'high',
): Surface {
  const surface = canvases.surface({ width, height });
  const context = contextOf(surface);
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  // Pixel by pixel there is nothing to smooth.
  context.imageSmoothingEnabled = part.width !== width || part.height !== height;
  context.imageSmoothingQuality = smoothing;
  context.drawImage(source, part.x, part.y, part.width, part.height, 0, 0, width, height);
  return surface;
}

/** The size at most as large as wanted, in whole pixels and with the same proportions. It is never enlarged. */
export function scaledBy({ width, height }: Size, scale: number): Size {
  const factor = Math.min(1, scale);
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}
