import { readFileSync } from 'node:fs';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { asTyped, withZeros } from '#features/desk/sheet/numbers.ts';
import { readSheet } from '#features/desk/sheet/read-sheet.ts';
import { dateOfSerial, isDateFormat } from '#features/desk/sheet/serial-dates.ts';
import { EncodingUnknown } from '#features/desk/sheet/text-of.ts';

/** An archive of a program that writes it in one go: sizes stand behind each part, without a signature, and at the end. */
function withSizesAtTheEnd(archive: Uint8Array): Uint8Array {
  const bytes = Buffer.from(archive);
  const end = bytes.length - 22;
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let entry = bytes.readUInt32LE(end + 16);
  let at = 0;
  while (entry < end) {
    const next = entry + 46 + bytes.readUInt16LE(entry + 28) + bytes.readUInt16LE(entry + 30);
    const head = bytes.readUInt32LE(entry + 42);
    const content = head + 30 + bytes.readUInt16LE(head + 26) + bytes.readUInt16LE(head + 28);
    const part = Buffer.from(bytes.subarray(head, content + bytes.readUInt32LE(entry + 20)));
    part.writeUInt16LE(8, 6);
    part.fill(0, 14, 26);
    const central = Buffer.from(bytes.subarray(entry, next));
    central.writeUInt32LE(at, 42);
    entries.push(central);
    parts.push(part, bytes.subarray(entry + 16, entry + 28));
    at += part.length + 12;
    entry = next;
  }
  const last = Buffer.from(bytes.subarray(end));
  last.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...parts, ...entries, last]));
}

const fixture = (name: string) => new Uint8Array(readFileSync(`tests/fixtures/sheets/${name}`));
const csv = (text: string) => new TextEncoder().encode(text);
const text = (written: string) => ({ kind: 'text', text: written });
const number = (written: string) => ({ kind: 'number', text: written });
const date = (written: string) => ({ kind: 'date', text: written });
const TITLES =
  'First name|Family name|Date of birth|Passport number|Postcode|Mobile phone number|Title|Highest completed school level|Passport expiry date|Remarks';

describe('a workbook of another program', () => {
  test('of LibreOffice is read with what its cells show: dates as days, zeros in front, the value of a formula', () => {
    const table = readSheet(fixture('libreoffice-7.4.xlsx'));

    expect(table).toMatchObject({
      name: 'Students',
      sheets: ['Students', 'Notes'],
      epoch: 1900,
      titles: TITLES.split('|'),
    });
    expect(table.rows.map((row) => row.number)).toEqual([2, 3, 5, 6]);
    expect(table.rows[0]?.cells).toEqual([
      text('Wei'),
      text('Chen'),
      date('2001-05-17'),
      text('E12345678'),
      number('0200'),
      number('61412345678'),
      text('mr'),
      number('2'),
      date('2031-02-28'),
      number('2'),
    ]);
    expect(table.rows[1]?.cells.slice(2, 6)).toEqual([
      text('2002-12-03'),
      text('00123'),
      text('0800'),
      text('+61 412 345 678'),
    ]);
  });

  test('that counts its days from 1904 has the same dates', () => {
    const table = readSheet(fixture('openpyxl-1904.xlsx'));

    expect(table.epoch).toBe(1904);
    expect(table.rows[0]?.cells[2]).toEqual(date('2001-05-17'));
    expect(table.rows[3]?.cells[3]).toEqual(date('2026-01-02'));
  });

  test('has a fault where a formula was never worked out, and where a number is longer than a spreadsheet keeps', () => {
    const rows = readSheet(fixture('openpyxl-1904.xlsx')).rows;

    expect(rows[0]?.cells[9]).toMatchObject({ kind: 'broken', why: expect.stringContaining('no value') });
    expect(rows[2]?.cells[5]).toMatchObject({ kind: 'broken', why: expect.stringContaining('only 15 digits') });
  });
});

describe('a CSV file', () => {
  test('of LibreOffice is read with its semicolons, quotes and zeros in front', () => {
    const table = readSheet(fixture('libreoffice-7.4.csv'));

    expect(table).toMatchObject({ epoch: undefined, titles: TITLES.split('|') });
    expect(table.rows[0]?.cells[4]).toEqual(text('0200'));
    expect(table.rows[2]?.cells[9]).toEqual(text('a; "b"'));
    expect(table.rows[2]?.number).toBe(5);
  });

  test.each([
    ['UTF-8 with a mark', csv('\ufeffFirst name\nJosé')],
    ['UTF-16', new Uint8Array([0xff, 0xfe, ...Buffer.from('First name\nJosé', 'utf16le')])],
  ])('is read in %s', (_name, bytes) => {
    expect(readSheet(bytes)).toMatchObject({ titles: ['First name'], rows: [{ cells: [text('José')] }] });
  });
});

