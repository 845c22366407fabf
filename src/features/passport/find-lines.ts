import { type Plane, smoothed } from '#features/documents/inspection/pixels.ts';

/*
 * The machine-readable zone has two parallel lines of 44 glyphs. They are found by joining ink along the rows: nothing
 * else on a passport is 25 to 70 times as long as it is high.
 */

/** A line of text by its edges: at `x` its upper edge is `top[0] + top[1] * x`. Pixels of the plane. */
export interface LineEdges {
  readonly from: number;
  readonly to: number;
  readonly top: readonly [number, number];
  readonly bottom: readonly [number, number];
}

/** A pixel is ink if it is darker by this share than its surroundings (`SURROUNDINGS` pixels to each side). */
const SURROUNDINGS = 14;
const INK_SHARE = 0.14;
/** Ink in a row is joined across gaps of this many pixels: the pitch of a zone that fills the picture. */
const JOINED = 26;
const LENGTH_TO_HEIGHT = { least: 22, most: 75 };
/** The distance of the two lines, in heights. */
const APART = { least: 1.3, most: 4 };

/** A run of joined ink in one row. */
interface Run {
  readonly row: number;
  readonly from: number;
  readonly to: number;
}

/** The pairs of lines that may be a machine-readable zone, longest first. */
export function findLinePairs(plane: Plane): readonly (readonly [LineEdges, LineEdges])[] {
  const lines = joinedBlobs(runsOf(inkOf(plane), plane.width))
    .filter((blob) => widthOf(blob) > plane.width / 40)
    .flatMap((blob) => shapeOf(blob) ?? []);
  const long = joinPieces(lines).filter(({ from, to, height }) => {
    const ratio = (to - from) / height;
    return ratio >= LENGTH_TO_HEIGHT.least && ratio <= LENGTH_TO_HEIGHT.most && to - from > plane.width / 4;
  });
  const pairs = long.flatMap((upper) =>
    long.flatMap((lower) => (isPair(upper, lower) ? [[upper, lower] as const] : [])),
  );
  return pairs
    .sort((one, other) => lengthOf(other) - lengthOf(one))
    .slice(0, 3)
    .flatMap(([upper, lower]) => {
      const [first, second] = [edgesOf(upper), edgesOf(lower)];
      return first && second ? [[first, second] as const] : [];
    });
}

function inkOf(plane: Plane): Uint8Array {
  const around = smoothed(plane, SURROUNDINGS);
  return Uint8Array.from(plane.light, (light, at) => {
    const ground = around.light[at] ?? 0;
    return light < ground - Math.max(7, ground * INK_SHARE) ? 1 : 0;
  });
}

function runsOf(ink: Uint8Array, width: number): readonly Run[] {
  const runs: Run[] = [];
  for (let row = 0; row * width < ink.length; row += 1) {
    let from = -1;
    let last = -1;
    for (let x = 0; x < width; x += 1) {
      if (ink[row * width + x] !== 1) continue;
      if (from >= 0 && x - last > JOINED) {
        runs.push({ row, from, to: last });
        from = x;
      } else if (from < 0) from = x;
      last = x;
    }
    if (from >= 0) runs.push({ row, from, to: last });
  }
  return runs;
}

/** Groups the overlapping runs of neighbouring rows (union-find). */
function joinedBlobs(runs: readonly Run[]): readonly (readonly Run[])[] {
  const parents = runs.map((_run, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) root = parents[root] ?? root;
    let at = index;
    while (at !== root) {
      const next = parents[at] ?? root;
      parents[at] = root;
      at = next;
    }
    return root;
  };
  let above = 0;
  for (const [index, run] of runs.entries()) {
    while ((runs[above]?.row ?? run.row) < run.row - 1) above += 1;
    for (let other = above; other < index; other += 1) {
      const one = runs[other];
      if (!one || one.row >= run.row) break;
      if (one.to >= run.from && one.from <= run.to) parents[rootOf(other)] = rootOf(index);
    }
  }
  const blobs = new Map<number, Run[]>();
  for (const [index, run] of runs.entries()) {
    const root = rootOf(index);
    const blob = blobs.get(root);
    if (blob) blob.push(run);
    else blobs.set(root, [run]);
  }
  return [...blobs.values()];
}

const widthOf = (blob: readonly Run[]): number =>
  blob.reduce((most, { to }) => Math.max(most, to), 0) -
  blob.reduce((least, { from }) => Math.min(least, from), Number.POSITIVE_INFINITY);

/** Runs along a straight line: its middle and its height. */
interface LinedBlob {
  readonly runs: readonly Run[];
  readonly from: number;
  readonly to: number;
  readonly middle: readonly [number, number];
  readonly height: number;
}

