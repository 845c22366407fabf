import type { SortedStudents } from './sort-students.ts';

/** So many students, in words. */
export const studentsInWords = (count: number): string => (count === 1 ? 'one student' : `${count} students`);
/** So many drafts, in words. */
export const draftsInWords = (count: number): string => (count === 1 ? 'one draft' : `${count} drafts`);

/** What was found in a sheet, in one sentence. */
export function countsInWords({ inOrder, faulty, doubles, blank }: SortedStudents, made: number): string {
  const parts = [`${inOrder.length} in order`, `${faulty.length} with faults`];
  if (doubles.length > 0) parts.push(`${doubles.length} there already or twice`);
  if (blank.length > 0) parts.push(`${blank.length} without an answer`);
  if (made > 0) parts.push(`${made} made`);
  return parts.join(', ');
}

const SHOWN_ROWS = 10;

/** Which rows a spreadsheet does not show, in words. */
export function hiddenInWords(rows: readonly number[]): string {
  const more = rows.length - SHOWN_ROWS;
  const named = `${rows.slice(0, SHOWN_ROWS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return rows.length === 1
    ? `Row ${named} is hidden or filtered out in the spreadsheet, and is left out here.`
    : `Rows ${named} are hidden or filtered out in the spreadsheet, and are left out here.`;
}
