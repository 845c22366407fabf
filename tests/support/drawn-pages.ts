import type { Raster } from '#features/documents/inspection/pixels.ts';

/** An A4 sheet at the size that documents are measured at: about 100 dpi. */
const SHEET = { width: 850, height: 1200 };

export type Colour = readonly [red: number, green: number, blue: number];
const WHITE: Colour = [250, 250, 250];

/** Random numbers from 0 to 1, the same in every run. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** An empty sheet to draw on. */
export function sheet(paper: Colour = WHITE): Raster {
  const { width, height } = SHEET;
  const pixel = new Uint32Array(Uint8Array.of(...paper, 255).buffer);
  const data = new Uint8ClampedArray(new Uint32Array(width * height).fill(pixel[0] ?? 0).buffer);
  return { data, width, height };
}

function fill({ data, width }: Raster, x: number, y: number, across: number, down: number, ink: Colour): void {
  for (let row = y; row < y + down; row += 1)
    for (let column = x; column < x + across; column += 1) data.set(ink, (row * width + column) * 4);
}

const LETTER = { width: 6, x: 8, ascender: 5, descender: 4 };

/**
 * Draws lines of letters: each has an upright stroke and two bars, as high as an x. As in English, two of five have
 * ascenders and one of twelve has a descender. Lines begin at the same place and end anywhere.
 */
export function writeLines(
  page: Raster,
  { ink = [25, 25, 25], lines = 40 }: { ink?: Colour; lines?: number } = {},
): Raster {
  const next = chance(7);
  for (let line = 0; line < lines; line += 1) {
    const top = 80 + line * 26;
    const letters = 70 - Math.floor(next() * 16);
    for (let letter = 0; letter < letters; letter += 1) {
      if (letter % 6 === 5) continue;
      const left = 70 + letter * (LETTER.width + 3);
      const kind = next();
      fill(page, left, top, LETTER.width, 2, ink);
      fill(page, left, top + LETTER.x - 2, LETTER.width, 2, ink);
      fill(page, left, top, 2, LETTER.x, ink);
      if (kind < 0.4) fill(page, left, top - LETTER.ascender, 2, LETTER.ascender, ink);
      else if (kind < 0.48) fill(page, left, top + LETTER.x, 2, LETTER.descender, ink);
    }
  }
  return page;
}

export const written = (paper?: Colour, ink?: Colour): Raster => writeLines(sheet(paper), ink && { ink });

/** Adds noise like a small sensor in a dim room, separate in each colour; `levels` is its usual size. */
export function noisy(page: Raster, levels: number): Raster {
  const next = chance(11);
  const data = page.data.map((value, at) =>
    at % 4 === 3 ? value : value + (next() + next() + next() - 1.5) * 2 * levels,
  );
  return { ...page, data };
}

/** Blurs the page like a lens out of focus: three averages in turn, each over `reach` pixels in all directions. */
export function blurred(page: Raster, reach: number): Raster {
  let { data } = page;
  for (let pass = 0; pass < 3; pass += 1) for (const step of [4, page.width * 4]) data = meanAlong(data, step, reach);
  return { ...page, data };
}

function meanAlong(data: Uint8ClampedArray, step: number, reach: number): Uint8ClampedArray {
  const means = new Uint8ClampedArray(data.length);
  for (let at = 0; at < data.length; at += 1) {
    const value = data[at] ?? 0;
    let sum = 0;
    for (let near = at - reach * step; near <= at + reach * step; near += step) sum += data[near] ?? value;
    means[at] = sum / (2 * reach + 1);
  }
  return means;
}