/** Fits a straight line through the runs, weighted by length. */
function shapeOf(runs: readonly Run[]): LinedBlob | undefined {
  let [count, sumX, sumY, sumXX, sumXY, sumYY] = [0, 0, 0, 0, 0, 0];
  for (const { row, from, to } of runs) {
    const length = to - from + 1;
    const centre = (from + to) / 2;
    count += length;
    sumX += centre * length;
    sumY += row * length;
    sumXX += length * (centre * centre + (length * length) / 12);
    sumXY += centre * row * length;
    sumYY += row * row * length;
  }
  const spreadX = sumXX / count - (sumX / count) ** 2;
  if (spreadX <= 0) return undefined;
  const slope = (sumXY / count - (sumX * sumY) / count ** 2) / spreadX;
  const spread = sumYY / count - (sumY / count) ** 2 - slope * slope * spreadX;
  const from = runs.reduce((least, run) => Math.min(least, run.from), Number.POSITIVE_INFINITY);
  const to = runs.reduce((most, run) => Math.max(most, run.to), 0);
  const height = Math.sqrt(12 * Math.max(spread, 0.5));
  if (Math.abs(slope) > 0.45) return undefined;
  return { runs, from, to, middle: [sumY / count - (slope * sumX) / count, slope], height };
}

const middleAt = ({ middle }: LinedBlob, x: number): number => middle[0] + middle[1] * x;

/** Joins the pieces of a line that a reflection or a faint glyph has split. */
function joinPieces(pieces: readonly LinedBlob[]): readonly LinedBlob[] {
  const sorted = [...pieces].sort((one, other) => one.from - other.from);
  const chains: LinedBlob[] = [];
  for (const piece of sorted) {
    const at = chains.findIndex((chain) => {
      const gap = piece.from - chain.to;
      const isAlike = Math.max(piece.height, chain.height) < 1.8 * Math.min(piece.height, chain.height);
      const wide = piece.to - piece.from > chain.to - chain.from ? piece : chain;
      const narrow = wide === piece ? chain : piece;
      const x = (narrow.from + narrow.to) / 2;
      const off = Math.abs(middleAt(wide, x) - middleAt(narrow, x));
      return isAlike && gap > -chain.height && gap < 6 * chain.height && off < 0.6 * wide.height;
    });
    const chain = chains[at];
    const joined = chain && shapeOf([...chain.runs, ...piece.runs]);
    if (joined) chains[at] = joined;
    else chains.push(piece);
  }
  return chains;
}

function isPair(upper: LinedBlob, lower: LinedBlob): boolean {
  const from = Math.max(upper.from, lower.from);
  const to = Math.min(upper.to, lower.to);
  const longest = Math.max(upper.to - upper.from, lower.to - lower.from);
  const height = (upper.height + lower.height) / 2;
  const apart = (middleAt(lower, (from + to) / 2) - middleAt(upper, (from + to) / 2)) / height;
  return to - from > 0.7 * longest && apart >= APART.least && apart <= APART.most;
}

const lengthOf = ([upper, lower]: readonly [LinedBlob, LinedBlob]): number =>
  upper.to - upper.from + lower.to - lower.from;

const PARTS = 24;

/** Fits the edges of a line through the highest and lowest ink of its parts. */
function edgesOf(shape: LinedBlob): LineEdges | undefined {
  const { runs, from, to, height } = shape;
  const tops: [number, number][] = [];
  const bottoms: [number, number][] = [];
  const part = (to - from) / PARTS;
  for (let index = 0; index < PARTS; index += 1) {
    const [left, right] = [from + index * part, from + (index + 1) * part];
    const x = (left + right) / 2;
    const rows = runs.filter((run) => run.from < right && run.to > left).map(({ row }) => row - middleAt(shape, x));
    const near = rows.filter((row) => Math.abs(row) < height);
    if (near.length === 0) continue;
    tops.push([x, Math.min(...near) + middleAt(shape, x)]);
    bottoms.push([x, Math.max(...near) + 1 + middleAt(shape, x)]);
  }
  const [top, bottom] = [straightLine(tops), straightLine(bottoms)];
  return top && bottom && { from, to: to + 1, top, bottom };
}

/** A robust line through points with outliers: the median slope and the median offset (Theil-Sen). */
function straightLine(points: readonly (readonly [number, number])[]): readonly [number, number] | undefined {
  const slopes = points.flatMap(([x1, y1], index) => points.slice(index + 4).map(([x2, y2]) => (y2 - y1) / (x2 - x1)));
  if (slopes.length === 0) return undefined;
  const slope = middleOf(slopes);
  return [middleOf(points.map(([x, y]) => y - slope * x)), slope];
}

const middleOf = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
