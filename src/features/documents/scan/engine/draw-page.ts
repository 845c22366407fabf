import type { Corners, ScanPage } from '../scan-page.ts';
import {
  type Box,
  type Canvases,
  contextOf,
  drawScaled,
  type Picture,
  release,
  type Size,
  type Surface,
  scaledBy,
} from './canvases.ts';
import { inPixels, isSheet, mapCorners, projectionTo, sizeOfSheet } from './geometry.ts';
import { straightenRows } from './straighten.ts';

/** What is straightened has this many more pixels each way than the result: words lose less where they are moved. */
const FINER = 1.75;
/** Rows that are straightened at a time: a few milliseconds of a slow phone. */
const ROWS = 32;

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
    const corners = page.corners && inPixels(page.corners, picture);
    const size = corners && isSheet(corners) ? sizeOfSheet(corners) : picture;
    const scale = Math.min(1, scaleOf(turned(size, page.turns)));
    const upright =
      corners && isSheet(corners)
        ? await straighten(canvases, picture, corners, scale)
        : drawScaled(canvases, picture, { x: 0, y: 0, ...sizeOf(picture) }, scaledBy(picture, scale));
    return turn(canvases, upright, page.turns);
  } finally {
    picture.close();
  }
}

/** Draws a sheet that lies anyhow in a picture as it lies flat. */
async function straighten(canvases: Canvases, picture: Picture, corners: Corners, scale: number): Promise<Surface> {
  const size = scaledBy(sizeOfSheet(corners), scale);
  const part = boxAround(corners, picture);
  const reduced = scaledBy(part, scale * FINER);
  const source = drawScaled(canvases, picture, part, reduced);
  // Its pixels are copied twice from here on: a phone has no room for a third time.
  picture.close();
  const from = contextOf(source).getImageData(0, 0, reduced.width, reduced.height);
  release(source);
  const moved = mapCorners(corners, ({ x, y }) => ({
    x: ((x - part.x) * reduced.width) / part.width,
    y: ((y - part.y) * reduced.height) / part.height,
  }));
  const projection = projectionTo(moved, size);
  const result = canvases.surface(size);
  const context = contextOf(result);
  for (let row = 0; row < size.height; row += ROWS) {
    const rows = context.createImageData(size.width, Math.min(ROWS, size.height - row));
    straightenRows(from, rows, row, projection);
    context.putImageData(rows, 0, row);
    await canvases.pause();
  }
  return result;
}

/** The whole pixels of a picture that hold all corners. */
function boxAround(corners: Corners, { width, height }: Size): Box {
  const left = Math.max(0, Math.floor(Math.min(...corners.map(({ x }) => x))));
  const top = Math.max(0, Math.floor(Math.min(...corners.map(({ y }) => y))));
  const right = Math.min(width, Math.ceil(Math.max(...corners.map(({ x }) => x))));
  const bottom = Math.min(height, Math.ceil(Math.max(...corners.map(({ y }) => y))));
  return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

const sizeOf = ({ width, height }: Size): Size => ({ width, height });

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
