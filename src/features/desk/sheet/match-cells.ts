import { OF_ANOTHER_PERSON } from './other-words.ts';
import type { ColumnMatches } from './sheet-columns.ts';
import { readDate } from './sheet-dates.ts';
import type { SheetCell, SheetTable } from './sheet-table.ts';

/** Questions whose answers look like those of no other, and whether the cells of one column answer them. */
const RECOGNIZED: Readonly<Record<string, (cells: readonly SheetCell[], table: SheetTable, year: number) => boolean>> =
  {
    email: areEmails,
    gender: areGenders,
    dateOfBirth: areBirthDates,
    passportNumber: arePassports,
  };

/**
 * Gives a question to a column with an unknown title if its cells answer no other one. Columns of other people are left
 * out, and so are two columns that look alike: which of them is the student's, the agent must say.
 *
 * @param matches by the titles, for each column
 * @param year of today
 */
export function matchCells(table: SheetTable, matches: ColumnMatches, year: number): ColumnMatches {
  const firstOther = table.titles.findIndex((title) => OF_ANOTHER_PERSON.test(title));
  const isOpen = (index: number) => matches[index] === undefined && (firstOther < 0 || index < firstOther);
  const found = new Map<number, string>();
  const columns = matches.flatMap((_, index) => {
    const cells = isOpen(index) ? table.rows.flatMap((row) => row.cells[index] ?? []) : [];
    return cells.length < FEWEST ? [] : { index, cells };
  });
  for (const [field, areAnswers] of Object.entries(RECOGNIZED)) {
    const [first, ...others] = columns.filter(({ cells }) => areAnswers(cells, table, year));
    if (first && others.length === 0 && !matches.includes(field)) found.set(first.index, field);
  }
  return matches.map((name, index) => name ?? found.get(index));
}

/** Fewer cells may look alike by chance. */
const FEWEST = 2;

const textsOf = (cells: readonly SheetCell[]): ReadonlySet<string> =>
  new Set(cells.map(({ text }) => text.trim().toLowerCase()));

/** Each student has another address. An agent's is in many rows. */
function areEmails(cells: readonly SheetCell[]): boolean {
  const texts = [...textsOf(cells)];
  return texts.length === cells.length && texts.every((text) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text));
}

/** An agent numbers its students in order. Passport numbers are far from each other. */
function arePassports(cells: readonly SheetCell[]): boolean {
  const texts = [...textsOf(cells)];
  const numbers = texts
    .map((text) => Number(/^[a-z]{1,2}(\d{6,8})$/.exec(text)?.[1]))
    .sort((one, other) => one - other);
  const isApart = (number: number, index: number) => number - (numbers[index - 1] ?? Number.NEGATIVE_INFINITY) > APART;
  return texts.length === cells.length && numbers.every(isApart);
}
const APART = 100;

/** One letter alone may mean married or failed. */
function areGenders(cells: readonly SheetCell[]): boolean {
  const texts = textsOf(cells);
  if (![...texts].every((text) => GENDERS.has(text))) return false;
  return texts.has('male') || texts.has('female') || (texts.has('m') && texts.has('f'));
}
const GENDERS: ReadonlySet<string> = new Set(['male', 'female', 'm', 'f']);

/** Possible ages of an applicant, in years. */
const AGES = { least: 15, most: 80 };

/** Days that are counted are no birth dates: they may be postcodes. */
function areBirthDates(cells: readonly SheetCell[], { epoch }: SheetTable, year: number): boolean {
  const ages = cells.map((cell) => {
    if (cell.kind !== 'date' && /^\d+$/.test(cell.text.trim())) return Number.NaN;
    const read = readDate(cell, { order: 'day-first' }, epoch);
    const readOtherwise = 'date' in read ? read : readDate(cell, { order: 'month-first' }, epoch);
    return 'date' in readOtherwise ? year - Number(readOtherwise.date.slice(0, 4)) : Number.NaN;
  });
  return ages.every((age) => age >= AGES.least && age <= AGES.most);
}
