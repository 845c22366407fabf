import { type Plane, smoothed } from '../../inspection/pixels.ts';
import type { Corners, Point } from '../scan-page.ts';
import { findLines, type Line } from './find-lines.ts';
import { areaOf, distance, inParts, isSheet, mapCorners } from './geometry.ts';
import { darkestChannel, inverted, type Slopes, slopesOf, withoutPrint } from './grey.ts';
import type { Pixels } from './straighten.ts';

/** The longer side, in pixels, of the reduced picture in which a sheet is looked for. */
export const LOOKED_AT = 480;
/** Print of a sheet that fills the reduced picture is thinner than twice this. */
const PRINT_RADIUS = 5;
const LINES_OF_A_SIDE = 6;
/** A sheet that was photographed on purpose fills at least so much of the picture; the portrait of a passport does not. */
const LEAST_AREA = 0.2;
/** A corner may lie outside the picture by this part of it. */
const OUTSIDE = 0.015;
/** The part of each side along which there is an edge in fact: a thumb or a pen may lie over some of it. */
const LEAST_SEEN = 0.6;

/**
 * Finds the sheet in a small picture: four straight edges that enclose something lighter than what is around it, or
 * darker (a passport on a table cloth), as large and as unbroken as there is. Undefined where there is none, so that
 * the whole picture is kept: a wrong crop would lose words.
 *
 * @param picture reduced so that its longer side has LOOKED_AT pixels
 */
export function findSheet(picture: Pixels): Corners | undefined {
  const grey = smoothed(darkestChannel(picture), 1);
  const slopes = slopesOf(grey);
  // Print is left in place where a dark sheet is looked for: filled, a block of it would be one.
  return findLighter(withoutPrint(grey, PRINT_RADIUS), slopes) ?? findLighter(inverted(grey), slopes);
}

/** @param whole the slopes of the picture with its print */
function findLighter(grey: Plane, whole: Slopes): Corners | undefined {
  const slopes = slopesOf(smoothed(grey, 1));
  const [left = [], top = [], right = [], bottom = []] = findLines(slopes, LINES_OF_A_SIDE);
  let best: { readonly corners: Corners; readonly worth: number } | undefined;
  for (const l of left)
    for (const t of top)
      for (const r of right)
        for (const b of bottom) {
          const corners = cornersOf([l, t, r, b], slopes);
          // Worth is at most the area: most of the four have not to be looked at.
          if (corners === undefined || areaOf(corners) <= (best?.worth ?? 0)) continue;
          const worth = worthOf(corners, slopes);
          if (worth > (best?.worth ?? 0)) best = { corners, worth };
        }
  if (best === undefined || !isApart(best.corners, grey, whole)) return undefined;
  // From the middles of pixels to places, which count from the border of the first.
  const corners = mapCorners(refined(best.corners, slopes), ({ x, y }) => ({ x: x + 0.5, y: y + 0.5 }));
  return inParts(corners, grey);
}

/** Where four lines meet. Undefined if that is not a sheet, or not in the picture. */
function cornersOf(sides: readonly [Line, Line, Line, Line], picture: Slopes): Corners | undefined {
  const corners = mapCorners(meetings(sides), ({ x, y }) => ({ x: x + picture.width / 2, y: y + picture.height / 2 }));
  const margin = { x: picture.width * OUTSIDE, y: picture.height * OUTSIDE };
  const isInside = ({ x, y }: Point) =>
    x >= -margin.x && y >= -margin.y && x <= picture.width + margin.x && y <= picture.height + margin.y;
  if (!corners.every(isInside) || !isSheet(corners) || !isUpright(corners)) return undefined;
  return areaOf(corners) >= LEAST_AREA * picture.width * picture.height ? corners : undefined;
}

/** Whether left is left of right, and top above bottom: a frame has edges that could be taken the other way round. */
const isUpright = ([a, b, c, d]: Corners): boolean => a.x < b.x && d.x < c.x && a.y < d.y && b.y < c.y;

