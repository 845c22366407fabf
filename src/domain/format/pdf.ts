/** How far into a file its header may stand, and so how much of it has to be read. */
export const PDF_HEADER_WITHIN = 1024;

const HEADER = '%PDF-';
/**
 * How files of other types begin: programs, scripts, archives, Office documents, pictures. Each
 * character is a byte.
 */
const OTHER_TYPES = [
  ...['MZ', '\x7fELF', '\xca\xfe\xba\xbe', '\xcf\xfa\xed\xfe', '\xce\xfa\xed\xfe', '\0asm', 'L\0\0\0', '#!', '@echo'],
  ...['PK', 'Rar!', '7z\xbc\xaf', '\x1f\x8b', 'BZh', '\xd0\xcf\x11\xe0', '{\\rtf', '%!'],
  ...['\xff\xd8\xff', '\x89PNG', 'GIF8', 'RIFF', 'II*\0', 'MM\0*', '8BPS'],
];

/**
 * Whether a file is a PDF by its beginning. Readers look for the header in the first kilobyte, so mail headers, white space
 * and other junk may stand before it. A file that begins as another type, or has markup before the header, is no PDF:
 * a program or a web page could pass for one.
 * @param start the file's first bytes, PDF_HEADER_WITHIN of them where it has so many
 */
export function beginsAsPdf(start: Uint8Array): boolean {
  const before = beforeHeader(start);
  return before !== undefined && !before.includes('<') && !OTHER_TYPES.some((type) => before.startsWith(type));
}

/** Whether a reader that looks for the header anywhere would take the file for a PDF. `start` as above. */
export const passesForPdf = (start: Uint8Array): boolean => beforeHeader(start) !== undefined;

/** The bytes before the header, a character for each byte; undefined if there is no header in the first kilobyte. */
function beforeHeader(start: Uint8Array): string | undefined {
  const text = String.fromCharCode(...start.subarray(0, PDF_HEADER_WITHIN));
  const at = text.indexOf(HEADER);
  return at < 0 ? undefined : text.slice(0, at);
}
