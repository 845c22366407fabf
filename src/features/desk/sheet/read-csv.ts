import Papa from 'papaparse';
import { unharmed } from './harmless.ts';
import { createTable, refused, type SheetCell, type SheetTable } from './sheet-table.ts';

/**
 * Reads a CSV file: commas, semicolons or tabs, in UTF-8, UTF-16, or, where it is neither, as Windows writes it in
 * western Europe.
 *
 * @throws SheetRefused with the reason in words
 */
export function readCsv(bytes: Uint8Array): SheetTable {
  const table = createTable();
  let failure: unknown;
  let row = 0;
  Papa.parse<string[]>(textOf(bytes), {
    delimitersToGuess: [',', ';', '\t'],
    step({ data }, parser) {
      row += 1;
      try {
        table.add(row, withoutEnd(data.map(cellOf)));
      } catch (thrown) {
        failure = thrown;
        parser.abort();
      }
    },
  });
  if (failure !== undefined) throw failure;
  return table.end({ name: '', others: 0, epoch: undefined });
}

function cellOf(written: string): SheetCell | undefined {
  return written.trim() === '' ? undefined : { kind: 'text', text: unharmed(written) };
}

/** Spreadsheets write as many separators as the longest row needs. */
function withoutEnd(cells: readonly (SheetCell | undefined)[]): readonly (SheetCell | undefined)[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== undefined) + 1);
}

function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  // A zero byte is in no text, but in many other files.
  if (bytes.includes(0)) throw refused('unreadable');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
