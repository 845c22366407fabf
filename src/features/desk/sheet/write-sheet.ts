import Papa from 'papaparse';
import type { Field } from '#domain/form/form.ts';
import { escapeFormula } from './escape-formula.ts';
import { cellFor, type SheetChoices } from './judge-sheet.ts';
import { readAnswerCell } from './read-answer-cell.ts';
import { allowedOptions, type SheetContext, sheetColumns } from './sheet-columns.ts';
import type { SheetFormat } from './sheet-format.ts';
import type { SheetCell, SheetTable } from './sheet-table.ts';
import { writeXlsx } from './write-xlsx.ts';

/**
 * The sheet again with all of its columns, in its own order, and what was written in place of its cells. Dates that could
 * be read are in ISO, so that nobody is asked again how they are meant.
 */
export function writeSheet(
  table: SheetTable,
  choices: SheetChoices,
  context: SheetContext,
  format: SheetFormat,
): Uint8Array<ArrayBuffer> {
  const columns = sheetColumns();
  const added = columns.filter(
    ({ field }) =>
      !choices.matches.includes(field.name) && table.rows.some((row) => hasOwn(cellFor(row, field.name, choices))),
  );
  const titles = [...table.titles, ...added.map(({ title }) => title)];
  const fields = titles.map((_, index) => {
    const name = choices.matches[index] ?? added[index - table.titles.length]?.field.name;
    return columns.find(({ field }) => field.name === name)?.field;
  });
  const rows = table.rows.map((row) =>
    fields.map((field, index) => {
      const cell = field ? cellFor(row, field.name, choices) : row.cells[index];
      if (cell === undefined) return '';
      if (field?.kind !== 'date') return cell.text;
      const options = allowedOptions(field, context);
      const read = readAnswerCell(field, cell, {
        options,
        dates: choices.dates[field.name] ?? {},
        epoch: table.epoch,
        today: context.today.latest,
      });
      return 'answer' in read ? String(read.answer) : cell.text;
    }),
  );
  const all = [titles, ...rows];
  return format === 'csv' ? writeCsv(all) : writeXlsx([{ name: table.name || 'Students', rows: all }]);
}

/** Spreadsheets take a file without this mark for one in the letters of their own country. */
const UTF8_MARK = '\ufeff';

/** Rows of texts as a CSV file, in which no cell is a formula. `readCsv` gives back what was written. */
export function writeCsv(rows: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> {
  const safe = rows.map((row) => row.map(escapeFormula));
  return new TextEncoder().encode(UTF8_MARK + Papa.unparse(safe));
}

/** A cell that no column has: it was typed, or is a part of the full name. */
const hasOwn = (cell: SheetCell | undefined): boolean => cell !== undefined && cell.kind !== 'name';

/**
 * An empty sheet with a column for each question. The allowed values stand in a sheet of their own, and can be chosen in
 * the cells; in a CSV file, which has one sheet only, in a row that begins with # and is not read.
 */
export function writeTemplate(context: SheetContext, format: SheetFormat): Uint8Array<ArrayBuffer> {
  const columns = sheetColumns();
  const titles = columns.map(({ title }) => title);
  const allowed = columns.map(({ field }) => allowedValues(field, context));
  if (format === 'csv') return writeCsv([titles, allowed.map((values) => `# ${values.join(' | ')}`)]);
  const longest = Math.max(...allowed.map(({ length }) => length));
  const lines = Array.from({ length: longest }, (_, line) => allowed.map((values) => values[line] ?? ''));
  const choices = columns.flatMap(({ field }, column) => {
    const options = allowedOptions(field, context) ?? [];
    const from = { sheet: ALLOWED, column, count: allowed[column]?.length ?? 0 };
    return options.length > 0 && field.kind !== 'agent' ? [{ column, from }] : [];
  });
  return writeXlsx([
    { name: 'Students', rows: [titles], choices },
    { name: ALLOWED, rows: [titles, ...lines] },
  ]);
}

const ALLOWED = 'Allowed values';

/** Each choice as it can be written in a cell, or in words what may be written. */
function allowedValues(field: Field, context: SheetContext): readonly string[] {
  const options = allowedOptions(field, context);
  if (options !== undefined && options.length > 0)
    return options.map(({ value, label }) =>
      field.kind === 'checkbox' || field.kind === 'agent' || label.startsWith(value) ? label : `${value} - ${label}`,
    );
  const rules = new Set(field.rules.map(({ test }) => test));
  if (field.kind === 'date' || rules.has('inFuture')) return ['A date as year-month-day, for example 2001-05-17'];
  if (field.kind === 'agent') return ['Name of the agent|country'];
  if (rules.has('digits')) return ['Digits only'];
  if (rules.has('decimal')) return ['A number, for example 6.5'];
  if (rules.has('email')) return ['An e-mail address'];
  return ['Text in English letters'];
}
