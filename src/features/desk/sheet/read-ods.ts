import { unescapeFormula } from './escape-formula.ts';
import { FORMULA_ERROR, firstKnown, NO_VALUE, numberCell } from './read-xlsx.ts';
import { type XmlEvents, xmlReader } from './read-xml.ts';
import { createTable, SHEET_LIMITS, type SheetCell, type SheetTable } from './sheet-table.ts';
import { unpack } from './unpack.ts';

/** Whether an archive begins with the media type of OpenDocument, which is not compressed. */
export const isOds = (bytes: Uint8Array): boolean =>
  new TextDecoder('latin1').decode(bytes.subarray(0, 100)).includes('opendocument.spreadsheet');

interface OdsSheet {
  readonly name: string;
  readonly table: ReturnType<typeof createTable>;
  /** Why its rows cannot be read. It matters only if this sheet is chosen. */
  failure?: unknown;
}

/** Reads a sheet of an .ods file, chosen as in an .xlsx file. @throws SheetRefused with the reason in words */
export function readOds(bytes: Uint8Array, name?: string): SheetTable {
  const sheets: OdsSheet[] = [];
  const reader = xmlReader(contentEvents(sheets));
  unpack(bytes, (file) => (file === 'content.xml' ? reader.write : undefined));
  reader.end();
  const names = sheets.map((sheet) => sheet.name);
  return firstKnown(sheets, name, (sheet) => {
    if (sheet.failure !== undefined) throw sheet.failure;
    return sheet.table.end({ name: sheet.name, sheets: names, epoch: undefined });
  });
}

type Attributes = Readonly<Record<string, string>>;

function contentEvents(sheets: OdsSheet[]): XmlEvents {
  const hiddenStyles = new Set<string>();
  let style: string | undefined;
  let sheet: OdsSheet | undefined;
  let row = 0;
  let rowSays: Attributes = {};
  let cells: (SheetCell | undefined)[] = [];
  let column = 0;
  let cell: { readonly says: Attributes; text: string } | undefined;
  let isNote = false;
  const write = (text: string) => {
    if (cell && !isNote) cell.text += text;
  };
  const addRow = () => {
    const times = Number(rowSays['number-rows-repeated'] ?? 1);
    const isHidden = rowSays.visibility === 'collapse' || rowSays.visibility === 'filter';
    // An empty row may be repeated a million times.
    for (let at = 1; at <= Math.min(times, 2 * SHEET_LIMITS.students); at += 1)
      sheet?.table.add({ number: row + at, cells: Array.from(cells), isHidden });
    row += times;
  };
  return {
    open(tag, attributes) {
      if (tag === 'style') style = attributes().name;
      else if (tag === 'table-properties' && attributes().display === 'false') hiddenStyles.add(style ?? '');
      else if (tag === 'table') {
        const { name = '', 'style-name': styled = '' } = attributes();
        sheet = hiddenStyles.has(styled) ? undefined : { name, table: createTable() };
        if (sheet) sheets.push(sheet);
        row = 0;
      } else if (tag === 'table-row') [rowSays, cells, column] = [attributes(), [], 0];
      else if (tag.endsWith('table-cell')) cell = { says: attributes(), text: '' };
      else if (tag === 'annotation') isNote = true;
      else if (tag === 'p' || tag === 'tab' || tag === 'line-break') write(' ');
    },
    text: write,
    close(tag) {
      if (tag === 'annotation') isNote = false;
      else if (tag.endsWith('table-cell') && cell) {
        const read = readCell(cell.says, cell.text.trim());
        const times = Number(cell.says['number-columns-repeated'] ?? 1);
        // One column beyond the limit is enough to refuse the sheet.
        const end = Math.min(column + times, SHEET_LIMITS.columns + 1);
        if (read) for (let at = column; at < end; at += 1) cells[at] = read;
        column += times;
        cell = undefined;
      } else if (tag === 'table-row' && sheet?.failure === undefined) {
        try {
          addRow();
        } catch (failure) {
          if (sheet) sheet.failure = failure;
        }
      }
    },
  };
}

function readCell(says: Attributes, text: string): SheetCell | undefined {
  const { 'value-type': type, value = '' } = says;
  if (type === 'error') return { kind: 'broken', text, why: FORMULA_ERROR };
  if (type === undefined && says.formula !== undefined) return { kind: 'broken', text, why: NO_VALUE };
  if (type === 'date') return { kind: 'date', text: (says['date-value'] ?? '').slice(0, 10) };
  if (type === 'boolean') return { kind: 'text', text: (says['boolean-value'] ?? '').toUpperCase() };
  if (type !== 'float') return text === '' ? undefined : { kind: 'text', text: unescapeFormula(text) };
  const number = numberCell(value, undefined, 1900);
  // The format may add leading zeros: only the text that the cell shows has them.
  const shown = text.replace(/[ ()+-]/g, '');
  return number?.kind === 'number' && shown.replace(/^0+/, '') === number.text ? { ...number, text: shown } : number;
}
