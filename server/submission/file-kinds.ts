import { Buffer } from 'node:buffer';
import { beginsAsPdf, passesForPdf } from '#domain/format/pdf.ts';
import type { FileKind } from '#domain/submission/file-names.ts';

const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Folders that other Office documents have where one of Word has `word/`. */
const OF_OTHER_OFFICE = ['xl/', 'ppt/', 'visio/'];

/**
 * The type of a file by its first bytes; undefined for every type that no form takes, and for a file that is one type
 * by its beginning and passes for a PDF with readers that look further.
 */
export function fileKindOf(start: Buffer): FileKind | undefined {
  if (beginsAsPdf(start)) return 'pdf';
  if (passesForPdf(start)) return undefined;
  if (startsWith(start, OLE)) return 'doc';
  if (startsWith(start, ZIP)) return isWord(start) ? 'docx' : undefined;
  if (startsWith(start, JPEG)) return 'jpg';
  return startsWith(start, PNG) ? 'png' : undefined;
}

/** An archive tells what it holds by the names of its first files. */
function isWord(start: Buffer): boolean {
  if (start.includes('word/')) return true;
  return start.includes('[Content_Types].xml') && !OF_OTHER_OFFICE.some((folder) => start.includes(folder));
}

function startsWith(bytes: Buffer, magic: Buffer): boolean {
  return bytes.subarray(0, magic.length).equals(magic);
}
