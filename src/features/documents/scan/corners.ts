import { areaOf, isSheet, mapCorners } from './engine/geometry.ts';
import type { Corners, Point, ScanPage } from './scan-page.ts';

export const WHOLE: Corners = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

type Turns = ScanPage['turns'];

/** A point of a picture after a clockwise quarter turn of it. */
const turnOnce = ({ x, y }: Point): Point => ({ x: 1 - y, y: x });
function turnPoint(point: Point, turns: number): Point {
  let turned = point;
  for (let done = 0; done < turns; done += 1) turned = turnOnce(turned);
  return turned;
}

/** Corners of the upright picture after it is turned, top left first again. */
export function turnCorners(corners: Corners, turns: Turns): Corners {
  return mapCorners(corners, (corner, at) => turnPoint(corners[(at + 4 - turns) % 4] ?? corner, turns));
}

/** The same back: corners of the turned picture as those of the upright one. */
export const turnCornersBack = (corners: Corners, turns: Turns): Corners =>
  turnCorners(corners, ((4 - turns) % 4) as Turns);

/** So much of the picture a sheet has at least. */
const LEAST_AREA = 0.01;

/** Whether the corners go around a sheet that is not tiny. */
export const isLargeSheet = (corners: Corners): boolean => isSheet(corners) && areaOf(corners) >= LEAST_AREA;

const clamp = (value: number): number => Math.max(0, Math.min(1, value));

/** The corners with one of them moved within the picture. Unchanged if that would not be a sheet. */
export function withCorner(corners: Corners, index: number, { x, y }: Point): Corners {
  const moved = mapCorners(corners, (corner, at) => (at === index ? { x: clamp(x), y: clamp(y) } : corner));
  return isLargeSheet(moved) ? moved : corners;
}

/** Whether two sets of corners are those of one sheet; undefined is the whole picture. */
export const sameCorners = (one: Corners | undefined, other: Corners | undefined): boolean =>
  JSON.stringify(one ?? WHOLE) === JSON.stringify(other ?? WHOLE);
