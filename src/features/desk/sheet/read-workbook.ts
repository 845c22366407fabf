import { type XmlEvents, xmlReader } from './read-xml.ts';
import { isDateFormat } from './serial-dates.ts';
import type { Epoch } from './sheet-table.ts';
import { unpack } from './unpack.ts';

const WORKBOOK = 'xl/workbook.xml';
const PARTS = [WORKBOOK, 'xl/_rels/workbook.xml.rels', 'xl/styles.xml', 'xl/sharedStrings.xml'] as const;

/** A format of cells: whether its numbers are dates, and its code. */
interface CellFormat {
  readonly isDate: boolean;
  readonly code: string;
}

/** What a workbook says beside its sheets. */
export interface Workbook {
  readonly epoch: Epoch;
  /** The first sheet that is not hidden: its name, and its path in the archive. */
  readonly sheet: { readonly name: string; readonly path: string } | undefined;
  readonly others: number;
  /** By the style of a cell. */
  readonly formats: readonly CellFormat[];
  readonly strings: readonly string[];
}

/** Reads all of a workbook but its cells. @throws SheetRefused */
export function readWorkbook(bytes: Uint8Array): Workbook {
  const sheets: { name: string; id: string; isHidden: boolean }[] = [];
  const targets = new Map<string, string>();
  const strings: string[] = [];
  let epoch: Epoch = 1900;
  const styles = styleEvents();
  const events: Record<(typeof PARTS)[number], XmlEvents> = {
    'xl/workbook.xml': {
      open(tag, attributes) {
        const { name = '', id = '', state, date1904 } = attributes();
        if (tag === 'workbookPr' && (date1904 === '1' || date1904 === 'true')) epoch = 1904;
        if (tag === 'sheet') sheets.push({ name, id, isHidden: state === 'hidden' || state === 'veryHidden' });
      },
    },
    'xl/_rels/workbook.xml.rels': {
      open(tag, attributes) {
        const { Id = '', Target = '' } = attributes();
        if (tag === 'Relationship') targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
      },
    },
    'xl/styles.xml': styles.events,
    'xl/sharedStrings.xml': stringEvents(strings),
  };
  const readers = Object.fromEntries(PARTS.map((part) => [part, xmlReader(events[part])]));
  const met = new Set<string>();
  unpack(bytes, (name) => {
    const reader = readers[name];
    if (reader === undefined) return undefined;
    met.add(name);
    return reader.write;
  });
  for (const name of met) readers[name]?.end();
  const sheet = sheets.find(({ isHidden }) => !isHidden);
  const path = targets.get(sheet?.id ?? '');
  return {
    epoch,
    sheet: sheet && path !== undefined ? { name: sheet.name, path } : undefined,
    others: Math.max(0, sheets.filter(({ isHidden }) => !isHidden).length - 1),
    formats: styles.formats(),
    strings,
  };
}

function styleEvents() {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let isOfCells = false;
  const events: XmlEvents = {
    open(tag, attributes) {
      const { numFmtId, formatCode = '' } = attributes();
      if (tag === 'cellXfs') isOfCells = true;
      if (tag === 'numFmt') codes.set(Number(numFmtId), formatCode);
      if (tag === 'xf' && isOfCells) ids.push(Number(numFmtId ?? 0));
    },
    close(tag) {
      if (tag === 'cellXfs') isOfCells = false;
    },
  };
  const formats = () => ids.map((id) => ({ isDate: isDateFormat(id, codes.get(id)), code: codes.get(id) ?? '' }));
  return { events, formats };
}

/** The texts that cells share; what says how to pronounce them (`rPh`) is none of their words. */
function stringEvents(strings: string[]): XmlEvents {
  let text = '';
  let isText = false;
  let isPhonetic = false;
  return {
    open(tag) {
      if (tag === 'si') text = '';
      if (tag === 't') isText = true;
      if (tag === 'rPh') isPhonetic = true;
    },
    text(part) {
      if (isText && !isPhonetic) text += part;
    },
    close(tag) {
      if (tag === 'si') strings.push(text);
      if (tag === 't') isText = false;
      if (tag === 'rPh') isPhonetic = false;
    },
  };
}
