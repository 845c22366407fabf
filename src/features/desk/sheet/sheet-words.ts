import type { SheetStudent } from './judge-sheet.ts';
import type { SortedStudents } from './sort-students.ts';

/** So many students, in words. */
export const studentsInWords = (count: number): string => (count === 1 ? '1 student' : `${count} students`);

/** So many are named. The others are counted. */
const NAMED = 5;

/** Students by their names, or by their rows. */
export function namesInWords(students: readonly SheetStudent[]): string {
  const names = students.slice(0, NAMED).map(({ row, name }) => name || `row ${row}`);
  const others = students.length - names.length;
  return others > 0 ? `${names.join(', ')} and ${others} more` : names.join(', ');
}

/** Who is still to be added, once others were. */
export const leftInWords = (students: readonly SheetStudent[]): string =>
  students.length === 1
    ? `1 student is not added yet: ${namesInWords(students)}. Correct it, or save it as a file.`
    : `${students.length} students are not added yet: ${namesInWords(students)}. Correct them, or save them as a file.`;

/** What was found in a sheet, in one sentence. */
export function countsInWords({ inOrder, faulty, doubles, blank }: SortedStudents, made: number): string {
  const parts = [`${inOrder.length} ready`, `${faulty.length} ${faulty.length === 1 ? 'needs' : 'need'} a correction`];
  if (doubles.length > 0) parts.push(`${doubles.length} already here or twice`);
  if (blank.length > 0) parts.push(`${blank.length} empty`);
  if (made > 0) parts.push(`${made} added`);
  return parts.join(', ');
}

/** Of how many students the review would ask something, in one sentence. */
export const toCheckInWords = (students: readonly SheetStudent[]): string => {
  const count = students.filter(({ toCheck }) => toCheck.length > 0).length;
  return count === 0 ? '' : `${studentsInWords(count)} to check before you send`;
};

const SHOWN_ROWS = 10;

/** Which rows a spreadsheet does not show, in words. */
export function hiddenInWords(rows: readonly number[]): string {
  const more = rows.length - SHOWN_ROWS;
  const named = `${rows.slice(0, SHOWN_ROWS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return rows.length === 1
    ? `Your spreadsheet hides row ${named}. We do not add it.`
    : `Your spreadsheet hides rows ${named}. We do not add them.`;
}
