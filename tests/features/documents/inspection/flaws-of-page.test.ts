import { describe, expect, test } from 'vitest';
import { areBacks, flawsOf } from '#features/documents/inspection/flaws-of-page.ts';
import type { PageFacts } from '#features/documents/inspection/page-facts.ts';
import { blurred, noisy, sheet, written } from '../../../support/drawn-pages.ts';

/** A page of A4 in colours, scanned at 100 dpi. */
const SCANNED: PageFacts = {
  points: 842,
  scan: { width: 850, height: 1200, share: 1, dpi: 102 },
  hasText: false,
  hasTextOver: false,
  isTextUpsideDown: false,
  text: '',
};
const WRITTEN: PageFacts = { points: 842, hasText: true, hasTextOver: false, isTextUpsideDown: false, text: '' };
const page = () => written([250, 247, 240], [30, 32, 60]);
const card = (pixels: number, dpi: number): PageFacts => ({
  ...SCANNED,
  scan: { width: pixels, height: pixels / 2, share: 1, dpi },
});

describe('of a page it is said', () => {
  test.each([
    ['that it is blank, and nothing else', SCANNED, noisy(sheet(), 2), ['blank']],
    ['that it lies upside down, by its letters', { ...WRITTEN, isTextUpsideDown: true }, page(), ['upside-down']],
    ['that it has no colour', SCANNED, written(), ['grey']],
    ['that it is blurred', SCANNED, blurred(page(), 3), ['blurred']],
    ['that it is dark', SCANNED, noisy(written([70, 64, 58], [12, 12, 2]), 4), ['dark']],
    ['that it is tiny, below 5 cm', { ...WRITTEN, points: 143 }, page(), ['tiny']],
    ['that it is tiny, below 700 pixels and 100 dpi', card(699, 99), page(), ['tiny']],
  ])('%s', (_what, facts, pixels, flaws) => expect(flawsOf(facts, pixels)).toEqual(flaws));

  test.each([
    ['of a scan in colour', SCANNED, page()],
    ['of one of 5 cm', { ...WRITTEN, points: 144 }, page()],
    ['of a card that was scanned at 100 dpi', card(699, 100), page()],
    ['of a large page at less', card(700, 99), page()],
    ['of what a program has written: it is black on white', WRITTEN, written()],
    ['of a written page that seems blank as a picture', WRITTEN, sheet()],
  ])('nothing %s', (_what, facts, pixels) => expect(flawsOf(facts, pixels)).toEqual([]));
});

describe('blank pages', () => {
  test.each([
    ['every second one of four', [2, 4], 4],
    ['every second one of five', [2, 4], 5],
  ])('are the backs of sheets if they are %s', (_which, blank, measured) => {
    expect(areBacks(blank, measured)).toBe(true);
  });

  test.each([
    ['one, which may be a page that failed', [2], 2],
    ['only some of the backs', [2, 4], 6],
    ['the fronts', [1, 3], 4],
    ['none', [], 1],
  ])('are named if they are %s', (_which, blank, measured) => expect(areBacks(blank, measured)).toBe(false));
});

describe('where a picture of the document was left out', () => {
  test.each([
    ['an empty page cannot be shown, and is not called blank', SCANNED, sheet(), ['unseen']],
    ['a page with an invisible text neither', WRITTEN, sheet(), ['unseen']],
    ['nothing is said of a page on which something is seen', SCANNED, page(), []],
  ])('%s', (_rule, facts, pixels, flaws) => expect(flawsOf(facts, pixels, true)).toEqual(flaws));
});