/** By so many levels a sheet is lighter than what is around it. */
const LEAST_CONTRAST = 10;
/** So much of what is around a sheet is darker than the sheet, since around a block of print there is paper. */
const LEAST_AROUND = 0.85;
/** So much of a sheet is lighter than what is around it; shadows are not. */
const LEAST_INSIDE = 0.7;
/** Levels for each pixel of way: print is as steep as this, and the grain of a wooden table hardly ever is. */
const STEEP = 8;
/** So much of what is beside a side may be steep. */
const MOST_STEEP = 0.09;
/** So far from a side, in pixels, there is no more of its edge. */
const BESIDE = 10;

/**
 * Whether nearly all that would be cut off is darker than what would stay, and nothing is printed there: then it is what
 * the sheet lies on. Each pixel is compared with what lies on both sides of the side that is nearest to it, since light is
 * uneven.
 */
function isApart(corners: Corners, { width, light }: Plane, slopes: Slopes): boolean {
  const depths = new Float64Array(light.length);
  const nearest = new Uint8Array(light.length);
  const ways = corners.map((from, at) => depthBeside(from, corners[(at + 1) % 4] ?? from));
  const near = ways.map(() => ({ inside: [] as number[], outside: [] as number[] }));
  for (let at = 0; at < light.length; at += 1) {
    const x = at % width;
    const y = Math.floor(at / width);
    let depth = Number.POSITIVE_INFINITY;
    for (let side = 0; side < 4; side += 1) {
      const beside = ways[side]!(x, y);
      if (beside >= depth) continue;
      depth = beside;
      nearest[at] = side;
    }
    depths[at] = depth;
    if (Math.abs(Math.abs(depth) - BESIDE) < NEAR)
      near[nearest[at]!]![depth > 0 ? 'inside' : 'outside'].push(light[at]!);
  }
  const levels = near.map(({ inside, outside }) => {
    const paper = medianOf(inside);
    // A side along the border of the picture has nothing beside it.
    return { paper, around: outside.length > 0 ? medianOf(outside) : paper - 2 * LEAST_CONTRAST };
  });
  if (levels.some(({ paper, around }) => paper - around < LEAST_CONTRAST)) return false;
  const middles = levels.map(({ paper, around }) => (paper + around) / 2);
  const inside = { all: 0, light: 0 };
  const outside = { all: 0, light: 0 };
  const beside = ways.map(() => ({ all: 0, steep: 0 }));
  for (let at = 0; at < light.length; at += 1) {
    // The edge itself is neither.
    if (Math.abs(depths[at]!) <= NEAR) continue;
    const where = depths[at]! > 0 ? inside : outside;
    where.all += 1;
    if (light[at]! > middles[nearest[at]!]!) where.light += 1;
    // With print in place, the edge is wider.
    if (depths[at]! >= -2 * NEAR) continue;
    const side = beside[nearest[at]!]!;
    side.all += 1;
    if (Math.hypot(slopes.x[at]!, slopes.y[at]!) > STEEP) side.steep += 1;
  }
  if (beside.some(({ all, steep }) => steep > MOST_STEEP * all)) return false;
  return outside.light <= (1 - LEAST_AROUND) * outside.all && inside.light >= LEAST_INSIDE * inside.all;
}

/** How far points lie to the right of the way between two others: inside, where the ways go round clockwise. */
function depthBeside(from: Point, to: Point): (x: number, y: number) => number {
  const length = distance(from, to);
  const [across, down] = [to.x - from.x, to.y - from.y];
  return (x, y) => (across * (y - from.y) - down * (x - from.x)) / length;
}

const medianOf = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

type Straight = Pick<Line, 'angle' | 'offset'>;

/** The corners between left, top, right and bottom. */
const meetings = ([left, top, right, bottom]: readonly [Straight, Straight, Straight, Straight]): Corners => [
  meet(left, top),
  meet(top, right),
  meet(right, bottom),
  meet(bottom, left),
];

