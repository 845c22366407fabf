import type { ScanPage } from '../scan-page.ts';

/** The JPEG of the whole picture, in the bytes of a page. */
export const pictureIn = ({ sheetAt }: ScanPage, bytes: ArrayBuffer): ArrayBuffer =>
  sheetAt === undefined ? bytes : bytes.slice(0, sheetAt);

/** The JPEG of the sheet, as the PDF shows it, drawn when the photo was read; undefined if the page is cropped in another way. */
export function drawnSheet({ sheetAt, corners, proposed }: ScanPage, bytes: ArrayBuffer): ArrayBuffer | undefined {
  const isAsFound = corners !== undefined && JSON.stringify(corners) === JSON.stringify(proposed);
  return sheetAt !== undefined && isAsFound ? bytes.slice(sheetAt) : undefined;
}
