import Papa from 'papaparse';
import { unescapeFormula } from './escape-formula.ts';
import {
  createTable,
  knownTitles,
  refused,
  SHEET_LIMITS,
  type SheetCell,
  SheetRefused,
  type SheetTable,
} from './sheet-table.ts';
import { textOf } from './text-of.ts';

const DELIMITERS = [',', ';', '\t', '|'];
/** The line in which Excel names the delimiter. */
const SAYS_DELIMITER = /^\ufeff?"?sep=(.)"?\r?\n/i;
const WEB_PAGE = /^(\s*<[!?a-z]|MIME-Version:)/i;
/** An XML of Excel 2003. */
const OLD_EXCEL = /^\s*<\?xml.{0,200}(mso-application|<Workbook)/is;
/** PDF, RTF, JSON, and SYLK, which begins as a CSV file may but ends with a line that has only an E. */
const OTHER_FILE = /^(%PDF-|\{\\rtf|\s*[[{]\s*["[{]|ID;P.*\nE\s*$)/s;

/**
 * Reads a CSV file, with commas, semicolons, tabs or bars.
 *
 * @throws SheetRefused with the reason in words, EncodingUnknown
 */
export function readCsv(bytes: Uint8Array, encoding?: string): SheetTable {
  const text = textOf(bytes, encoding).replace(/^\ufeff/, '');
  if (OLD_EXCEL.test(text)) throw refused('oldExcel');
  if (WEB_PAGE.test(text)) throw refused('webPage');
  if (OTHER_FILE.test(text)) throw refused('unreadable');
  const [saying = '', said] = SAYS_DELIMITER.exec(text) ?? [];
  const table = createTable();
  let failure: unknown;
  let row = saying === '' ? 0 : 1;
  let width = 0;
  Papa.parse<string[]>(text.slice(saying.length), {
    ...(said === undefined ? delimiterOf(text) : { delimiter: said }),
    step({ data, errors, meta }, parser) {
      row += 1;
      width = Math.max(width, data.length);
      try {
        // All that follows an unclosed quotation mark is in its cell.
        if (errors.some(({ type }) => type === 'Quotes') || data.some((cell) => holdsRow(cell, meta.delimiter, width)))
          throw new SheetRefused(openQuote(row));
        table.add({ number: row, cells: withoutEnd(data.map(cellOf)) });
      } catch (thrown) {
        failure = thrown;
        parser.abort();
      }
    },
  });
  if (failure !== undefined) throw failure;
  return table.end({ name: '', sheets: [], epoch: undefined });
}

const openQuote = (row: number): string =>
  `Row ${row} has a quotation mark (") without its partner, so we cannot separate the students. Correct the file, and choose it again.`;

/** Whether a cell of several lines has as many delimiters as a row: it would be one. */
const holdsRow = (cell: string, delimiter: string, width: number): boolean =>
  width > 2 && cell.includes('\n') && cell.split(delimiter).length >= width;

/** The delimiter by which titles are known; nothing where that says none or several, for the library to guess. */
function delimiterOf(text: string): { readonly delimiter: string } | { readonly delimitersToGuess: string[] } {
  const counts = DELIMITERS.map((delimiter) => {
    const { data } = Papa.parse<string[]>(text, { delimiter, preview: SHEET_LIMITS.titleRows });
    return Math.max(0, ...data.map((cells) => (cells.length > 1 ? knownTitles(cells) : 0)));
  });
  const most = Math.max(...counts);
  const isOnlyOne = counts.filter((count) => count === most).length === 1;
  const delimiter = DELIMITERS[counts.indexOf(most)];
  return isOnlyOne && delimiter !== undefined ? { delimiter } : { delimitersToGuess: DELIMITERS };
}

function cellOf(written: string): SheetCell | undefined {
  return written.trim() === '' ? undefined : { kind: 'text', text: unescapeFormula(written) };
}

/** Spreadsheets write as many separators as the longest row needs. */
function withoutEnd(cells: readonly (SheetCell | undefined)[]): readonly (SheetCell | undefined)[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== undefined) + 1);
}
