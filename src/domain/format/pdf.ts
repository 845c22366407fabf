/** How far into a file its header may stand, and so how much of it has to be read. */
export const PDF_HEADER_WITHIN = 1024;

const HEADER = [...'%PDF-'].map(codeOf);
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
/** White space as PDF has it: null, tab, line feed, form feed, carriage return, space. */
const WHITE_SPACE = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);

/**
 * Whether a file is a PDF by its beginning. Writers put a byte order mark or white space before the header, which is
 * harmless; readers look for the header behind anything at all, so that a program, a page or an archive can pass for a
 * PDF. Such a file is none here.
 * @param start the file's first bytes, PDF_HEADER_WITHIN of them where it has so many
 */
export function beginsAsPdf(start: Uint8Array): boolean {
  let at = isAt(start, 0, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  while (at < start.length && WHITE_SPACE.has(start[at] ?? -1)) at += 1;
  return at + HEADER.length <= PDF_HEADER_WITHIN && isAt(start, at, HEADER);
}

/** Whether a reader that looks for the header anywhere would take the file for a PDF. `start` as above. */
export function passesForPdf(start: Uint8Array): boolean {
  for (let at = 0; at + HEADER.length <= Math.min(start.length, PDF_HEADER_WITHIN); at += 1) {
    if (isAt(start, at, HEADER)) return true;
  }
  return false;
}

const isAt = (bytes: Uint8Array, at: number, expected: readonly number[]): boolean =>
  expected.every((byte, i) => bytes[at + i] === byte);

function codeOf(character: string): number {
  return character.charCodeAt(0);
}