describe('the titles', () => {
  test.each([
    ['a remark and a blank line', 'Students of July\n\nSurname,Given name,Passport No.\nChen,Wei,E1', 3],
    ['two rows of groups', 'Student,,Passport\nas printed,,in digits\nSurname,Given name,Passport No.\nChen,Wei,E1', 3],
    ['the line with which Excel names the delimiter', 'sep=;\nSurname;Given name;Passport No.\nChen;Wei;E1', 2],
    ['nothing', 'Surname\tGiven name\tPassport No.\nChen\tWei\tE1', 1],
    ['bars', 'Surname|Given name|Passport No.\nChen|Wei|E1', 1],
    ['decimal commas', 'Surname;Overall score\nChen;6,5', 1],
  ])('are found below %s', (_above, written, titleRow) => {
    const table = readSheet(csv(written));

    expect(table.titleRow).toBe(titleRow);
    expect(table.titles[0]).toBe('Surname');
    expect(table.rows.map(({ number, cells }) => [number, cells[0]?.text])).toEqual([[titleRow + 1, 'Chen']]);
  });

  test('are the first row where no row has two that are known', () => {
    expect(readSheet(csv('Vorname,Nachname\nWei,City')).titles).toEqual(['Vorname', 'Nachname']);
  });
});

describe('a CSV file that would be read wrongly is not read', () => {
  test.each([
    ['is not closed', 'Surname,Given name,Email\nRai,Ram,"ram@x.example\nChen,Wei,w@x.example\nRoy,Jo,j@x.example'],
    ['is closed by one of another cell', 'Surname,Given name,Email\nRai,"Ram,r@x.example\nChen,Wei 12",w@x.example\n'],
    ['is followed by more', 'Surname,Given name,Email\nRai,"Ram,r@x.example\nChen,"Wei",w@x.example\n'],
  ])('where a quotation mark %s, since students would vanish in its cell', (_how, written) => {
    expect(() => readSheet(csv(written))).toThrow(/^Row 2 has a quotation mark/);
  });

  test('but a cell may have several lines', () => {
    const table = readSheet(csv('Surname,Street name,City\nRai,"Lake Rd,\nWard 5",Pokhara\nChen,B St,Wuhan'));
    expect(table.rows.map(({ cells }) => cells[1]?.text)).toEqual(['Lake Rd,\nWard 5', 'B St']);
  });

  test.each([
    ['windows-1250', [0x57, 0x69, 0x9c, 0x6e, 0x69, 0x65, 0x77, 0x73, 0x6b, 0x61], 'Wiśniewska'],
    ['windows-1254', [0xde, 0x75, 0x6c, 0x65], 'Şule'],
    ['windows-1258', [0x4e, 0x67, 0x75, 0x79, 0xea, 0xde, 0x6e], 'Nguyễn'],
    ['windows-1251', [0xc1, 0xe0, 0xf2], 'Бат'],
    ['windows-1253', [0xcd, 0xdf, 0xea, 0xef, 0xf2], 'Νίκος'],
    ['windows-1256', [0xc3, 0xcd, 0xe3, 0xcf], 'أحمد'],
    ['windows-1257', [0xd0, 0x61, 0xf0, 0x61], 'Šaša'],
    ['gb18030', [0xc0, 0xee], '李'],
    ['shift_jis', [0x97, 0xd1], '林'],
    ['windows-1252', [0x4a, 0x6f, 0x73, 0xe9], 'José'],
  ])(
    'in %s before a person has chosen it; its words are shown as each encoding has them',
    (encoding, letters, name) => {
      const bytes = new Uint8Array([...csv('Surname,Email\n'), ...letters, ...csv(',a@x.example')]);
      let asked: unknown;
      try {
        readSheet(bytes);
      } catch (failure) {
        asked = failure;
      }

      expect(asked).toBeInstanceOf(EncodingUnknown);
      expect((asked as EncodingUnknown).choices).toContainEqual(expect.objectContaining({ encoding, example: name }));
      expect(readSheet(bytes, { encoding }).rows[0]?.cells[0]).toEqual(text(name));
    },
  );

  test('a CSV file with columns as SYLK begins is read', () => {
    expect(readSheet(csv('ID;Passport No.;Surname\n1;P1;E\n2;P2;Rai')).rows).toHaveLength(2);
  });

  test('UTF-16 without a mark is read', () => {
    const bytes = new Uint8Array(Buffer.from('Surname,Given name\nNguyễn,Wei', 'utf16le'));
    expect(readSheet(bytes).rows[0]?.cells[0]).toEqual(text('Nguyễn'));
  });

  test.each([
    ['<html><table><tr><td>Surname</td></tr></table></html>', 'web page'],
    ['<!-- a report --><table><tr><td>Surname</td></tr></table>', 'web page'],
    ['<div><table><tr><td>Surname</td></tr></table></div>', 'web page'],
    ['<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>', 'web page'],
    ['MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n\r\n<html/>', 'web page'],
    ['<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>', 'old Excel file'],
    ['%PDF-1.7', 'cannot read this file as a spreadsheet'],
    ['ID;PWXL;N;E\r\nP;PGeneral\r\nC;Y1;X1;K"Surname"\r\nE\r\n', 'cannot read this file as a spreadsheet'],
    ['[{"Surname": "Rai", "Email": "ram@x.example"}]', 'cannot read this file as a spreadsheet'],
    ['{"students": [["Surname", "Email"], ["Rai", "ram@x.example"]]}', 'cannot read this file as a spreadsheet'],
  ])('where it is something else under its name: %s', (written, words) => {
    expect(() => readSheet(csv(written))).toThrow(words);
  });
});

