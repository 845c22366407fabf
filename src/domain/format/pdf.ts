/** The header may begin within this many bytes. */
export const PDF_HEADER_WITHIN = 1024;

const HEADER = '%PDF-';
/** The first bytes of other types: programs, scripts, archives, Office documents, pictures. Each character is a byte. */
const OTHER_TYPES = [
  ...['MZ', '\x7fELF', '\xca\xfe\xba\xbe', '\xcf\xfa\xed\xfe', '\xce\xfa\xed\xfe', '\0asm', 'L\0\0\0', '#!', '@echo'],
  ...['PK', 'Rar!', '7z\xbc\xaf', '\x1f\x8b', 'BZh', '\xd0\xcf\x11\xe0', '{\\rtf', '%!'],
  ...['\xff\xd8\xff', '\x89PNG', 'GIF8', 'RIFF', 'II*\0', 'MM\0*', '8BPS'],
];

/**
 * Whether the beginning of a file is that of a PDF. Readers search the header in the first kilobyte, so mail headers or
 * white space may precede it. A file that begins like another type, or has markup before the header, is refused, since it
 * may be a program or a web page.
 * @param start the first PDF_HEADER_WITHIN bytes of the file
 */
export function beginsAsPdf(start: Uint8Array): boolean {
  const before = beforeHeader(start);
  return before !== undefined && !before.includes('<') && !OTHER_TYPES.some((type) => before.startsWith(type));
}

/** Whether a reader that searches the header in the first kilobyte would open the file as a PDF. */
export const opensAsPdf = (start: Uint8Array): boolean => beforeHeader(start) !== undefined;

/** The bytes before the header, one character each; undefined without a header in the first kilobyte. */
function beforeHeader(start: Uint8Array): string | undefined {
  const text = String.fromCharCode(...start.subarray(0, PDF_HEADER_WITHIN));
  const at = text.indexOf(HEADER);
  return at < 0 ? undefined : text.slice(0, at);
}
