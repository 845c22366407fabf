import { lightOf, type Plane, percentile, type Raster, smoothed, withoutMargin } from './pixels.ts';

/*
 * Pure measures of a page that is a picture, drawn 1200 pixels long (about 100 dpi of A4). Each threshold stands where a
 * page that can be worked with is not warned about: a missed bad page costs a question of the college, a warning without
 * reason costs the trust in all of them (docs/decisions/0012-documents-on-the-device.md).
 */

/** Scanners show the edge of their lid there, and photos the table. */
const MARGIN = 0.04;

/** Two pixels so far apart that a stroke of a pen lies between them. */
const STROKE_PIXELS = 3;
/** Pencil on paper differs by 30 and more, what shines through from the other side by less than 20. */
const STROKE_CONTRAST = 24;
/** Two words of print, or the page number. A page with less counts as blank. */
const BLANK_SHARE = 0.0002;

/** Whether a page is blank: no place has dark and bright as close together as a stroke of a pen. */
export function isBlank(pixels: Raster): boolean {
  const { light, width, height } = withoutMargin(lightOf(pixels), MARGIN);
  const enough = BLANK_SHARE * light.length;
  let strokes = 0;
  for (let y = 0; y + STROKE_PIXELS < height; y += 1) {
    for (let x = 0; x + STROKE_PIXELS < width; x += 1) {
      const at = y * width + x;
      const here = light[at] ?? 0;
      const across = Math.abs(here - (light[at + STROKE_PIXELS] ?? 0));
      const down = Math.abs(here - (light[at + STROKE_PIXELS * width] ?? 0));
      if (Math.max(across, down) > STROKE_CONTRAST) strokes += 1;
    }
    // The first lines of a written page are enough. Slow phones need not read the rest.
    if (strokes >= enough) return false;
  }
  return true;
}

/** By so many levels grey differs from grey after it was stored as colour in a JPEG. */
const GREY_LEVELS = 4;
/** So few pixels may have a colour: dust, and rounding at edges. A colour scan of a white sheet tints all of the paper. */
const GREY_SHARE = 0.002;

/** Whether a page was scanned without colour. In a colour scan of black print, paper and edges have a tint. */
export function isGrey({ data, width, height }: Raster): boolean {
  let coloured = 0;
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > GREY_LEVELS) coloured += 1;
  }
  return coloured <= GREY_SHARE * width * height;
}

/** The brightest twentieth of a page is its paper. In a dim room phones take it at 110 and more. */
const PAPER = 0.95;
const DARK_BELOW = 90;

/** Whether even the paper of a page is dark. */
export function isDark(pixels: Raster): boolean {
  return percentile(lightOf(pixels), PAPER) < DARK_BELOW;
}

/** Fine detail is what a mean over 3 pixels takes away, coarse detail what one over 9 takes away after it. */
const FINE = 1;
const COARSE = 4;
/** The share of the pixels with the most coarse detail, where letters and lines are. */
const DETAILED = 0.03;
/** A page with less contrast cannot be measured: it is empty or too dark. */
const LEAST_DETAIL = 6;
const BLURRED_BELOW = 0.03;

/**
 * How much of the detail of a page is fine, from about 1 (sharp print) to 0. Undefined if there is too little detail.
 * Noise is fine detail, too: what there is of it on plain paper is taken off.
 */
function sharpness(pixels: Raster): number | undefined {
  const plane = withoutMargin(lightOf(pixels), MARGIN);
  const fineMeans = smoothed(plane, FINE);
  const fine = squaredDifference(plane, fineMeans);
  const coarse = squaredDifference(fineMeans, smoothed(fineMeans, COARSE));
  const sorted = Float32Array.from(coarse).sort();
  const limit = sorted[Math.floor(sorted.length * (1 - DETAILED))] ?? 0;
  const plain = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const sums = { fine: 0, coarse: 0, detailed: 0, noise: 0, plain: 0 };
  for (let at = 0; at < coarse.length; at += 1) {
    const detail = coarse[at] ?? 0;
    if (detail >= limit) {
      sums.fine += fine[at] ?? 0;
      sums.coarse += detail;
      sums.detailed += 1;
    } else if (detail <= plain) {
      sums.noise += fine[at] ?? 0;
      sums.plain += 1;
    }
  }
  if (sums.detailed === 0 || sums.coarse / sums.detailed < LEAST_DETAIL ** 2) return undefined;
  const noise = sums.plain === 0 ? 0 : sums.noise / sums.plain;
  return Math.max(0, sums.fine / sums.detailed - noise) / (sums.coarse / sums.detailed);
}

/** Whether the letters of a page have run into each other. */
export function isBlurred(pixels: Raster): boolean {
  const share = sharpness(pixels);
  return share !== undefined && share < BLURRED_BELOW;
}

function squaredDifference(one: Plane, other: Plane): Float32Array {
  return one.light.map((value, at) => (value - (other.light[at] ?? 0)) ** 2);
}