describe('a workbook as other programs write it', () => {
  const cell = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const row = (values: readonly string[], hidden = '') => `<row ${hidden}>${values.map(cell).join('')}</row>`;
  const STUDENTS = row(['Surname', 'Given name']) + row(['Chen', 'Wei']);
  interface Part {
    readonly name: string;
    readonly rows: string;
    readonly type?: string;
    readonly state?: string;
  }
  const workbookOf = (sheets: readonly Part[], rename = (path: string) => path) => {
    const files: Record<string, string> = {
      'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${sheets.map(({ name, state = 'visible' }, at) => `<sheet name="${name}" state="${state}" r:id="r${at}"/>`).join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<R>${sheets.map(({ type = 'worksheet' }, at) => `<Relationship Id="r${at}" Type="o/${type}" Target="worksheets/s${at}.xml"/>`).join('')}</R>`,
    };
    for (const [at, { rows }] of sheets.entries())
      files[`xl/worksheets/s${at}.xml`] = `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
    return zipSync(Object.fromEntries(Object.entries(files).map(([path, xml]) => [rename(path), strToU8(xml)])));
  };

  test.each([
    ['a chart', [{ name: 'Chart', rows: '', type: 'chartsheet' }]],
    ['a cover', [{ name: 'Cover', rows: row(['Students of 2026']) }]],
    ['an empty sheet', [{ name: 'Empty', rows: '' }]],
    ['a hidden sheet', [{ name: 'Old', rows: STUDENTS, state: 'hidden' }]],
  ])('is read where %s is its first sheet', (_what, before) => {
    expect(readSheet(workbookOf([...before, { name: 'Students', rows: STUDENTS }]))).toMatchObject({
      name: 'Students',
      rows: [{ cells: [text('Chen'), text('Wei')] }],
    });
  });

  test('is read at the sheet that the agent chooses', () => {
    const bytes = workbookOf(['May', 'June'].map((name) => ({ name, rows: STUDENTS.replace('Chen', name) })));
    expect(readSheet(bytes)).toMatchObject({ name: 'May', sheets: ['May', 'June'] });
    expect(readSheet(bytes, { sheet: 'June' })).toMatchObject({
      name: 'June',
      rows: [{ cells: [text('June'), text('Wei')] }],
    });
  });

  test.each([
    ['backslashes', (path: string) => path.replaceAll('/', '\\')],
    ['other capitals', (path: string) => path.replace('workbook', 'Workbook')],
  ])('is read with %s in the names of its parts', (_what, rename) => {
    expect(readSheet(workbookOf([{ name: 'Students', rows: STUDENTS }], rename)).rows).toHaveLength(1);
  });

  test('has its texts and its main part where its relations say', () => {
    const files = {
      '_rels/.rels': '<R><Relationship Id="a" Type="o/officeDocument" Target="/data/book.xml"/></R>',
      'data/book.xml': '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="s"/></sheets></workbook>',
      'data/_rels/book.xml.rels':
        '<R><Relationship Id="s" Type="o/worksheet" Target="sheets/one.xml"/><Relationship Id="t" Type="o/sharedStrings" Target="SharedStrings.xml"/></R>',
      'data/sheets/one.xml':
        '<worksheet><sheetData><row><c t="s"><v>0</v></c></row><row><c t="s"><v>1</v></c></row></sheetData></worksheet>',
      'data/SharedStrings.xml': '<sst><si><t>Surname</t></si><si><t>&#134071;&amp;&#x4e00;</t></si></sst>',
    };
    const bytes = zipSync(Object.fromEntries(Object.entries(files).map(([path, xml]) => [path, strToU8(xml)])));
    expect(readSheet(bytes)).toMatchObject({ titles: ['Surname'], rows: [{ cells: [text('𠮷&一')] }] });
  });

  test('is read where only its end says how long its parts are', () => {
    const bytes = withSizesAtTheEnd(workbookOf([{ name: 'Students', rows: STUDENTS }]));
    expect(readSheet(bytes).rows).toMatchObject([{ cells: [text('Chen'), text('Wei')] }]);
  });

  test('is read where its parts are in UTF-16', () => {
    const wide = (xml: string) => new Uint8Array(Buffer.from(`\ufeff${xml}`, 'utf16le'));
    const files = unzipSync(workbookOf([{ name: 'Students', rows: STUDENTS }]));
    files['xl/worksheets/s0.xml'] = wide(`<worksheet><sheetData>${STUDENTS}</sheetData></worksheet>`);
    expect(readSheet(zipSync(files)).rows).toMatchObject([{ cells: [text('Chen'), text('Wei')] }]);
  });

  test('has a text once if a cell has it twice', () => {
    const twice = '<row><c t="inlineStr"><v>1.0</v><is><t>1.</t></is></c></row>';
    expect(readSheet(workbookOf([{ name: 'A', rows: STUDENTS + twice }])).rows[1]?.cells).toEqual([text('1.')]);
  });

  test('tells which rows it does not show', () => {
    const rows = STUDENTS + row(['Roy', 'Jo'], 'hidden="1"');
    expect(readSheet(workbookOf([{ name: 'A', rows }])).rows.map(({ isHidden }) => isHidden)).toEqual([false, true]);
  });

  test('has no students in rows with a tick box alone, empty or ticked, a number of the row or nothing of a formula', () => {
    const empty = [
      '<row><c/><c/><c t="b"><v>0</v></c></row>',
      '<row><c/><c/><c t="b"><v>1</v></c></row>',
      '<row><c><v>4</v></c></row>',
      '<row><c><f>A1</f><v>0</v></c><c t="str"><f>B1</f><v></v></c></row>',
    ];
    const rows = STUDENTS + empty.join('').repeat(400);
    expect(readSheet(workbookOf([{ name: 'A', rows }])).rows).toHaveLength(1);
  });
});

describe('an OpenDocument spreadsheet', () => {
  const TYPE = 'application/vnd.oasis.opendocument.spreadsheet';
  const odsOf = (tables: string, styles = '') =>
    zipSync({
      mimetype: [strToU8(TYPE), { level: 0 }],
      'content.xml': strToU8(
        `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
      ),
    });
  const cell = (shown: string, attributes = 'office:value-type="string"') =>
    `<table:table-cell ${attributes}><text:p>${shown}</text:p></table:table-cell>`;
  const row = (cells: string, attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`;
  const table = (name: string, rows: string, style = 'ta1') =>
    `<table:table table:name="${name}" table:style-name="${style}">${rows}</table:table>`;
  const TITLE_ROW = row(['Surname', 'Given name', 'Date of birth', 'Postcode'].map((title) => cell(title)).join(''));
  const END = row('<table:table-cell table:number-columns-repeated="16384"/>', 'table:number-rows-repeated="1048000"');

  test('is read with what its cells show: days, zeros in front, formulas, and texts without their notes', () => {
    const wei = [
      cell('Chen<office:annotation><text:p>ask her</text:p></office:annotation>'),
      cell('Wei<text:tab/>Li'),
      cell('17.05.01', 'office:value-type="date" office:date-value="2001-05-17T00:00:00"'),
      cell('0200', 'office:value-type="float" office:value="200"'),
      cell('61 412 345 678', 'office:value-type="float" office:value="6.1412345678E10"'),
      cell('TRUE', 'office:value-type="boolean" office:boolean-value="true"'),
    ];
    const broken = [
      cell('#DIV/0!', 'office:value-type="string" calcext:value-type="error"'),
      '<table:table-cell table:formula="of:=A1"/>',
    ];

    const read = readSheet(odsOf(table('Students', TITLE_ROW + row(wei.join('')) + row(broken.join('')) + END)));

    expect(read).toMatchObject({ name: 'Students', sheets: ['Students'], titleRow: 1 });
    expect(read.rows.map(({ number }) => number)).toEqual([2, 3]);
    expect(read.rows[0]?.cells).toEqual([
      text('Chen'),
      text('Wei Li'),
      date('2001-05-17'),
      number('0200'),
      number('61412345678'),
      text('TRUE'),
    ]);
    expect(read.rows[1]?.cells.map((one) => one?.kind)).toEqual(['broken', 'broken']);
  });

  test('repeats cells and rows as it says, and tells which rows it does not show', () => {
    const repeated = cell('Rai', 'office:value-type="string" table:number-columns-repeated="2"');
    const rows = [
      row('<table:table-cell/>', 'table:number-rows-repeated="3"'),
      row(repeated, 'table:number-rows-repeated="2"'),
      row(`<table:covered-table-cell/>${cell('Roy')}`, 'table:visibility="filter"'),
      row(cell('Ito'), 'table:visibility="collapse"'),
    ];

    const read = readSheet(odsOf(table('Students', TITLE_ROW + rows.join('') + END)));

    expect(read.rows.map(({ number, cells, isHidden }) => [number, cells.map((one) => one?.text), isHidden])).toEqual([
      [5, ['Rai', 'Rai'], false],
      [6, ['Rai', 'Rai'], false],
      [7, [undefined, 'Roy'], true],
      [8, ['Ito'], true],
    ]);
  });

  test('is read at its first sheet with students, and at the sheet that the agent chooses', () => {
    const hidden =
      '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>';
    const sheets = [
      table('Old', TITLE_ROW + row(cell('Old')), 'ta2'),
      table('Allowed values', row(cell('Agent'), 'table:number-rows-repeated="3000"')),
      table('May', TITLE_ROW + row(cell('Mei'))),
      table('June', TITLE_ROW + row(cell('Jun'))),
    ];
    const bytes = odsOf(sheets.slice(0, 1).concat(sheets.slice(2)).join(''), hidden);

    expect(readSheet(bytes)).toMatchObject({ name: 'May', sheets: ['May', 'June'] });
    expect(readSheet(bytes, { sheet: 'June' }).rows[0]?.cells).toEqual([text('Jun')]);
    // A long list beside the students does not matter.
    expect(readSheet(odsOf(sheets.toReversed().join(''), hidden)).name).toBe('June');
    expect(() => readSheet(odsOf(sheets[1] ?? ''))).toThrow('more than 500 students');
  });

  test('is refused where it has more than 300 columns, or a password', () => {
    const wide = cell('a', 'office:value-type="string" table:number-columns-repeated="16384"');
    expect(() => readSheet(odsOf(table('Wide', row(wide))))).toThrow('more than 300 columns');
    const locked = zipSync({ mimetype: [strToU8(TYPE), { level: 0 }], 'content.xml': new Uint8Array([7, 1, 200, 3]) });
    expect(() => readSheet(locked)).toThrow('without a password');
  });
});

describe('refused before it fills the memory is', () => {
  const workbook = (sheet: string) =>
    zipSync({
      'xl/workbook.xml': strToU8('<workbook xmlns:r="r"><sheets><sheet name="A" r:id="a"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': strToU8('<R><Relationship Id="a" Target="worksheets/s.xml"/></R>'),
      'xl/worksheets/s.xml': strToU8(sheet),
    });

  test('a file that unpacks to more than 64 MB', () => {
    const bomb = workbook(`<worksheet><sheetData>${' '.repeat(65 * 1024 * 1024)}`);
    expect(bomb.length).toBeLessThan(100_000);
    expect(() => readSheet(bomb)).toThrow('far more than a list of students');
  });

  test('a sheet of more than 500 students, in either format', () => {
    const row = '<row><c t="inlineStr"><is><t>Wei</t></is></c></row>';
    expect(() => readSheet(workbook(`<worksheet><sheetData>${row.repeat(502)}</sheetData></worksheet>`))).toThrow(
      'more than 500 students',
    );
    expect(readSheet(workbook(`<worksheet><sheetData>${row.repeat(501)}</sheetData></worksheet>`)).rows).toHaveLength(
      500,
    );
    expect(() => readSheet(csv('Name\n'.repeat(1_000_000)))).toThrow('more than 500 students');
  });

  test.each([
    ['a file of more than 10 MB', new Uint8Array(10 * 1024 * 1024 + 1), 'larger than 10 MB'],
    ['what is no spreadsheet', new Uint8Array([1, 0, 2, 0]), 'cannot read this file as a spreadsheet'],
    ['an archive without a workbook', zipSync({ 'a.txt': strToU8('a') }), 'cannot read this file as a spreadsheet'],
    [
      'a workbook in the binary format',
      zipSync({ 'xl/workbook.bin': new Uint8Array([131, 1, 0]) }),
      'cannot read this file as a spreadsheet',
    ],
    [
      'a workbook that was cut off',
      fixture('libreoffice-7.4.xlsx').subarray(0, 3000),
      'cannot read this file as a spreadsheet',
    ],
    ['an empty file', csv(''), 'This sheet is empty'],
    ['a sheet with titles only', csv('First name,Family name\n'), 'no student below the titles'],
  ])('%s', (_what, bytes, words) => {
    expect(() => readSheet(bytes)).toThrow(words);
  });

  test.each([
    [
      'an old or encrypted Excel file',
      new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]),
      'This is an old Excel file, or one with a password.',
    ],
    [
      'a web page named .xls',
      csv('<html><table></table></html>'),
      'This file is a web page under the name of a spreadsheet.',
    ],
    ['what is no spreadsheet', csv('%PDF-1.7'), 'We cannot read this file as a spreadsheet.'],
  ])('%s, with how each program saves one that can be read', (_what, bytes, reason) => {
    expect(() => readSheet(bytes)).toThrow(
      `${reason} In Excel or LibreOffice, choose “Save as” and the type .xlsx, without a password. In Google Sheets, choose File, Download, Microsoft Excel. In Numbers, choose File, Export To, Excel. Then choose that file here.`,
    );
  });
});

describe('a day that a spreadsheet counts', () => {
  test.each([
    ['1', 1900, '1900-01-01'],
    ['59', 1900, '1900-02-28'],
    // Excel counts a 29 February 1900, which was none.
    ['60', 1900, undefined],
    ['61', 1900, '1900-03-01'],
    ['37028', 1900, '2001-05-17'],
    ['37028.75', 1900, '2001-05-17'],
    ['35566', 1904, '2001-05-17'],
    ['0', 1904, '1904-01-01'],
    ['0', 1900, undefined],
    ['99999999', 1900, undefined],
  ] as const)('%s from %i is %s', (serial, epoch, expected) => {
    expect(dateOfSerial(serial, epoch)).toBe(expected);
  });

  test.each([
    [14, undefined, true],
    [2, undefined, false],
    [164, 'dd/mm/yyyy', true],
    [164, '[$-409]d-mmm-yy;@', true],
    [164, '0000', false],
    [164, '"day" 0', false],
    [164, 'h:mm', false],
    [164, 'General', false],
    [164, 'Standard', false],
    [164, '[h]:mm', false],
  ])('is one where the format is %i %s: %s', (id, code, expected) => {
    expect(isDateFormat(id, code)).toBe(expected);
  });
});

describe('a number', () => {
  test.each([
    ['412345678', '0000\\ 000\\ 000', '0412345678'],
    ['412345678', '0000" "000" "000', '0412345678'],
    ['200', '0000', '0200'],
    ['7.5', '0.00', '7.5'],
    ['200', '#,##0', '200'],
  ])('%s with the format %s is %s', (stored, format, shown) => {
    expect(withZeros(stored, format)).toBe(shown);
  });

  test.each([
    ['7.0999999999999996', '7.1'],
    ['6.5', '6.5'],
    ['61412345678', '61412345678'],
  ])('stored as %s was typed as %s', (stored, typed) => {
    expect(asTyped(stored)).toBe(typed);
  });
});
