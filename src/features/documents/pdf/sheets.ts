import type { Sheet } from './pdf-surroundings.ts';

/** What a sheet is drawn on with. @throws Error where there are too many pixels, or no memory */
export function contextOf(sheet: Sheet): OffscreenCanvasRenderingContext2D {
  const context = sheet.getContext('2d', { alpha: false }) as OffscreenCanvasRenderingContext2D | null;
  if (!context) throw new Error('no canvas context');
  return context;
}

/** The same picture with so many pixels on its longer side, where it has more. */
export function reduced(sheet: Sheet, pixels: number): OffscreenCanvas {
  const scale = Math.min(1, pixels / Math.max(sheet.width, sheet.height));
  const small = new OffscreenCanvas(
    Math.max(1, Math.round(sheet.width * scale)),
    Math.max(1, Math.round(sheet.height * scale)),
  );
  const context = contextOf(small);
  context.imageSmoothingQuality = 'high';
  context.drawImage(sheet, 0, 0, small.width, small.height);
  return small;
}

/** @param quality 0 to 1 */
export const jpegOf = (sheet: Sheet, quality: number): Promise<Blob> =>
  (sheet as OffscreenCanvas).convertToBlob({ type: 'image/jpeg', quality });
