import { type JudgedSheet, judgeSheet, type SheetChoices } from './judge-sheet.ts';
import { matchCells } from './match-cells.ts';
import { readSheet, type SheetReading } from './read-sheet.ts';
import { type ColumnMatches, matchColumns, type SheetContext } from './sheet-columns.ts';
import type { SheetFormat } from './sheet-format.ts';
import { SheetRefused, type SheetTable } from './sheet-table.ts';
import { type EncodingChoice, EncodingUnknown } from './text-of.ts';
import { writeSheet, writeTemplate } from './write-sheet.ts';

/** What the page gets of a sheet that was read. Its cells stay in the worker. */
export interface SheetFacts {
  readonly name: string;
  readonly sheets: readonly string[];
  readonly titleRow: number;
  readonly students: number;
  readonly columns: readonly SheetColumnFacts[];
  /** What was matched by the titles, or by the cells below them. */
  readonly matches: ColumnMatches;
}

interface SheetColumnFacts {
  readonly title: string;
  /** The first cell below the title that is not empty, else ''. */
  readonly example: string;
  /** Its title is unknown, and its cells answer one question only. */
  readonly isByCells: boolean;
}

/** Refusals are answers: an error would lose its class on the way out of a worker. */
export type ReadSheetAnswer =
  | { readonly ok: true; readonly facts: SheetFacts }
  | { readonly ok: false; readonly reason: string }
  | { readonly ok: false; readonly encodings: readonly EncodingChoice[] };

/** The work on one sheet, as a worker does it. */
export function createSheetWork() {
  let table: SheetTable | undefined;
  const known = (): SheetTable => {
    if (table === undefined) throw new Error('No sheet was read');
    return table;
  };
  return {
    read(bytes: Uint8Array, reading?: SheetReading): ReadSheetAnswer {
      try {
        table = readSheet(bytes, reading);
        return { ok: true, facts: factsOf(table) };
      } catch (failure) {
        if (failure instanceof EncodingUnknown) return { ok: false, encodings: failure.choices };
        if (failure instanceof SheetRefused) return { ok: false, reason: failure.message };
        throw failure;
      }
    },
    judge: (choices: SheetChoices, context: SheetContext): JudgedSheet => judgeSheet(known(), choices, context),
    write: (choices: SheetChoices, context: SheetContext, format: SheetFormat) =>
      writeSheet(known(), choices, context, format),
    template: writeTemplate,
  };
}
export type SheetWork = ReturnType<typeof createSheetWork>;

function factsOf(table: SheetTable): SheetFacts {
  const { name, sheets, titles, titleRow, rows } = table;
  const width = Math.max(titles.length, ...rows.map(({ cells }) => cells.length));
  const byTitle = matchColumns(Array.from({ length: width }, (_, index) => titles[index] ?? ''));
  const matches = matchCells(table, byTitle, new Date().getFullYear());
  const columns = Array.from({ length: width }, (_, index) => ({
    title: titles[index] ?? '',
    example: rows.find(({ cells }) => cells[index] !== undefined)?.cells[index]?.text ?? '',
    isByCells: matches[index] !== byTitle[index],
  }));
  return {
    name,
    sheets,
    titleRow,
    students: rows.length,
    columns,
    matches,
  };
}
