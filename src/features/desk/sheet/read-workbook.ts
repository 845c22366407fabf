import { type XmlEvents, xmlReader } from './read-xml.ts';
import { isDateFormat } from './serial-dates.ts';
import type { Epoch } from './sheet-table.ts';
import { unpack } from './unpack.ts';

/** A format of cells: whether its numbers are dates, and its code. */
interface CellFormat {
  readonly isDate: boolean;
  readonly code: string;
}

/** A sheet that is shown: its name, and its path in the archive. */
export interface WorkbookSheet {
  readonly name: string;
  readonly path: string;
}

/** The parts of a workbook besides its sheets. */
export interface Workbook {
  readonly epoch: Epoch;
  /** Without hidden ones, and without those that hold only a chart. */
  readonly sheets: readonly WorkbookSheet[];
  /** By the style of a cell. */
  readonly formats: readonly CellFormat[];
  readonly strings: readonly string[];
}

interface Relation {
  readonly id: string;
  /** The last word of its type: 'worksheet', 'styles'. */
  readonly type: string;
  readonly path: string;
}

/** Reads all of a workbook except its cells. Relations say where its parts are. @throws SheetRefused */
export function readWorkbook(bytes: Uint8Array): Workbook {
  const path = relationsOf(bytes, '').find(({ type }) => type === 'officedocument')?.path ?? 'xl/workbook.xml';
  const relations = relationsOf(bytes, path);
  const sheets: WorkbookSheet[] = [];
  const strings: string[] = [];
  let epoch: Epoch = 1900;
  const styles = styleEvents();
  const partOf = (wanted: string, usual: string) => relations.find(({ type }) => type === wanted)?.path ?? usual;
  readParts(bytes, {
    [path]: {
      open(tag, attributes) {
        const { name = '', id = '', state, date1904 } = attributes();
        if (tag === 'workbookPr' && (date1904 === '1' || date1904 === 'true')) epoch = 1904;
        const target = relations.find((relation) => relation.id === id);
        const isShown = state !== 'hidden' && state !== 'veryHidden';
        if (tag === 'sheet' && isShown && target && /^(worksheet)?$/.test(target.type))
          sheets.push({ name, path: target.path });
      },
    },
    [partOf('styles', 'xl/styles.xml')]: styles.events,
    [partOf('sharedstrings', 'xl/sharedstrings.xml')]: stringEvents(strings),
  });
  return { epoch, sheets, formats: styles.formats(), strings };
}

/** The relations of a part; those of '' are the archive's. Paths are in lower case, as in `unpack`. */
function relationsOf(bytes: Uint8Array, path: string): readonly Relation[] {
  const cut = path.lastIndexOf('/') + 1;
  const folder = path.slice(0, cut);
  const relations: Relation[] = [];
  readParts(bytes, {
    [`${folder}_rels/${path.slice(cut)}.rels`]: {
      open(tag, attributes) {
        if (tag !== 'Relationship') return;
        const { Id: id = '', Type = '', Target = '' } = attributes();
        const type = Type.slice(Type.lastIndexOf('/') + 1).toLowerCase();
        relations.push({ id, type, path: resolved(folder, Target.toLowerCase()) });
      },
    },
  });
  return relations;
}

/** The path of a target, which is relative to a folder or begins with the archive's own. */
const resolved = (folder: string, target: string): string =>
  new URL(target.replaceAll('\\', '/'), `file:///${folder}`).pathname.slice(1);

/** Reads parts of the archive, those that are there. */
function readParts(bytes: Uint8Array, events: Readonly<Record<string, XmlEvents>>): void {
  const readers = Object.entries(events).map(([path, part]) => ({ path, ...xmlReader(part) }));
  const met = new Set<(typeof readers)[number]>();
  unpack(bytes, (name) => {
    const reader = readers.find(({ path }) => path === name);
    if (reader) met.add(reader);
    return reader?.write;
  });
  for (const { end } of met) end();
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

/** The texts that cells share, without their pronunciation (`rPh`). */
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
