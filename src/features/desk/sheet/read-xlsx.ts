import { unescapeFormula } from './escape-formula.ts';
import { asTyped, isRounded, withZeros, writtenOut } from './numbers.ts';
import { readWorkbook, type Workbook, type WorkbookSheet } from './read-workbook.ts';
import { xmlReader } from './read-xml.ts';
import { dateOfSerial } from './serial-dates.ts';
import {
  createTable,
  knownTitles,
  refused,
  SHEET_LIMITS,
  type SheetCell,
  SheetRefused,
  type SheetRow,
  type SheetTable,
} from './sheet-table.ts';
import { repacked, unpack } from './unpack.ts';

export const NO_VALUE = 'This formula has no value. Copy the cell, and paste only its value.';
export const FORMULA_ERROR = 'The spreadsheet could not calculate this cell.';
const NO_DAY = 'This cell has a time, or a date that does not exist.';
const ROUNDED =
  'The spreadsheet keeps only 15 digits of a number. Format the column as text, and type the number again.';

/**
 * Reads a sheet of an .xlsx file: the one of this name, else the first with titles that are known, else the first with
 * anything in it. Nothing is guessed: a number stays the digits that were stored, a cell that is shown as a date is one.
 *
 * @throws SheetRefused with the reason in words
 */
export function readXlsx(bytes: Uint8Array, name?: string): SheetTable {
  try {
    return readArchive(bytes, name);
  } catch (failure) {
    const again = failure instanceof SheetRefused && failure.cause !== undefined && repacked(bytes);
    if (!again) throw failure;
    return readArchive(again, name);
  }
}

function readArchive(bytes: Uint8Array, name?: string): SheetTable {
  const workbook = readWorkbook(bytes);
  return firstKnown(workbook.sheets, name, (sheet) => readOne(bytes, workbook, sheet));
}

/** In so many sheets titles are looked for. */
const MOST_SHEETS = 10;

/** Reads the sheet of this name, else the first with known titles, else the first with students. @throws SheetRefused */
export function firstKnown<Sheet extends { readonly name: string }>(
  sheets: readonly Sheet[],
  name: string | undefined,
  readSheet: (sheet: Sheet) => SheetTable,
): SheetTable {
  const named = sheets.filter((sheet) => sheet.name === name);
  const read: SheetTable[] = [];
  for (const sheet of named.length > 0 ? named : sheets.slice(0, MOST_SHEETS)) {
    const table = readSheet(sheet);
    if (knownTitles(table.titles) > 1) return table;
    read.push(table);
  }
  const table = read.find(({ rows }) => rows.length > 0) ?? read[0];
  if (table === undefined) throw refused('unreadable');
  return table;
}

function readOne(bytes: Uint8Array, workbook: Workbook, { name, path }: WorkbookSheet): SheetTable {
  const table = createTable();
  const reader = xmlReader(sheetEvents(workbook, table.add));
  let isThere = false;
  unpack(bytes, (file) => {
    if (file !== path) return undefined;
    isThere = true;
    return reader.write;
  });
  if (!isThere) throw refused('unreadable');
  reader.end();
  return table.end({ name, sheets: workbook.sheets.map((sheet) => sheet.name), epoch: workbook.epoch });
}

interface RawCell {
  readonly type: string;
  readonly style: number;
  text: string;
  hasFormula: boolean;
}

function sheetEvents(workbook: Workbook, add: (row: SheetRow) => void) {
  let row = 0;
  let isHidden = false;
  let column = -1;
  let cells: (SheetCell | undefined)[] = [];
  let cell: RawCell | undefined;
  let isValue = false;
  let isPhonetic = false;
  return {
    open(tag: string, attributes: () => Readonly<Record<string, string>>) {
      if (tag === 'row') {
        const { r, hidden } = attributes();
        isHidden = hidden === '1' || hidden === 'true';
        row = r === undefined ? row + 1 : Number(r);
        column = -1;
        cells = [];
      } else if (tag === 'c') {
        const { r, t, s } = attributes();
        column = r === undefined ? column + 1 : columnOf(r);
        cell = { type: t ?? 'n', style: Number(s ?? 0), text: '', hasFormula: false };
      } else if (tag === 'v' || tag === 't') isValue = true;
      // Some programs write the same text as a value, too.
      else if (tag === 'is' && cell) cell.text = '';
      else if (tag === 'rPh') isPhonetic = true;
      else if (tag === 'f' && cell) cell.hasFormula = true;
    },
    text(part: string) {
      if (cell && isValue && !isPhonetic) cell.text += part;
    },
    close(tag: string) {
      if (tag === 'v' || tag === 't') isValue = false;
      else if (tag === 'rPh') isPhonetic = false;
      else if (tag === 'c' && cell) {
        const read = readCell(cell, workbook);
        // An empty cell at the far right does not make the row that long.
        if (read !== undefined) {
          if (column >= SHEET_LIMITS.columns) throw refused('tooManyColumns');
          while (cells.length < column) cells.push(undefined);
          cells[column] = read;
        }
        cell = undefined;
      } else if (tag === 'row') add({ number: row, cells, isHidden });
    },
  };
}

/** The column of a reference such as AB12, counted from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference.toUpperCase()) {
    if (letter < 'A' || letter > 'Z') break;
    column = column * 26 + letter.charCodeAt(0) - 64;
  }
  return column - 1;
}

function readCell(cell: RawCell, { strings, formats, epoch }: Workbook): SheetCell | undefined {
  const { type, text, style, hasFormula } = cell;
  if (text === '' && hasFormula && type !== 'str') return { kind: 'broken', text: '', why: NO_VALUE };
  switch (type) {
    case 's':
      return textCell(strings[Number(text)] ?? '');
    case 'str':
    case 'inlineStr':
      return textCell(text);
    case 'b':
      return textCell(text === '1' ? 'TRUE' : 'FALSE');
    case 'e':
      return { kind: 'broken', text, why: FORMULA_ERROR };
    case 'd':
      return { kind: 'date', text: text.slice(0, 10) };
    default:
      return numberCell(text, formats[style], epoch);
  }
}

/** Excel writes signs that XML does not have as _x000D_. */
function textCell(stored: string): SheetCell | undefined {
  const text = stored.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return text.trim() === '' ? undefined : { kind: 'text', text: unescapeFormula(text) };
}

/** The cell of a number as it is stored, by the format in which it is shown. */
export function numberCell(stored: string, format: Workbook['formats'][number] | undefined, epoch: Workbook['epoch']) {
  if (stored.trim() === '') return undefined;
  const number = asTyped(writtenOut(stored.trim()));
  if (format?.isDate) {
    const date = dateOfSerial(number, epoch);
    return date === undefined
      ? ({ kind: 'broken', text: number, why: NO_DAY } as const)
      : ({ kind: 'date', text: date } as const);
  }
  if (isRounded(number)) return { kind: 'broken', text: number, why: ROUNDED } as const;
  return { kind: 'number', text: withZeros(number, format?.code ?? '') } as const;
}