/** Where two lines meet. Infinity if they are parallel. */
function meet(a: Straight, b: Straight): Point {
  const determinant = Math.sin(b.angle - a.angle);
  return {
    x: (a.offset * Math.sin(b.angle) - b.offset * Math.sin(a.angle)) / determinant,
    y: (b.offset * Math.cos(a.angle) - a.offset * Math.cos(b.angle)) / determinant,
  };
}

/** Higher for larger and less broken frames. 0 if a side is hardly there. */
function worthOf(corners: Corners, slopes: Slopes): number {
  let seen = 0;
  for (const [at, corner] of corners.entries()) {
    const part = seenAlong(corner, corners[(at + 1) % 4] ?? corner, slopes);
    if (part < LEAST_SEEN) return 0;
    seen += part / 4;
  }
  return seen ** 2 * areaOf(corners);
}

/** The part of the way from one point to another along which it is lighter on the right than on the left. */
function seenAlong(from: Point, to: Point, slopes: Slopes): number {
  const places = edgeAlong(from, to, slopes, LOOKED_AT_EVERY);
  return places.filter((place) => place !== undefined).length / places.length;
}

const NEAR = 3;
/** Pixels between two places at which it is tried whether a side is there. */
const LOOKED_AT_EVERY = 4;

/**
 * For every so many pixels of the way the place of the edge beside it, at most NEAR pixels away. Undefined if there is
 * none.
 */
function edgeAlong(from: Point, to: Point, slopes: Slopes, every = 1): (Point | undefined)[] {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const steps = Math.max(1, Math.round(length / every));
  // To the right of the way, which is clockwise: into the sheet.
  const normal = { x: -(to.y - from.y) / length, y: (to.x - from.x) / length };
  const slopeAt = (x: number, y: number): number => {
    const column = Math.round(x);
    const row = Math.round(y);
    if (column < 0 || row < 0 || column >= slopes.width || row >= slopes.height) return 0;
    const at = row * slopes.width + column;
    return slopes.x[at]! * normal.x + slopes.y[at]! * normal.y;
  };
  return Array.from({ length: steps }, (_, step) => {
    const x = from.x + ((to.x - from.x) * (step + 0.5)) / steps;
    const y = from.y + ((to.y - from.y) * (step + 0.5)) / steps;
    let [sum, weighted, steepest] = [0, 0, 0];
    for (let away = -NEAR; away <= NEAR; away += 1) {
      const slope = Math.max(0, slopeAt(x + normal.x * away, y + normal.y * away));
      steepest = Math.max(steepest, slope);
      sum += slope;
      weighted += slope * away;
    }
    if (steepest < slopes.least) return undefined;
    const away = weighted / sum;
    return { x: x + normal.x * away, y: y + normal.y * away };
  });
}

/** The same corners, exact to a part of a pixel: each side is laid through the places of its edge. */
function refined(corners: Corners, slopes: Slopes): Corners {
  const sides = corners.map((corner, at) => lineThrough(edgeAlong(corner, corners[(at + 1) % 4] ?? corner, slopes)));
  const [top, right, bottom, left] = sides;
  if (!top || !right || !bottom || !left) return corners;
  const moved = meetings([left, top, right, bottom]);
  const isNear = moved.every((corner, at) => distance(corner, corners[at] ?? corner) <= 3 * NEAR);
  return isNear && isSheet(moved) ? moved : corners;
}

/** The line with the least squares of distances to points. Undefined if there are too few. */
function lineThrough(places: readonly (Point | undefined)[]): Straight | undefined {
  // Near the corners the edge beside pulls.
  const end = Math.round(places.length / 20);
  const points = places.slice(end, places.length - end).flatMap((place) => place ?? []);
  if (points.length < 10) return undefined;
  const middle = {
    x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
    y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
  };
  let [xx, xy, yy] = [0, 0, 0];
  for (const { x, y } of points) {
    xx += (x - middle.x) ** 2;
    xy += (x - middle.x) * (y - middle.y);
    yy += (y - middle.y) ** 2;
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2 + Math.PI / 2;
  return { angle, offset: middle.x * Math.cos(angle) + middle.y * Math.sin(angle) };
}
