import { strToU8, zipSync } from 'fflate';
import { escapeFormula } from './escape-formula.ts';
import { columnLetters } from './sheet-columns.ts';

/** A sheet to write: every cell is text. */
export interface WrittenSheet {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
  /** Columns of which a cell is chosen from a column of another sheet; both counted from 0. */
  readonly choices?: readonly { readonly column: number; readonly from: WrittenRange }[];
}

/** The cells below the title of a column. */
interface WrittenRange {
  readonly sheet: string;
  readonly column: number;
  readonly count: number;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** As far as a list of choices reaches down. */
const LAST_ROW = 1001;

/**
 * Sheets as an .xlsx file. Each cell has the format 'Text', so that a spreadsheet changes no leading zero, no long number
 * and no date in it, and runs nothing that begins like a formula.
 */
export function writeXlsx(sheets: readonly WrittenSheet[]): Uint8Array<ArrayBuffer> {
  const numbered = sheets.map((sheet, index) => ({ ...sheet, file: `sheet${index + 1}.xml`, id: `rId${index + 1}` }));
  const stylesId = `rId${sheets.length + 1}`;
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${numbered.map(({ file }) => `<Override PartName="/xl/worksheets/${file}" ContentType="${TYPES}.worksheet+xml"/>`).join('')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${numbered.map(({ name, id }, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="${id}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${numbered.map(({ id, file }) => `<Relationship Id="${id}" Type="${OFFICE}/worksheet" Target="worksheets/${file}"/>`).join('')}<Relationship Id="${stylesId}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': STYLES,
  };
  for (const sheet of numbered) files[`xl/worksheets/${sheet.file}`] = sheetXml(sheet);
  const bytes = Object.entries(files).map(([name, text]) => [name, strToU8(HEAD + text)] as const);
  return new Uint8Array(zipSync(Object.fromEntries(bytes)));
}

/** Style 1 is text, style 2 a title. `quotePrefix` keeps a cell text also when somebody edits it. */
const STYLES = `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

function sheetXml({ rows, choices = [] }: WrittenSheet): string {
  const width = Math.max(1, ...rows.map(({ length }) => length));
  const lists = choices.map(
    ({ column, from }) =>
      `<dataValidation type="list" allowBlank="1" sqref="${columnLetters(column)}2:${columnLetters(column)}${LAST_ROW}"><formula1>'${escaped(from.sheet)}'!$${columnLetters(from.column)}$2:$${columnLetters(from.column)}$${from.count + 1}</formula1></dataValidation>`,
  );
  const validations =
    lists.length > 0 && `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`;
  return `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${width}" width="24" style="1" customWidth="1"/></cols><sheetData>${rows.map(rowXml).join('')}</sheetData>${validations || ''}</worksheet>`;
}

function rowXml(cells: readonly string[], index: number): string {
  const style = index === 0 ? 2 : 1;
  const written = cells.map((text, column) =>
    text === ''
      ? ''
      : `<c r="${columnLetters(column)}${index + 1}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${stored(text)}</t></is></c>`,
  );
  return `<row r="${index + 1}">${written.join('')}</row>`;
}

/** A text that begins with an apostrophe gets another, or the reader would take it for an escape. */
const stored = (text: string): string => escaped(text.startsWith("'") ? escapeFormula(text) : text);

const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML has no sign for most control characters, and takes a CR for the end of a line: both are written as Excel does. */
function escaped(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>"]/g, (sign) => NAMED[sign] ?? sign)
    .replace(/[^\t\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, codeOf);
}

const codeOf = (sign: string): string => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
