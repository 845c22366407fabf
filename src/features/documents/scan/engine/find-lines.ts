import type { Slopes } from './grey.ts';

/**
 * A straight edge with its lighter side: the points whose way along the normal, measured from the middle of the picture,
 * is `offset`. The normal points to the lighter side.
 */
export interface Line {
  /** Direction of the normal, in radians clockwise from the right. */
  readonly angle: number;
  /** Pixels. */
  readonly offset: number;
  /** How many pixels voted for it, each by its slope. */
  readonly votes: number;
}

const BINS = 180;
const BIN = (2 * Math.PI) / BINS;
/** A pixel's slope says its edge's direction only so well: it votes for directions this near, too. */
const SPREAD = 2;
/** Levels for each pixel of way; steeper ones count no more: white paper on a black table is no surer than on a grey one. */
const MOST_SLOPE = 12;

/**
 * The strongest straight edges, at most `most` of each of the four sides that a sheet has: left, top, right and bottom,
 * named by where its lighter side is. It is a Hough transform in which a pixel votes only for lines along its own edge.
 */
export function findLines(slopes: Slopes, most: number): readonly (readonly Line[])[] {
  const { width, height } = slopes;
  const reach = Math.ceil(Math.hypot(width, height) / 2) + 1;
  const votes = new Float32Array(BINS * 2 * reach);
  const cosines = Float64Array.from({ length: BINS }, (_, bin) => Math.cos(bin * BIN));
  const sines = Float64Array.from({ length: BINS }, (_, bin) => Math.sin(bin * BIN));
  for (let at = 0; at < slopes.x.length; at += 1) {
    const slope = Math.hypot(slopes.x[at]!, slopes.y[at]!);
    if (slope < slopes.least) continue;
    const x = (at % width) - width / 2;
    const y = Math.floor(at / width) - height / 2;
    const towards = Math.round(Math.atan2(slopes.y[at]!, slopes.x[at]!) / BIN);
    for (let near = -SPREAD; near <= SPREAD; near += 1) {
      const bin = (towards + near + BINS) % BINS;
      const offset = Math.round(x * cosines[bin]! + y * sines[bin]!);
      votes[bin * 2 * reach + offset + reach]! += Math.min(slope, MOST_SLOPE);
    }
  }
  return sidesOf(peaksOf(votes, reach), most);
}

/** Places with more votes than any near them. */
function peaksOf(votes: Float32Array, reach: number): Line[] {
  const NEAR_BINS = 4;
  const NEAR_OFFSETS = 5;
  const lines: Line[] = [];
  const most = votes.reduce((highest, count) => Math.max(highest, count), 0);
  for (let at = 0; at < votes.length; at += 1) {
    const count = votes[at]!;
    // A tenth of the strongest: the short side of a sheet is at least a third of the long one, often in poorer light.
    if (count < most / 10) continue;
    const bin = Math.floor(at / (2 * reach));
    const offset = at % (2 * reach);
    let isPeak = true;
    for (let b = -NEAR_BINS; b <= NEAR_BINS && isPeak; b += 1) {
      const row = ((bin + b + BINS) % BINS) * 2 * reach;
      for (let o = Math.max(0, offset - NEAR_OFFSETS); o <= Math.min(2 * reach - 1, offset + NEAR_OFFSETS); o += 1) {
        const other = votes[row + o]!;
        if (other > count || (other === count && row + o < at)) isPeak = false;
      }
    }
    if (isPeak) lines.push({ angle: bin * BIN, offset: offset - reach, votes: count });
  }
  return lines;
}

function sidesOf(lines: readonly Line[], most: number): Line[][] {
  const byVotes = [...lines].sort((a, b) => b.votes - a.votes);
  return [0, 1, 2, 3].map((side) =>
    byVotes.filter(({ angle }) => Math.round(angle / (Math.PI / 2)) % 4 === side).slice(0, most),
  );
}
