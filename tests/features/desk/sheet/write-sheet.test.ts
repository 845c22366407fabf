import { describe, expect, test } from 'vitest';
import { escapeFormula, unescapeFormula } from '#features/desk/sheet/escape-formula.ts';
import { cellKey, type SheetChoices } from '#features/desk/sheet/judge-sheet.ts';
import { readSheet } from '#features/desk/sheet/read-sheet.ts';
import { allowedOptions, matchColumns, type SheetContext, sheetColumns } from '#features/desk/sheet/sheet-columns.ts';
import { SHEET_FORMATS } from '#features/desk/sheet/sheet-format.ts';
import { writeCsv, writeSheet, writeTemplate } from '#features/desk/sheet/write-sheet.ts';
import { writeXlsx } from '#features/desk/sheet/write-xlsx.ts';

const CONTEXT: SheetContext = {
  variant: 'agent',
  today: { earliest: '2026-06-15', latest: '2026-06-15' },
  lists: { intakes: [{ value: '2027-01-13', label: '13 January 2027' }] },
  agents: [],
};
const WAYS = {
  csv: (rows: string[][]) => writeCsv(rows),
  xlsx: (rows: string[][]) => writeXlsx([{ name: 'Students & "more"', rows }]),
};
const textsOf = (bytes: Uint8Array) => readSheet(bytes).rows.map(({ cells }) => cells.map((cell) => cell?.text ?? ''));

describe.each(SHEET_FORMATS)('a text written to %s', (format) => {
  test.each([
    '=1+1',
    '+61 412 345 678',
    '-5',
    '@@',
    '\tx',
    ' =1+1',
    '＝1+1',
    '＠x',
    '\rx',
    "'=1+1",
    "''@x",
    "'quoted'",
    '=HYPERLINK("https://x.example","y")',
    'a, "b"; c',
    'two\nlines',
    '<b>&amp;</b>',
    '_x0041_',
    '00123',
    '6.14E+10',
    '2001-05-17',
    'Nguyễn 李 😀',
  ])('is read back as it was: %j', (text) => {
    expect(
      textsOf(
        WAYS[format]([
          ['First name', 'Remarks'],
          ['Wei', text],
        ]),
      ),
    ).toEqual([['Wei', text]]);
  });
});

test.each(['=1', '+1', '-1', '@a', '\ta', '\ra', '\n=1', ' =1', '＝1', '＋1', '－1', '＠a', "'=1"])(
  '%j is no formula in a CSV file, and comes back',
  (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`);
    expect(unescapeFormula(escapeFormula(text))).toBe(text);
  },
);

test('a cell of a workbook is text in the format of text, so that a spreadsheet neither runs nor changes it', async () => {
  const { strFromU8, unzipSync } = await import('fflate');
  const files = unzipSync(writeXlsx([{ name: 'A', rows: [['T'], ['=1+1']] }]));
  expect(strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).toContain(
    '<c r="A2" s="1" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>',
  );
  expect(strFromU8(files['xl/styles.xml'] ?? new Uint8Array())).toContain(
    'numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"',
  );
});

describe('the template', () => {
  test.each(SHEET_FORMATS)('as %s has a column for each question, and no student', (format) => {
    const template = writeTemplate(CONTEXT, format);
    expect(() => readSheet(template)).toThrow('no student below the titles');
  });

  test('as CSV says below each title what may be written', () => {
    const [titles, allowed] = new TextDecoder().decode(writeTemplate(CONTEXT, 'csv')).split('\r\n');
    expect(titles).toContain('Highest completed school level');
    expect(allowed).toContain('02 - Did not go to school | 08 - Year 8 or below');
    expect(allowed).toContain('# Mr | Mrs | Miss | Ms | Dr | Rev | Hon | Not Specified');
    expect(allowed).toContain('2027-01-13 - 13 January 2027');
  });

  test('as a workbook offers the allowed values of each choice in its cells, as they are read back', async () => {
    const { strFromU8, unzipSync } = await import('fflate');
    const files = unzipSync(writeTemplate(CONTEXT, 'xlsx'));
    const [students = '', allowed = ''] = ['sheet1', 'sheet2'].map((name) =>
      strFromU8(files[`xl/worksheets/${name}.xml`] ?? new Uint8Array()),
    );
    const chosen = sheetColumns().filter(({ field }) => (allowedOptions(field, CONTEXT) ?? []).length > 0);
    expect(students.match(/<dataValidation /g)).toHaveLength(chosen.length);
    expect(students).toContain(`<formula1>'Allowed values'!$B$2:$B$9</formula1>`);
    expect(allowed).toContain('02 - Did not go to school');
  });
});

describe('a sheet that was corrected', () => {
  const source =
    "First name,Remarks,Date of birth,Passport number\r\nW,keep me,03/04/2001,00123\r\nAna,'=x,2001-05-17,B2";
  const table = readSheet(new TextEncoder().encode(source));
  const choices: SheetChoices = {
    matches: matchColumns(table.titles),
    dates: { dateOfBirth: { order: 'day-first' } },
    values: {},
    corrections: { [cellKey(2, 'firstName')]: 'Wei', [cellKey(3, 'birthplace')]: 'Ha Noi' },
    starting: {},
    known: [],
  };

  test.each(SHEET_FORMATS)(
    'is written as %s with its own columns, the corrections in place, and dates that need no question',
    (format) => {
      const again = readSheet(writeSheet(table, choices, CONTEXT, format));
      expect(again.titles).toEqual(['First name', 'Remarks', 'Date of birth', 'Passport number', 'Birthplace']);
      expect(again.rows.map(({ cells }) => cells.map((cell) => cell?.text))).toEqual([
        ['Wei', 'keep me', '2001-04-03', '00123'],
        ['Ana', '=x', '2001-05-17', 'B2', 'Ha Noi'],
      ]);
    },
  );
});
