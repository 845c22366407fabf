import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readSheet } from '#features/desk/sheet/read-sheet.ts';
import { dateOfSerial, isDateFormat } from '#features/desk/sheet/serial-dates.ts';

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

    expect(table).toMatchObject({ name: 'Students', others: 1, epoch: 1900, titles: TITLES.split('|') });
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
    ['Windows-1252', new Uint8Array(Buffer.from('First name\nJosé', 'latin1'))],
  ])('is read in %s', (_name, bytes) => {
    expect(readSheet(bytes)).toMatchObject({ titles: ['First name'], rows: [{ cells: [text('José')] }] });
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
    [
      'an old or encrypted Excel file',
      new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]),
      'old Excel file, or one with a password',
    ],
    ['what is no spreadsheet', new Uint8Array([1, 0, 2, 0]), 'cannot be read as a spreadsheet'],
    ['an archive without a workbook', zipSync({ 'a.txt': strToU8('a') }), 'cannot be read as a spreadsheet'],
    [
      'a workbook that was cut off',
      fixture('libreoffice-7.4.xlsx').subarray(0, 3000),
      'cannot be read as a spreadsheet',
    ],
    ['an empty file', csv(''), 'This sheet is empty'],
    ['a sheet with titles only', csv('First name,Family name\n'), 'no student below the titles'],
  ])('%s', (_what, bytes, words) => {
    expect(() => readSheet(bytes)).toThrow(words);
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
  ])('is one where the format is %i %s: %s', (id, code, expected) => {
    expect(isDateFormat(id, code)).toBe(expected);
  });
});
