import type { SheetStudent } from './judge-sheet.ts';

/** What the person has decided about the rows that are not simply in order. */
export interface SheetDecisions {
  readonly withFaults: boolean;
  readonly withDoubles: boolean;
  readonly withHidden: boolean;
}

/** The rows of a sheet by what becomes of them. */
export interface SortedStudents {
  readonly inOrder: readonly SheetStudent[];
  readonly faulty: readonly SheetStudent[];
  readonly doubles: readonly SheetStudent[];
  readonly blank: readonly SheetStudent[];
  /** Those that the spreadsheet does not show. */
  readonly hidden: readonly SheetStudent[];
  /** All but those that are left out since they are hidden. */
  readonly listed: readonly SheetStudent[];
  /** The rows that become drafts if the person continues now. */
  readonly taken: readonly SheetStudent[];
  /** All that are not made yet. */
  readonly waiting: readonly SheetStudent[];
}

/** Sorts the rows of a sheet. A made row is in no list, so it is never made again. */
export function sortStudents(
  students: readonly SheetStudent[],
  made: ReadonlySet<number>,
  { withFaults, withDoubles, withHidden }: SheetDecisions,
): SortedStudents {
  const hidden = students.filter(({ isHidden }) => isHidden);
  const listed = withHidden ? students : students.filter(({ isHidden }) => !isHidden);
  const blank = listed.filter(({ isBlank }) => isBlank);
  const waiting = listed.filter(({ row, isBlank }) => !isBlank && !made.has(row));
  const faulty = waiting.filter(({ faults }) => faults.length > 0);
  const doubles = waiting.filter(({ double }) => double !== undefined);
  const inOrder = waiting.filter(({ faults, double }) => faults.length === 0 && double === undefined);
  const taken = waiting.filter(
    ({ faults, double }) => (withFaults || faults.length === 0) && (withDoubles || double === undefined),
  );
  return { inOrder, faulty, doubles, blank, hidden, listed, taken, waiting };
}
