import type { ScanPage } from '../scan-page.ts';
import {
  type Box,
  type Canvases,
  contextOf,
  drawScaled,
  release,
  type Size,
  type Surface,
  scaledBy,
} from './canvases.ts';

/**
 * Draws a page as the person wants it: cropped, straightened and turned.
 *
 * @param scaleOf by how much the cropped and turned picture is to be reduced
 * @throws UnreadablePicture
 */
export async function drawPage(
  canvases: Canvases,
  page: ScanPage,
  bytes: ArrayBuffer,
  scaleOf: (size: Size) => number,
): Promise<Surface> {
  const picture = await canvases.decode(new Blob([bytes], { type: 'image/jpeg' }));
  try {
    const part: Box = { x: 0, y: 0, width: picture.width, height: picture.height };
    const upright = drawScaled(canvases, picture, part, scaledBy(part, scaleOf(turned(part, page.turns))));
    return turn(canvases, upright, page.turns);
  } finally {
    picture.close();
  }
}

const turned = ({ width, height }: Size, turns: number): Size =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width };

/** A surface turned clockwise by quarters; the one that was given is released. */
function turn(canvases: Canvases, surface: Surface, turns: ScanPage['turns']): Surface {
  if (turns === 0) return surface;
  const result = canvases.surface(turned(surface, turns));
  const context = contextOf(result);
  context.translate(result.width / 2, result.height / 2);
  context.rotate((turns * Math.PI) / 2);
  context.drawImage(surface, -surface.width / 2, -surface.height / 2);
  release(surface);
  return result;
}
