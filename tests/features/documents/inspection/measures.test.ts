import { describe, expect, test } from 'vitest';
import { isBlank, isBlurred, isDark, isGrey } from '#features/documents/inspection/measures.ts';
import { blurred, noisy, sheet, writeLines, written } from '../../../support/drawn-pages.ts';

describe('a page is blank', () => {
  test.each([
    ['white paper', sheet()],
    ['paper with the noise of a scanner', noisy(sheet(), 3)],
    ['grey paper', sheet([180, 180, 180])],
    ['print that shines through from the other side', written([250, 250, 250], [236, 236, 236])],
  ])('%s', (_what, page) => expect(isBlank(page)).toBe(true));

  test.each([
    ['a written page', written()],
    ['pencil on paper', written([240, 240, 240], [205, 205, 205])],
    ['a single line', writeLines(sheet(), { lines: 1 })],
    ['a written page in a dim room', noisy(written([115, 110, 100], [30, 28, 26]), 6)],
  ])('but not %s', (_what, page) => expect(isBlank(page)).toBe(false));
});

describe('a page is grey', () => {
  test('black print that was scanned without colour', () => expect(isGrey(written([250, 250, 250]))).toBe(true));
  test('the same after a JPEG has rounded its colours', () => expect(isGrey(noisy(written(), 0.6))).toBe(true));

  test.each([
    ['black print that was scanned in colour: its paper is a little yellow', written([250, 248, 242])],
    ['a photo of black print: its noise has colours', noisy(written(), 5)],
    ['a grey page with a stamp', writeLines(written(), { ink: [40, 60, 160], lines: 3 })],
  ])('but not %s', (_what, page) => expect(isGrey(page)).toBe(false));
});

describe('a page is dark', () => {
  test('whose paper is darker than print should be', () =>
    expect(isDark(noisy(written([70, 66, 60], [12, 12, 12]), 4))).toBe(true));

  test.each([
    ['a good photo in a dim room', noisy(written([115, 110, 100], [30, 28, 26]), 6)],
    ['a white page', written()],
  ])('but not %s', (_what, page) => expect(isDark(page)).toBe(false));
});

describe('a page is blurred', () => {
  test.each([
    ['whose letters run into each other', blurred(written(), 3)],
    ['the same in a dim room', noisy(blurred(written([130, 125, 118], [30, 28, 26]), 2), 1)],
  ])('%s', (_what, page) => expect(isBlurred(page)).toBe(true));

  test.each([
    ['a sharp page', written()],
    ['a page that is a little soft, as a good photo of a sheet is', blurred(written(), 1)],
    ['a good photo in a dim room', noisy(blurred(written([115, 110, 100], [30, 28, 26]), 1), 6)],
    ['a page with nothing on it', noisy(sheet(), 3)],
  ])('but not %s', (_what, page) => expect(isBlurred(page)).toBe(false));
});
