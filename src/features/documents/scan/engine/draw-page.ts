import type { Corners, ScanPage } from '../scan-page.ts';
import {
  type Box,
  contextOf,
  decodePicture,
  drawScaled,
  type Picture,
  release,
  type Size,
  scaledBy,
  toJpeg,
  wholeOf,
} from './canvases.ts';
import { inPixels, isSheet, mapCorners, projectionTo, sizeOfSheet } from './geometry.ts';
import { straightenRows } from './straighten.ts';
import { whiten } from './whiten.ts';

/** High enough for a thumbnail, and for finding corners by hand. */
const PREVIEW_QUALITY = 0.8;
/** What is straightened has this many more pixels each way than the result: words lose less where they are moved. */
const FINER = 1.75;
/** Rows that are straightened at a time: a few milliseconds of a slow phone. */
const ROWS = 32;

/**
 * Draws a page as the person wants it: cropped, straightened and turned. The paper of a cropped photo becomes white.
 *
 * @param scaleOf by how much the cropped and turned picture is to be reduced
 * @throws UnreadablePicture
 */
export async function drawPage(
  page: ScanPage,
  bytes: ArrayBuffer,
  scaleOf: (size: Size) => number,
): Promise<OffscreenCanvas> {
  const picture = await decodePicture(new Blob([bytes], { type: 'image/jpeg' }));
  try {
    const corners = page.corners && inPixels(page.corners, picture);
    const size = corners && isSheet(corners) ? sizeOfSheet(corners) : picture;
    const scale = Math.min(1, scaleOf(turned(size, page.turns)));
    if (!corners || !isSheet(corners))
      return turn(drawScaled(picture.source, wholeOf(picture), scaledBy(picture, scale)), page.turns);
    const sheet = straighten(picture, corners, scale);
    if (page.from === undefined) whiten(sheet);
    return turn(sheet, page.turns);
  } finally {
    picture.close();
  }
}

/** The page as it will be in the PDF, at most `longest` pixels wide and high, as JPEG. @throws UnreadablePicture */
export async function preview(page: ScanPage, bytes: ArrayBuffer, longest: number): Promise<Blob> {
  const canvas = await drawPage(page, bytes, ({ width, height }) => longest / Math.max(width, height));
  const jpeg = await toJpeg(canvas, PREVIEW_QUALITY);
  release(canvas);
  return jpeg;
}

/** Draws a sheet that lies anyhow in a picture as it lies flat. */
function straighten(picture: Picture, corners: Corners, scale: number): OffscreenCanvas {
  const size = scaledBy(sizeOfSheet(corners), scale);
  const part = boxAround(corners, picture);
  const reduced = scaledBy(part, scale * FINER);
  const source = drawScaled(picture.source, part, reduced);
  // Its pixels are copied twice from here on: a phone has no room for a third time.
  picture.close();
  const from = contextOf(source).getImageData(0, 0, reduced.width, reduced.height);
  release(source);
  const moved = mapCorners(corners, ({ x, y }) => ({
    x: ((x - part.x) * reduced.width) / part.width,
    y: ((y - part.y) * reduced.height) / part.height,
  }));
  const projection = projectionTo(moved, size);
  const result = new OffscreenCanvas(size.width, size.height);
  const context = contextOf(result);
  for (let row = 0; row < size.height; row += ROWS) {
    const rows = context.createImageData(size.width, Math.min(ROWS, size.height - row));
    straightenRows(from, rows, row, projection);
    context.putImageData(rows, 0, row);
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

const turned = ({ width, height }: Size, turns: number): Size =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width };

/** A surface turned clockwise by quarters; the one that was given is released. */
function turn(surface: OffscreenCanvas, turns: ScanPage['turns']): OffscreenCanvas {
  if (turns === 0) return surface;
  const { width, height } = turned(surface, turns);
  const result = new OffscreenCanvas(width, height);
  const context = contextOf(result);
  context.translate(result.width / 2, result.height / 2);
  context.rotate((turns * Math.PI) / 2);
  context.drawImage(surface, -surface.width / 2, -surface.height / 2);
  release(surface);
  return result;
}
