import { Buffer } from 'node:buffer';

/** A file type that is told by content. */
export type FileKind = 'pdf' | 'doc' | 'docx' | 'jpg' | 'png';

const PDF = Buffer.from('%PDF-');
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Readers take a PDF whose header stands within its first kilobyte. */
const PDF_HEADER_WITHIN = 1024;

/** The type of a file by its first bytes; undefined for every type that no form takes. */
export function fileKindOf(start: Buffer): FileKind | undefined {
  if (start.subarray(0, PDF_HEADER_WITHIN).includes(PDF)) return 'pdf';
  if (startsWith(start, OLE)) return 'doc';
  if (startsWith(start, ZIP))
    return start.includes('word/') || start.includes('[Content_Types].xml') ? 'docx' : undefined;
  if (startsWith(start, JPEG)) return 'jpg';
  return startsWith(start, PNG) ? 'png' : undefined;
}

function startsWith(bytes: Buffer, magic: Buffer): boolean {
  return bytes.subarray(0, magic.length).equals(magic);
}
