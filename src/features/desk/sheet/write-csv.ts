import Papa from 'papaparse';
import { harmless } from './harmless.ts';

/** Spreadsheets take a file without this mark for one in the letters of their own country. */
const UTF8_MARK = '\ufeff';

/** Rows of texts as a CSV file, in which no cell is a formula. `readCsv` gives back what was written. */
export function writeCsv(rows: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> {
  const safe = rows.map((row) => row.map(harmless));
  return new TextEncoder().encode(UTF8_MARK + Papa.unparse(safe));
}
