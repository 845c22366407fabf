import { lightOf, type Plane, percentile, type Raster, smoothed, withoutMargin } from './pixels.ts';

/*
 * Latin letters reach above their line far more often than below it (b d f h k l t against g j p q y), and lines of text
 * begin below each other and end anywhere. A page that shows both the other way round, in nearly all of its lines, is
 * upside down. Other scripts do not fit this picture and get no answer: Devanagari hangs from a line, Chinese fills its
 * squares, Arabic and Hebrew begin at the right, Cyrillic reaches about as often below as above.
 */

const MARGIN = 0.03;
/** Darker than its surroundings (`reach` pixels to each side) by so much is ink. */
const SURROUNDINGS = 15;
const INK_CONTRAST = 24;
/** Lines are looked for in so many strips beside each other, so that a page that lies a little askew has them, too. */
const STRIPS = 4;
/** A row of a strip belongs to a line when so many of its pixels are ink. */
const LEAST_INK = 3;
/** Lines of text, from the foot of a g to the head of an h, in pixels at about 100 dpi. */
const LINE_HEIGHT = { least: 8, most: 60 };
/** The height of an x is the middle of a line: where at least this share of its fullest row is ink. */
const MIDDLE = 0.5;
/** Of the line's height, the middle takes at least this; less is a script that hangs from a line or stands on one. */
const LEAST_MIDDLE = 0.35;
/** Of the line's ink, so much lies outside of the middle; less are capitals, figures or Chinese. */
const LEAST_OUTSIDE = 0.05;
const LEAST_VOTES = 12;
const AGREED = 0.85;
/** Upside down, English has four to six times more ink below its lines than above; Russian upright not even twice. */
const MORE_BELOW = 3;

interface Ink {
  /** 1 for ink. */
  readonly dots: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Whether a page that is a picture of Latin text lies upside down; false wherever that is not sure. */
export function isUpsideDown(pixels: Raster): boolean {
  const ink = inkOf(withoutMargin(lightOf(pixels), MARGIN));
  const lines = Array.from({ length: STRIPS }, (_, strip) => linesOf(rowsOf(ink, strip))).flat();
  const flipped = lines.filter(({ above, below }) => below > 2 * above).length;
  const upright = lines.filter(({ above, below }) => above > 2 * below).length;
  if (flipped + upright < LEAST_VOTES || flipped < AGREED * (flipped + upright)) return false;
  const above = lines.reduce((sum, line) => sum + line.above, 0);
  const below = lines.reduce((sum, line) => sum + line.below, 0);
  return below > MORE_BELOW * above && endsBelowEachOther(ink);
}

function inkOf(plane: Plane): Ink {
  const { width, height } = plane;
  const around = smoothed(plane, SURROUNDINGS);
  // A sheet on a dark table has as much edge as text: what is darker than all paper is no ground for ink.
  const paper = percentile(plane, 0.5);
  const dots = new Uint8Array(plane.light.length);
  for (let at = 0; at < dots.length; at += 1) {
    const ground = around.light[at] ?? 0;
    if (ground > paper / 2 && (plane.light[at] ?? 0) < ground - INK_CONTRAST) dots[at] = 1;
  }
  return { dots, width, height };
}

/** How many dots of ink each row of a strip has. */
function rowsOf({ dots, width, height }: Ink, strip: number): Uint32Array {
  const rows = new Uint32Array(height);
  const [from, to] = [Math.floor((width * strip) / STRIPS), Math.floor((width * (strip + 1)) / STRIPS)];
  for (let y = 0; y < height; y += 1) {
    let count = 0;
    for (let x = from; x < to; x += 1) count += dots[y * width + x] ?? 0;
    rows[y] = count;
  }
  return rows;
}

interface TextLine {
  /** Dots of ink above and below the middle of the line. */
  readonly above: number;
  readonly below: number;
}

/** The lines of Latin text among the rows of a strip. */
function linesOf(rows: Uint32Array): TextLine[] {
  const lines: TextLine[] = [];
  let start = 0;
  for (let y = 0; y <= rows.length; y += 1) {
    if ((rows[y] ?? 0) >= LEAST_INK) continue;
    const line = y - start >= LINE_HEIGHT.least && y - start <= LINE_HEIGHT.most && lineOf(rows.subarray(start, y));
    if (line) lines.push(line);
    start = y + 1;
  }
  return lines;
}

function lineOf(rows: Uint32Array): TextLine | undefined {
  const full = Math.max(...rows) * MIDDLE;
  const first = rows.findIndex((count) => count >= full);
  const last = rows.findLastIndex((count) => count >= full);
  const above = sumOf(rows.subarray(0, first));
  const below = sumOf(rows.subarray(last + 1));
  const isLatin = last + 1 - first >= LEAST_MIDDLE * rows.length && above + below >= LEAST_OUTSIDE * sumOf(rows);
  return isLatin ? { above, below } : undefined;
}

const sumOf = (rows: Uint32Array): number => rows.reduce((sum, count) => sum + count, 0);

/** Columns are taken together, so that the gaps between letters do not count; about a letter. */
const LETTER_REACH = 4;
/** Of the usual ink of a column, how much is the edge of the text, and how much the text. */
const EDGE = 0.1;
const TEXT = 0.8;
/** Of the width: about a letter. */
const CLEARLY = 0.01;

/** Whether lines end below each other and begin anywhere, as those of a page that is upside down seem to. */
function endsBelowEachOther({ dots, width, height }: Ink): boolean {
  const counts = new Float32Array(width);
  for (let at = 0; at < width * height; at += 1) {
    const x = at % width;
    counts[x] = (counts[x] ?? 0) + (dots[at] ?? 0);
  }
  const { light: columns } = smoothed({ light: counts, width, height: 1 }, LETTER_REACH);
  const filled = columns.filter((count) => count >= 1).sort();
  const usual = filled[Math.floor(filled.length / 2)] ?? 0;
  const beginOf = (share: number) => columns.findIndex((count) => count >= usual * share);
  const endOf = (share: number) => columns.findLastIndex((count) => count >= usual * share);
  const beginning = beginOf(TEXT) - beginOf(EDGE);
  const ending = endOf(EDGE) - endOf(TEXT);
  return beginning > ending + CLEARLY * width;
}
