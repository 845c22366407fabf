import { readCsv } from './read-csv.ts';
import { isOds, readOds } from './read-ods.ts';
import { readXlsx } from './read-xlsx.ts';
import { refused, SHEET_LIMITS, type SheetTable } from './sheet-table.ts';

/** The choices of the person for a file. */
export interface SheetReading {
  /** The name of a sheet of a workbook; without it, the first with titles that are known. */
  readonly sheet?: string;
  /** The encoding of a CSV file that does not name it. */
  readonly encoding?: string;
}

const startsWith = (bytes: Uint8Array, ...first: readonly number[]): boolean =>
  first.every((byte, index) => bytes[index] === byte);

/**
 * Reads a spreadsheet by what it is, not by what it is called.
 *
 * @throws SheetRefused with the reason in words, EncodingUnknown
 */
export function readSheet(bytes: Uint8Array, reading: SheetReading = {}): SheetTable {
  if (bytes.length > SHEET_LIMITS.fileBytes) throw refused('tooLarge');
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw refused('oldExcel');
  const readArchive = isOds(bytes) ? readOds : readXlsx;
  const table = startsWith(bytes, 0x50, 0x4b) ? readArchive(bytes, reading.sheet) : readCsv(bytes, reading.encoding);
  if (table.titles.length === 0) throw refused('empty');
  if (table.rows.length === 0) throw refused('noStudents');
  return table;
}
