import { expect, test } from 'vitest';
import { matchCells } from '#features/desk/sheet/match-cells.ts';
import { readSheet } from '#features/desk/sheet/read-sheet.ts';
import { matchColumns } from '#features/desk/sheet/sheet-columns.ts';

/** The question of each column of a pasted sheet in 2026. */
function matched(...lines: readonly string[]) {
  const table = readSheet(new TextEncoder().encode(lines.join('\n')));
  return matchCells(table, matchColumns(table.titles), 2026);
}

test('a column with an unknown title is recognized by e-mail addresses, birth dates or genders', () => {
  expect(
    matched(
      'Passport No.\tNgày sinh\t性别\tThư điện tử',
      'P1\t2001-05-17\tMale\ta@x.vn',
      'P2\t3/12/1999\tFemale\tb@x.vn',
    ),
  ).toEqual(['passportNumber', 'dateOfBirth', 'gender', 'email']);
});

test('a column with an unknown title is recognized by passport numbers, of which no two are near each other', () => {
  expect(
    matched('Email\tSố hộ chiếu', 'a@x.vn\tC1234567', 'b@x.vn\tb 9876543', 'c@x.vn\tPA0123456')[1],
  ).toBeUndefined();
  expect(matched('Email\tSố hộ chiếu', 'a@x.vn\tC1234567', 'b@x.vn\tb9876543', 'c@x.vn\tPA0123456')).toEqual([
    'email',
    'passportNumber',
  ]);
  const rows = ['a@x.vn\tST100201\tC1234567', 'b@x.vn\tST100202\tC7654321', 'c@x.vn\tST100305\tE0123456'];
  expect(matched('Email\tKode\tPaspor', ...rows)).toEqual(['email', undefined, 'passportNumber']);
});

test.each([
  ['an address that stands in two rows', ['a@x.vn', 'a@x.vn']],
  ['an address in one row', ['a@x.vn']],
  ['a word among addresses', ['a@x.vn', 'none', 'b@x.vn']],
  ['one letter only', ['M', 'M']],
  ['another word among genders', ['Male', 'Married']],
  ['a date of the last years', ['2001-05-17', '2024-05-17']],
  ['a date of another century', ['2001-05-17', '1921-05-17']],
  ['numbers that may be postcodes', ['36892', '37100']],
  ['no date', ['2001-05-17', 'soon']],
  ['nothing', ['', '']],
])('%s is no sign of a question', (_what, cells) => {
  expect(matched('Passport No.\tKolumne', ...cells.map((cell, row) => `P${row}\t${cell}`))).toEqual([
    'passportNumber',
    undefined,
  ]);
});

test('of two columns that look alike, and where the question has a column, none is chosen', () => {
  expect(matched('Passport No.\tUno\tDos', 'P1\ta@x.vn\tc@x.vn', 'P2\tb@x.vn\td@x.vn')).toEqual([
    'passportNumber',
    undefined,
    undefined,
  ]);
  expect(matched('Email\tUno', 'a@x.vn\tc@x.vn', 'b@x.vn\td@x.vn')).toEqual(['email', undefined]);
});

test("a column of another person's, or after one, is not the student's", () => {
  const rows = ['P1\tAn\ta@x.vn', 'P2\tBo\tb@x.vn'];
  expect(matched('Passport No.\tFather\tThư', ...rows)).toEqual(['passportNumber', undefined, undefined]);
  expect(matched("Passport No.\tLoại\tMother's mail", ...rows)[2]).toBeUndefined();
});
