import { UnreadablePicture } from '../scan-engine.ts';

export interface Size {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** A decoded picture, upright. It holds four bytes for each pixel until it is closed. */
export interface Picture extends Size {
  readonly source: ImageBitmap;
  close(): void;
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

/** Decodes a picture, and turns it as its EXIF says. @throws UnreadablePicture */
export async function decodePicture(file: Blob): Promise<Picture> {
  const decoding = createImageBitmap(file, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    throw new UnreadablePicture('no picture', { cause });
  });
  const source = await answered(decoding);
  return { source, width: source.width, height: source.height, close: () => source.close() };
}

/** @param quality 0 to 1 */
export const toJpeg = (canvas: OffscreenCanvas, quality: number, ms = ANSWER_MS): Promise<Blob> =>
  answered(canvas.convertToBlob({ type: 'image/jpeg', quality }), ms);

/** A JPEG, 2 pixels wide and 1 high, whose EXIF orientation is 6: a quarter turn. */
const TURNED =
  '/9j/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQ' +
  'EBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBD/wAALCAABAAIBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAA' +
  'AAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AAP/Z';
/** Two pixels take no time. */
const TRIAL_MS = 5000;

/**
 * Whether a worker of this browser can draw, and turns photos as their EXIF says. It is tried and not looked up: browsers
 * came to both at different times, and some took the option long before they followed it.
 */
export async function canDrawInWorker(): Promise<boolean> {
  try {
    const canvas = new OffscreenCanvas(2, 1);
    if (canvas.getContext('2d') === null) return false;
    await toJpeg(canvas, 1, TRIAL_MS);
    const jpeg = new Blob([Uint8Array.from(atob(TURNED), (letter) => letter.charCodeAt(0))], { type: 'image/jpeg' });
    const picture = await answered(decodePicture(jpeg), TRIAL_MS);
    return picture.width === 1 && picture.height === 2;
  } catch {
    return false;
  }
}

/** What is drawn is always read, as pixels or as JPEG: it lies in memory, and not with the graphics processor. */
export function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (context === null) throw new Error('no canvas context: too many pixels, or no memory');
  return context;
}

/** Frees a canvas's pixels now and not whenever it is collected: browsers count those of canvases apart. */
export function release(canvas: OffscreenCanvas): void {
  canvas.width = 0;
  canvas.height = 0;
}

/** Canvases that are drawn on again: to get the memory of a new one takes longer than to draw. */
const spare: OffscreenCanvas[] = [];
/** One for photos, and one for their sheets. */
const MOST_SPARE = 2;

/** A canvas of a size; it may show what was drawn on it before. */
export function takeCanvas({ width, height }: Size): OffscreenCanvas {
  const at = spare.findIndex((canvas) => canvas.width === width && canvas.height === height);
  return (at >= 0 ? spare.splice(at, 1)[0] : undefined) ?? new OffscreenCanvas(width, height);
}

/** Keeps a canvas with an unchanged context for the next one of its size. */
export function recycle(canvas: OffscreenCanvas): void {
  spare.push(canvas);
  const oldest = spare.length > MOST_SPARE ? spare.shift() : undefined;
  if (oldest) release(oldest);
}

/** A rectangle of a picture, in its pixels. */
export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

export const wholeOf = ({ width, height }: Size): Box => ({ x: 0, y: 0, width, height });

/** Draws a part of a picture, or of what was drawn, on a white canvas of a size. */
export function drawScaled(
  source: ImageBitmap | OffscreenCanvas,
  part: Box,
  { width, height }: Size,
  smoothing: ImageSmoothingQuality = 'high',
): OffscreenCanvas {
  const canvas = takeCanvas({ width, height });
  const context = contextOf(canvas);
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  // Pixel by pixel there is nothing to smooth.
  context.imageSmoothingEnabled = part.width !== width || part.height !== height;
  context.imageSmoothingQuality = smoothing;
  context.drawImage(source, part.x, part.y, part.width, part.height, 0, 0, width, height);
  return canvas;
}

/** The size at most as large as wanted, in whole pixels and with the same proportions. It is never enlarged. */
export function scaledBy({ width, height }: Size, scale: number): Size {
  const factor = Math.min(1, scale);
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

/** The same picture with at most so many pixels on its longer side. */
export const reduced = (canvas: OffscreenCanvas, pixels: number): OffscreenCanvas =>
  drawScaled(canvas, wholeOf(canvas), scaledBy(canvas, pixels / Math.max(canvas.width, canvas.height)));
