import type { Corners, ScanPage } from '../scan-page.ts';
import { scaleFor200Dpi } from './a4.ts';
import {
  type Box,
  contextOf,
  decodePicture,
  drawScaled,
  type Picture,
  recycle,
  release,
  type Size,
  scaledBy,
  takeCanvas,
  toJpeg,
  wholeOf,
} from './canvases.ts';
import { drawnSheet, pictureIn } from './drawn-sheet.ts';
import { inPixels, isSheet, mapCorners, projectionTo, sizeOfSheet } from './geometry.ts';
import { smallJpeg } from './small-jpeg.ts';
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
  const picture = await decodePicture(new Blob([pictureIn(page, bytes)], { type: 'image/jpeg' }));
  try {
    const corners = page.corners && inPixels(page.corners, picture);
    const size = corners && isSheet(corners) ? sizeOfSheet(corners) : picture;
    const scale = Math.min(1, scaleOf(turned(size, page.turns)));
    if (!corners || !isSheet(corners))
      return turn(drawScaled(picture.source, wholeOf(picture), scaledBy(picture, scale)), page.turns);
    const flat = straighten(picture, corners, scale);
    if (page.from === undefined) whiten(flat);
    return turn(flat, page.turns);
  } finally {
    picture.close();
  }
}

/** The page as it will be in the PDF, at most `longest` pixels wide and high, as JPEG. @throws UnreadablePicture */
export async function preview(page: ScanPage, bytes: ArrayBuffer, longest: number): Promise<Blob> {
  const scaleOf = ({ width, height }: Size) => longest / Math.max(width, height);
  const sheet = drawnSheet(page, bytes);
  const { corners: _corners, sheetAt: _sheetAt, ...flat } = page;
  const canvas = await (sheet ? drawPage(flat, sheet, scaleOf) : drawPage(page, bytes, scaleOf));
  const jpeg = await toJpeg(canvas, PREVIEW_QUALITY);
  release(canvas);
  return jpeg;
}

/** The sheet in a drawing of a photo as the PDF shows it, as JPEG. */
export async function drawSheet(drawn: OffscreenCanvas, found: Corners): Promise<Blob> {
  const corners = inPixels(found, drawn);
  const { x, y, width, height } = boxAround(corners, drawn);
  const from = contextOf(drawn).getImageData(x, y, width, height);
  const moved = mapCorners(corners, (corner) => ({ x: corner.x - x, y: corner.y - y }));
  const size = sizeOfSheet(corners);
  const sheet = flattened(from, moved, scaledBy(size, scaleFor200Dpi(size)));
  whiten(sheet);
  const jpeg = await smallJpeg(sheet);
  recycle(sheet);
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
  return flattened(from, moved, size);
}

function flattened(from: ImageData, corners: Corners, size: Size): OffscreenCanvas {
  const projection = projectionTo(corners, size);
  const result = takeCanvas(size);
  const context = contextOf(result);
  const rows = context.createImageData(size.width, ROWS);
  for (let row = 0; row < size.height; row += ROWS) {
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
  context.resetTransform();
  recycle(surface);
  return result;
}
