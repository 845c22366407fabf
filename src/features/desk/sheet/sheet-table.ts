/**
 * A cell as the file has it. `number` holds its digits written out, never as 6.1E+10; `date` a calendar date,
 * yyyy-MM-dd; `broken` what cannot be an answer, with the reason in words.
 */
export type SheetCell =
  | { readonly kind: 'text' | 'number' | 'date'; readonly text: string }
  | { readonly kind: 'broken'; readonly text: string; readonly why: string };

export interface SheetRow {
  /** As the spreadsheet counts: the first is 1. */
  readonly number: number;
  /** By column, the first is 0; undefined where nothing stands. */
  readonly cells: readonly (SheetCell | undefined)[];
}

/** From which day a spreadsheet counts days: its own first of January. */
export type Epoch = 1900 | 1904;

/** What was read of a file: the first row that is not empty is its titles. */
export interface SheetTable {
  /** The name of the sheet; '' in a CSV file, which has one sheet only. */
  readonly name: string;
  /** How many more sheets the file has, which are not read. */
  readonly others: number;
  /** Undefined where the file does not say it, as in CSV. */
  readonly epoch: Epoch | undefined;
  readonly titles: readonly string[];
  readonly rows: readonly SheetRow[];
}

export const SHEET_LIMITS = {
  /** Five hundred students with every question answered take less than one. */
  fileBytes: 10 * 1024 * 1024,
  /** What may come out of a compressed file: a bomb of a few kilobytes holds gigabytes. */
  unpackedBytes: 64 * 1024 * 1024,
  students: 500,
  columns: 300,
} as const;

/** A file that is not read, with the reason and the way on in words for the person. */
export class SheetRefused extends Error {
  override readonly name = 'SheetRefused';
}

const REFUSALS = {
  tooLarge: 'This file is larger than 10 MB. Remove pictures and other sheets from it, or split it.',
  tooMuchInside:
    'This file holds far more than a list of students. Copy the students into the template, and choose that.',
  tooManyRows: 'This sheet has more than 500 students. Split it into several files.',
  tooManyColumns: 'This sheet has more than 300 columns. Remove those that are no question of the application.',
  empty: 'This sheet is empty. The first row has to hold the titles of the columns, and each row below one student.',
  noStudents: 'There is no student below the titles of this sheet.',
  oldExcel:
    'This is an old Excel file, or one with a password. Save it as .xlsx or .csv without a password, and choose that.',
  unreadable: 'This file cannot be read as a spreadsheet. Save it as .xlsx or .csv, and choose that.',
} as const;

export const refused = (why: keyof typeof REFUSALS, cause?: unknown): SheetRefused =>
  new SheetRefused(REFUSALS[why], { cause });

/** A row in which every cell begins with # explains the template: it is no student. */
const isExplanation = (cells: SheetRow['cells']): boolean =>
  cells.every((cell) => cell === undefined || cell.text.startsWith('#'));

const isEmpty = (cells: SheetRow['cells']): boolean => cells.every((cell) => cell === undefined);

/** Collects rows as they are read, and stops the reading where there are too many. */
export function createTable() {
  let titles: readonly string[] | undefined;
  const rows: SheetRow[] = [];
  return {
    /** @throws SheetRefused beyond the limits */
    add(number: number, cells: SheetRow['cells']): void {
      if (isEmpty(cells)) return;
      if (cells.length > SHEET_LIMITS.columns) throw refused('tooManyColumns');
      if (titles === undefined) {
        titles = Array.from(cells, (cell) => cell?.text.trim() ?? '');
        return;
      }
      if (isExplanation(cells)) return;
      if (rows.length === SHEET_LIMITS.students) throw refused('tooManyRows');
      rows.push({ number, cells });
    },
    /** @throws SheetRefused without titles or students */
    end(rest: Pick<SheetTable, 'name' | 'others' | 'epoch'>): SheetTable {
      if (titles === undefined) throw refused('empty');
      if (rows.length === 0) throw refused('noStudents');
      return { ...rest, titles, rows };
    },
  };
}
