import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import { refused, SHEET_LIMITS, type SheetTable } from './sheet-table.ts';

const startsWith = (bytes: Uint8Array, ...first: readonly number[]): boolean =>
  first.every((byte, index) => bytes[index] === byte);

/** Reads a spreadsheet by what it is, not by what it is called. @throws SheetRefused with the reason in words */
export function readSheet(bytes: Uint8Array): SheetTable {
  if (bytes.length > SHEET_LIMITS.fileBytes) throw refused('tooLarge');
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw refused('oldExcel');
  return startsWith(bytes, 0x50, 0x4b) ? readXlsx(bytes) : readCsv(bytes);
}
