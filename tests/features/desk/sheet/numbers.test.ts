// @vitest-environment node
import { expect, test } from 'vitest';
import { writtenOut } from '#features/desk/sheet/numbers.ts';
import { withDoubles } from '#features/desk/sheet/sheet-doubles.ts';

// Excel stores a long number in this notation, and shows it in full.
test.each([
  ['6.1412345678E10', '61412345678'],
  ['1.5E-3', '0.0015'],
  ['-2E2', '-200'],
  ['61412345678', '61412345678'],
])('the stored number %s is read as %s', (stored, read) => {
  expect(writtenOut(stored)).toBe(read);
});

test('rows without passport number and name are no doubles of each other', () => {
  const rows = [2, 3].map((row) => ({ row, answers: {} }));
  expect(withDoubles(rows, [])).toEqual(rows);
});
