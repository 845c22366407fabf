// @vitest-environment node
import { expect, test } from 'vitest';
import { drawnSheet, pictureIn } from '#features/documents/scan/engine/drawn-sheet.ts';
import type { Corners, ScanPage } from '#features/documents/scan/scan-page.ts';
import { point } from '../support/pictures.ts';

const FOUND: Corners = [point(0.1, 0.1), point(0.9, 0.1), point(0.9, 0.9), point(0.1, 0.9)];
const LARGER: Corners = [point(0, 0), point(0.9, 0.1), point(0.9, 0.9), point(0.1, 0.9)];
const PAGE: ScanPage = { id: '', name: 'a.jpg', width: 9, height: 9, turns: 0, proposed: FOUND, sheetAt: 5 };
const bytes = Uint8Array.from(Buffer.from('wholesheet')).buffer;
const textOf = (part: ArrayBuffer | undefined) => part && Buffer.from(part).toString();

test('a page that is cropped as it was found has its sheet drawn', () => {
  expect(textOf(drawnSheet({ ...PAGE, corners: structuredClone(FOUND) }, bytes))).toBe('sheet');
});

test.each([
  ['not cropped', PAGE],
  ['cropped in another way', { ...PAGE, corners: LARGER }],
])('a page that is %s is drawn from the whole picture', (_how, page) => {
  expect(drawnSheet(page, bytes)).toBeUndefined();
  expect(textOf(pictureIn(page, bytes))).toBe('whole');
});

test('a page of an earlier release has no drawn sheet', () => {
  const { sheetAt: _sheetAt, ...earlier } = { ...PAGE, corners: FOUND };
  expect(drawnSheet(earlier, bytes)).toBeUndefined();
  expect(textOf(pictureIn(earlier, bytes))).toBe('wholesheet');
});
