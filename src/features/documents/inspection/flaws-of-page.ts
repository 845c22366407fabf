import type { Flaw } from './inspection.ts';
import { isBlank, isBlurred, isDark, isGrey } from './measures.ts';
import type { PageFacts } from './page-facts.ts';
import type { Raster } from './pixels.ts';

/** A page of less than 5 cm; a passport's has 12, a card 8. */
const TINY_POINTS = 144;
/** Of so few pixels and so few in an inch, small print has letters of four pixels. A card scanned at 200 dpi has more. */
const TINY_PIXELS = 700;
const TINY_DPI = 100;

/** Whether the blank pages of a scan are the backs of its sheets: every second page, and more than one. */
export const areBacks = (blank: readonly number[], measured: number): boolean =>
  blank.length > 1 && blank.length === Math.floor(measured / 2) && blank.every((page) => page % 2 === 0);

/**
 * What a college could not work with on a page, by what the PDF says of it and by its pixels. `mayLack` says that
 * pictures of the PDF were left out, and so that a page without anything may have one.
 */
export function flawsOf(facts: PageFacts, pixels: Raster, mayLack = false): readonly Flaw[] {
  const { points, scan, hasText, isTextUpsideDown } = facts;
  if (mayLack && isBlank(pixels)) return ['unseen'];
  if (!hasText && isBlank(pixels)) return ['blank'];
  const flaws: Flaw[] = [];
  if (points < TINY_POINTS || (scan && Math.max(scan.width, scan.height) < TINY_PIXELS && scan.dpi < TINY_DPI))
    flaws.push('tiny');
  if (isTextUpsideDown) flaws.push('upside-down');
  // What a program has written is black on white, sharp, and lies as it is meant to.
  if (!scan) return flaws;
  if (isGrey(pixels)) flaws.push('grey');
  if (isDark(pixels)) flaws.push('dark');
  else if (!flaws.includes('tiny') && isBlurred(pixels)) flaws.push('blurred');
  return flaws;
}
