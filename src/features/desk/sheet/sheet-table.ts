import { matchColumns } from './sheet-columns.ts';

/**
 * A cell as the file has it, or as a person has typed it here (`typed`). `number` holds its digits written out, never as
 * 6.1E+10. `name` is a full name that a person must still split. `date` is a calendar date, yyyy-MM-dd. `broken` cannot
 * be an answer; `why` is the reason in words.
 */
export type SheetCell =
  | { readonly kind: 'text' | 'number' | 'date' | 'typed' | 'name'; readonly text: string }
  | { readonly kind: 'broken'; readonly text: string; readonly why: string };

export interface SheetRow {
  /** As the spreadsheet counts: the first is 1. */
  readonly number: number;
  /** By column, from 0. Undefined for an empty cell. */
  readonly cells: readonly (SheetCell | undefined)[];
  /** The spreadsheet does not show it: it is hidden or filtered out. */
  readonly isHidden?: boolean;
}

/** From which day a spreadsheet counts days: its own first of January. */
export type Epoch = 1900 | 1904;

/** What was read of a file. */
export interface SheetTable {
  /** The name of the sheet; '' in a CSV file, which has one sheet only. */
  readonly name: string;
  /** The names of all sheets that the file shows, this one among them; empty for a CSV file. */
  readonly sheets: readonly string[];
  /** Undefined if the file does not have it, as in CSV. */
  readonly epoch: Epoch | undefined;
  readonly titles: readonly string[];
  /** The row that has the titles, as the spreadsheet counts; what is above it is not read. */
  readonly titleRow: number;
  readonly rows: readonly SheetRow[];
}

export const SHEET_LIMITS = {
  /** Five hundred students with every question answered take less than one. */
  fileBytes: 10 * 1024 * 1024,
  /** The size limit of an unpacked file: a zip bomb of a few kilobytes holds gigabytes. */
  unpackedBytes: 64 * 1024 * 1024,
  students: 500,
  columns: 300,
  /** The titles are looked for in so many rows that are not empty. */
  titleRows: 20,
} as const;

/** A file that is not read, with the reason and the way on in words for the person. */
export class SheetRefused extends Error {
  override readonly name = 'SheetRefused';
}

const SAVE_AS =
  'In Excel or LibreOffice, choose “Save as” and the type .xlsx, without a password. In Google Sheets, choose File, Download, Microsoft Excel. In Numbers, choose File, Export To, Excel. Then choose that file here.';

const REFUSALS = {
  tooLarge: 'This file is larger than 10 MB. Remove pictures and other sheets, or split the file.',
  tooMuchInside:
    'This file holds far more than a list of students. Copy the students into the template, and choose the template.',
  tooManyRows: 'This sheet has more than 500 students. Split it into several files.',
  tooManyColumns: 'This sheet has more than 300 columns. Remove the columns that our form does not need.',
  empty: 'This sheet is empty. Write the titles of the columns in one row, and one student in each row below.',
  noStudents: 'There is no student below the titles of this sheet.',
  oldExcel: `This is an old Excel file, or one with a password. ${SAVE_AS}`,
  webPage: `This file is a web page under the name of a spreadsheet. ${SAVE_AS}`,
  unreadable: `We cannot read this file as a spreadsheet. ${SAVE_AS}`,
} as const;

export const refused = (why: keyof typeof REFUSALS, cause?: unknown): SheetRefused =>
  new SheetRefused(REFUSALS[why], { cause });

/** A row in which every cell begins with # explains the template: it is no student. */
const isExplanation = (cells: SheetRow['cells']): boolean =>
  cells.every((cell) => cell === undefined || cell.text.startsWith('#'));

/** Whether a cell has no answer: an empty tick box, or a zero or an empty text from a formula. */
const saysNothing = (cell: SheetCell | undefined): boolean =>
  cell === undefined || cell.text === '' || cell.text === 'FALSE' || (cell.kind === 'number' && cell.text === '0');

/** Whether a row is not a student: it is empty, or has only its own number or a tick. */
function isEmpty(cells: SheetRow['cells'], width: number): boolean {
  const said = cells.filter((cell) => !saysNothing(cell));
  return said.length === 0 || (said.length === 1 && width > 1 && /^(\d+|TRUE)$/.test(said[0]?.text ?? ''));
}

const titlesOf = (cells: SheetRow['cells'] = []): readonly string[] =>
  Array.from(cells, (cell) => cell?.text.trim() ?? '');

/** How many titles are those of questions. */
export const knownTitles = (titles: readonly string[]): number =>
  matchColumns(titles).filter((name) => name !== undefined).length;

/** The row with the titles: of the first ones the one with the most that are known, else the first. */
function titleIndex(rows: readonly SheetRow[]): number {
  const first = rows.findIndex(({ isHidden }) => !isHidden);
  const known = rows
    .slice(0, SHEET_LIMITS.titleRows)
    .map(({ cells, isHidden }) => (isHidden ? 0 : knownTitles(titlesOf(cells))));
  const most = Math.max(...known);
  // One may be known by chance, in a row of answers.
  return most > 1 ? known.indexOf(most) : first;
}

/** Collects rows as they are read, and stops if there are too many. */
export function createTable() {
  const rows: SheetRow[] = [];
  let width = 0;
  return {
    /** @throws SheetRefused beyond the limits */
    add(row: SheetRow): void {
      if (row.cells.length > SHEET_LIMITS.columns) throw refused('tooManyColumns');
      if (isEmpty(row.cells, width) || isExplanation(row.cells)) return;
      width = Math.max(width, row.cells.length);
      rows.push(row);
      if (rows.length > SHEET_LIMITS.students + SHEET_LIMITS.titleRows) throw refused('tooManyRows');
    },
    /** The table; without titles if the sheet is empty. @throws SheetRefused if there are too many students */
    end(rest: Pick<SheetTable, 'name' | 'sheets' | 'epoch'>): SheetTable {
      const index = titleIndex(rows);
      const students = rows.slice(index + 1);
      if (index < 0) return { ...rest, titles: [], titleRow: 0, rows: [] };
      if (students.length > SHEET_LIMITS.students) throw refused('tooManyRows');
      return { ...rest, titles: titlesOf(rows[index]?.cells), titleRow: rows[index]?.number ?? 0, rows: students };
    },
  };
}
