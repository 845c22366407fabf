import type { Corners, Point } from '../scan-page.ts';
import type { Size } from './canvases.ts';

/** A4, and nearly a passport: what a sheet most often is. */
const SHEET_RATIO = Math.SQRT2;
/** Seen from the side, a sheet seems so much longer or shorter than it is; a bank card would be by an eighth. */
const SEEN_FROM_THE_SIDE = 1.09;

/** Corners as parts of a picture, in its pixels. */
export const inPixels = (corners: Corners, { width, height }: Size): Corners =>
  mapCorners(corners, ({ x, y }) => ({ x: x * width, y: y * height }));

/** Corners in pixels of a picture, as parts of it; those a little outside are moved to its edge. */
export const inParts = (corners: Corners, { width, height }: Size): Corners =>
  mapCorners(corners, ({ x, y }) => ({ x: within(x / width), y: within(y / height) }));

const within = (part: number): number => Math.min(1, Math.max(0, part));

export const mapCorners = ([a, b, c, d]: Corners, move: (point: Point, at: number) => Point): Corners => [
  move(a, 0),
  move(b, 1),
  move(c, 2),
  move(d, 3),
];

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** The area that four corners enclose, in the square of their unit; negative where they go around the wrong way. */
export function areaOf(corners: Corners): number {
  const terms = corners.map((point, at) => cross(point, corners[(at + 1) % 4] ?? point));
  return terms.reduce((sum, term) => sum + term, 0) / 2;
}

const cross = (a: Point, b: Point): number => a.x * b.y - b.x * a.y;

/** Whether corners go around a sheet clockwise without a dent, so that it can be straightened. */
export const isSheet = (corners: Corners): boolean =>
  corners.every((point, at) => {
    const next = corners[(at + 1) % 4] ?? point;
    const after = corners[(at + 2) % 4] ?? point;
    return cross({ x: next.x - point.x, y: next.y - point.y }, { x: after.x - next.x, y: after.y - next.y }) > 0;
  });

/**
 * How large a sheet lies in a picture, in its pixels. Sides that are further away seem shorter, so the mean of opposite
 * ones counts; where the proportions are nearly those of A4, the sheet is A4.
 */
export function sizeOfSheet([a, b, c, d]: Corners): Size {
  const width = (distance(a, b) + distance(d, c)) / 2;
  const height = (distance(a, d) + distance(b, c)) / 2;
  const short = Math.min(width, height);
  const ratio = Math.max(width, height) / short;
  const isA4 = Math.max(ratio / SHEET_RATIO, SHEET_RATIO / ratio) < SEEN_FROM_THE_SIDE;
  const long = isA4 ? short * SHEET_RATIO : short * ratio;
  return width > height ? { width: long, height: short } : { width: short, height: long };
}

/** A projection of the plane: the rows of its matrix, one after another. */
export type Projection = readonly [number, number, number, number, number, number, number, number, number];

/** The projection that takes a rectangle from (0, 0) to (width, height) to four corners (P. Heckbert, 1989). */
export function projectionTo([p0, p1, p2, p3]: Corners, { width, height }: Size): Projection {
  const [ax, bx, cx] = [p1.x - p2.x, p3.x - p2.x, p0.x - p1.x + p2.x - p3.x];
  const [ay, by, cy] = [p1.y - p2.y, p3.y - p2.y, p0.y - p1.y + p2.y - p3.y];
  const determinant = ax * by - bx * ay;
  const g = (cx * by - bx * cy) / determinant;
  const h = (ax * cy - cx * ay) / determinant;
  return [
    (p1.x - p0.x + g * p1.x) / width,
    (p3.x - p0.x + h * p3.x) / height,
    p0.x,
    (p1.y - p0.y + g * p1.y) / width,
    (p3.y - p0.y + h * p3.y) / height,
    p0.y,
    g / width,
    h / height,
    1,
  ];
}

export function project([a, b, c, d, e, f, g, h, i]: Projection, { x, y }: Point): Point {
  const depth = g * x + h * y + i;
  return { x: (a * x + b * y + c) / depth, y: (d * x + e * y + f) / depth };
}
